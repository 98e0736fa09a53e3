/**
 * What do the content blocks of the Anthropic Messages API say? Claude Code writes the same blocks into its log.
 */
import type { DraftTurn, PartsReading, ReadPart } from './entry-reading.js'
import { asRecord, jsonTextOf, type JsonRecord } from './json-record.js'
import { mediaPart, partsOfContent, resultContentOf, textPart, textPartOf } from './parts-of-content.js'
import type { TurnPart } from './turn.js'

/** The drafts of a message. */
export interface Drafts {
  readonly drafts: readonly DraftTurn[]
  readonly unknownPart: boolean
}

/** The parts of top-level system text: a string or a list of text blocks. */
export function anthropicSystemParts(system: unknown): PartsReading | null {
  return partsOfContent(system, (raw) => (raw['type'] === 'text' ? textPartOf(raw['text']) : 'unknown'))
}

/** An assistant message: one turn. Results in it belong to nobody and are malformed. */
export function anthropicAssistantDrafts(content: unknown): Drafts | null {
  const reading = partsOfContent(content, readAssistantBlock)
  if (reading === null) return null
  const draft: DraftTurn = { role: 'assistant', parts: reading.parts, from: 0, to: reading.rawParts }
  return { drafts: [draft], unknownPart: reading.unknownPart }
}

/**
 * A user message: what the tools answered and what the person said are different items, with different trust. Results
 * come first, as the provider wants them, each an item of its own, so that one that answers nothing costs no other;
 * what the person said is one item for each run of neighbouring blocks. The place of each is exact.
 */
export function anthropicUserDrafts(content: unknown): Drafts | null {
  let unknownInside = false
  const reading = partsOfContent(content, (raw) => {
    const block = readUserBlock(raw)
    if (block === null || block === 'unknown') return block
    unknownInside ||= block.unknownPart
    return block.part
  })
  if (reading === null) return null
  const runs = runsOf(reading.parts, reading.rawParts)
  const results = runs.filter((run) => run.role === 'tool')
  const rest = runs.filter((run) => run.role === 'user')
  return { drafts: results.concat(rest), unknownPart: reading.unknownPart || unknownInside }
}

function runsOf(parts: readonly TurnPart[], rawParts: number): readonly DraftTurn[] {
  if (parts.length === 0) return [{ role: 'user', parts, from: 0, to: rawParts }]
  const drafts: DraftTurn[] = []
  let from = 0
  for (let at = 1; at <= parts.length; at += 1) {
    const role = roleOf(parts[from])
    if (at < parts.length && role === 'user' && roleOf(parts[at]) === role) continue
    drafts.push({ role, parts: parts.slice(from, at), from, to: at })
    from = at
  }
  return drafts
}

function roleOf(part: TurnPart | undefined): 'tool' | 'user' {
  return part?._tag === 'Result' ? 'tool' : 'user'
}

function readUserBlock(
  raw: JsonRecord,
): { readonly part: TurnPart; readonly unknownPart: boolean } | 'unknown' | null {
  if (raw['type'] === 'tool_result') return resultBlock(raw)
  const part = readSharedBlock(raw)
  return part === null || part === 'unknown' ? part : { part, unknownPart: false }
}

function resultBlock(raw: JsonRecord): { readonly part: TurnPart; readonly unknownPart: boolean } | null {
  const callId = raw['tool_use_id']
  const result = resultContentOf(raw['content'], readSharedBlock)
  if (typeof callId !== 'string' || result === null) return null
  const part: TurnPart = {
    _tag: 'Result',
    callId,
    content: result.content,
    isError: raw['is_error'] === true,
  }
  return { part, unknownPart: result.unknownPart }
}

const readAssistantBlock: ReadPart = (raw) => {
  switch (raw['type']) {
    case 'thinking':
      return thinkingBlock(raw)
    case 'redacted_thinking':
      return typeof raw['data'] === 'string' ? { _tag: 'Thinking', text: '', redacted: raw['data'] } : null
    case 'tool_use':
      return callBlock(raw)
    default:
      return readSharedBlock(raw)
  }
}

/** Calls and thoughts of an assistant, or results outside a user message, are in the wrong message. */
const readSharedBlock: ReadPart = (raw) => {
  switch (raw['type']) {
    case 'text':
      return textPartOf(raw['text'])
    case 'image':
      return mediaPart('image', raw, asRecord(raw['source'])?.['media_type'] ?? raw['mimeType'])
    case 'document':
      return documentBlock(raw)
    case 'tool_use':
    case 'tool_result':
    case 'thinking':
    case 'redacted_thinking':
      return null
    default:
      return 'unknown'
  }
}

/** A document given as text or blocks is sent as text and costs what its text costs. */
function documentBlock(raw: JsonRecord): TurnPart | null {
  const source = asRecord(raw['source'])
  if (source?.['type'] !== 'text' && source?.['type'] !== 'content') {
    return mediaPart('file', raw, source?.['media_type'])
  }
  const json = jsonTextOf(raw)
  return json === null ? null : textPart(json)
}

function thinkingBlock(raw: JsonRecord): TurnPart | null {
  const { thinking: text, signature } = raw
  if (typeof text !== 'string') return null
  return typeof signature === 'string' ? { _tag: 'Thinking', text, signature } : { _tag: 'Thinking', text }
}

function callBlock(raw: JsonRecord): TurnPart | null {
  const { id: callId, name } = raw
  const argumentsJson = jsonTextOf(raw['input'])
  if (typeof callId !== 'string' || typeof name !== 'string' || argumentsJson === null) return null
  return { _tag: 'Call', callId, name, argumentsJson }
}
