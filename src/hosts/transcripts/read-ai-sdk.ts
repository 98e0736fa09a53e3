/**
 * What does a message of the AI SDK say: one that a model is sent (ModelMessage), or one that an interface shows
 * (UIMessage)? Ids are never converted; what only an interface shows is no text of the item.
 */
import type { AiSdkPiece } from './ai-sdk-part.js'
import { aiSdkPieces } from './ai-sdk-pieces.js'
import { isInterfaceMessage } from './ai-sdk-shape.js'
import { MALFORMED, problemReading, SILENT, type EntryReading } from './entry-reading.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { textPartOf } from './parts-of-content.js'

export function readAiSdkMessage(entry: unknown): EntryReading {
  const message = asRecord(entry)
  if (message === null) return problemReading('not-an-entry')
  const pieces = aiSdkPieces(message)
  if (pieces === null) return MALFORMED
  if (pieces === 'unknown-role') return problemReading(pieces)
  const drafts = pieces.map(({ role, parts, from, to }) => ({
    role,
    parts: parts.map(({ part }) => part),
    from,
    to,
  }))
  const unknownPart = pieces.some(({ parts }) => parts.some(({ isUnknown }) => isUnknown === true))
  const facts = { entryId: message['id'], timestamps: timestampsOf(message) }
  return { _tag: 'Turns', drafts, unknownPart, ...facts, carried: carriedOf(message, pieces) }
}

/** Of a message of an interface only what a model is sent goes along. */
function carriedOf(message: JsonRecord, pieces: readonly AiSdkPiece[]): unknown {
  return isInterfaceMessage(message) ? pieces.map(({ parts }) => parts.map(({ block }) => block)) : message
}

/** Hosts keep the time beside the message or among what they know of it. */
function timestampsOf(message: JsonRecord): readonly unknown[] {
  return [message['createdAt'], asRecord(message['metadata'])?.['createdAt']]
}

/** The text that stands beside the messages: a text, a message of the system, or a list of them. */
export function readAiSdkSystem(envelope: unknown): EntryReading {
  const record = asRecord(envelope)
  const given = record?.['system'] ?? record?.['instructions'] ?? ''
  if (given === '' || (Array.isArray(given) && given.length === 0)) return SILENT
  const parts = []
  for (const value of Array.isArray(given) ? (given as readonly unknown[]) : [given]) {
    const part = textPartOf(typeof value === 'string' ? value : asRecord(value)?.['content'])
    if (part === null) return MALFORMED
    parts.push(part)
  }
  return { _tag: 'Turns', drafts: [{ role: 'system', parts, from: 0, to: parts.length }], unknownPart: false }
}
