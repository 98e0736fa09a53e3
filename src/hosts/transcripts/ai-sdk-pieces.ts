/**
 * Which turns does one entry of an AI SDK session have? A ModelMessage is one turn, and each result of a tool's message
 * one; a message of an interface is as many as its steps and results. Read alike by the reader, the writer and the count.
 */
import type { Role } from '../../contract/context-item.js'
import { interfacePieces } from './ai-sdk-interface.js'
import { assistantPartReader, readToolPart, readUserPart } from './ai-sdk-model-parts.js'
import {
  said,
  type AiSdkPart,
  type AiSdkPiece,
  type AiSdkReading,
  type ReadAiSdkPart,
} from './ai-sdk-part.js'
import { isInterfaceMessage } from './ai-sdk-shape.js'
import { asRecord, listOf, type JsonRecord } from './json-record.js'
import { textPart } from './parts-of-content.js'

/** The pieces of an entry. */
export function aiSdkPieces(message: JsonRecord): AiSdkReading {
  if (isInterfaceMessage(message)) return interfacePieces(message)
  const { role, content } = message
  switch (role) {
    case 'system':
    case 'user':
      return onePiece(role, partsByRaw(content, readUserPart))
    case 'assistant':
      return onePiece(role, partsByRaw(content, assistantPartReader(hostedIn(content))))
    case 'tool':
      return Array.isArray(content) ? toolPieces(partsByRaw(content, readToolPart)) : null
    default:
      return typeof role === 'string' ? 'unknown-role' : null
  }
}

/** Of each raw part, what it says; null where one of them has not the shape of its type. */
type PartsByRaw = readonly (readonly AiSdkPart[])[]

/** A content that is a text is one part, or none where it is empty. */
function partsByRaw(content: unknown, read: ReadAiSdkPart): PartsByRaw | null {
  if (typeof content === 'string')
    return [content === '' ? [] : [said(textPart(content), { type: 'text', text: content })]]
  if (!Array.isArray(content)) return null
  const parts: (readonly AiSdkPart[])[] = []
  for (const value of content) {
    const raw = asRecord(value)
    const part = raw === null || typeof raw['type'] !== 'string' ? null : read(raw)
    if (part === null) return null
    parts.push(part)
  }
  return parts
}

function onePiece(role: Role, byRaw: PartsByRaw | null): AiSdkReading {
  return byRaw === null ? null : [{ role, parts: byRaw.flat(), from: 0, to: byRaw.length }]
}

/** Calls that the provider ran, or that are answered in the very message that makes them: no host answers them. */
function hostedIn(content: unknown): ReadonlySet<unknown> {
  const hosted = new Set<unknown>()
  for (const value of listOf(content)) {
    const part = asRecord(value)
    const isHosted = part?.['type'] === 'tool-result' || part?.['providerExecuted'] === true
    if (isHosted) hosted.add(part['toolCallId'])
  }
  return hosted
}

/** Each result is a piece, so that one that answers nothing costs no other; what else stands there goes with it. */
function toolPieces(byRaw: PartsByRaw | null): AiSdkReading {
  if (byRaw === null) return null
  const pieces: AiSdkPiece[] = []
  let from = 0
  let answered = false
  const add = (to: number) => {
    if (to > from || byRaw.length === 0)
      pieces.push({ role: 'tool', parts: byRaw.slice(from, to).flat(), from, to })
    from = to
    answered = false
  }
  byRaw.forEach((parts, at) => {
    const kind = kindOf(parts)
    if (kind === 'other' || answered) add(at)
    if (kind === 'result') answered = true
    if (kind === 'other') add(at + 1)
  })
  add(byRaw.length)
  return pieces
}

function kindOf([first]: readonly AiSdkPart[]): 'result' | 'approval' | 'other' {
  if (first?.part._tag === 'Result') return 'result'
  return first?.kind === 'approval' ? 'approval' : 'other'
}
