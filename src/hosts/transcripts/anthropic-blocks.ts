/**
 * Which content blocks of Anthropic Messages say what a turn says? Blocks that came in this format go as they came,
 * unless the provider would refuse them.
 */
import type { Answer, MadeCall } from './answer-calls.js'
import { anthropicFit, anthropicFitFields, type BlockPlace } from './anthropic-fit.js'
import { anthropicMedia } from './anthropic-media.js'
import { isBlank } from './blank-text.js'
import { inputOf } from './call-input.js'
import { asRecord, withoutKey, type JsonRecord } from './json-record.js'
import { mediaMarker } from './media-part.js'
import type { OmissionWord } from './message-payload.js'
import { INTERRUPTED } from './fixed-texts.js'
import type { Omissions } from './omissions.js'
import type { ShownTurn } from './shown-turns.js'
import type { MediaPart, TextPart, ThinkingPart } from './turn.js'
import { wireName, WIRE_NAME_LENGTH_MAX } from './wire-name.js'

/** One block of a message to be. */
export interface Block {
  readonly itemId: string
  readonly json: JsonRecord
  /** The message of this format it was read from. */
  readonly raw: JsonRecord | null
  /** Whether it is the whole text of that message, where that is a string. */
  readonly whole: boolean
}

export interface BlockWriting {
  readonly ids: ReadonlyMap<MadeCall, string>
  readonly omissions: Omissions
  readonly turns: readonly ShownTurn[]
}

/** The blocks of a turn without its results, in order; blank texts and foreign reasoning have none. */
export function anthropicBlocks(
  turn: ShownTurn,
  calls: readonly MadeCall[],
  { ids, omissions }: BlockWriting,
): readonly Block[] {
  const blocks: Block[] = []
  const note = (why: OmissionWord) => omissions.note(turn.itemId, why)
  const add = (json: JsonRecord | null, whole = false) => {
    if (json !== null) blocks.push({ itemId: turn.itemId, json, raw: turn.raw, whole })
  }
  const place = placeOf(turn.role)
  let call = 0
  turn.parts.forEach((part, index) => {
    const raw = turn.blocks[index] ?? null
    switch (part._tag) {
      case 'Text':
        return add(textBlock(part, raw, { place, note }), part.text === turn.raw?.['content'])
      case 'Media':
        return add(mediaBlock(part, { place, note }))
      case 'Thinking':
        return add(thinkingBlock(part, raw, note) ?? unsigned(() => note('reasoning-not-portable')))
      case 'Call': {
        const made = calls[call]
        call += 1
        return add(made === undefined ? null : callBlock(made, raw, { ids, omissions }))
      }
      case 'Result':
        return undefined
    }
  })
  return blocks
}

/** The one result of a call: its pieces together, or a mark where nothing answered. */
export function resultBlock(call: MadeCall, { ids, omissions, turns }: BlockWriting): Block {
  const id = ids.get(call) ?? call.part.callId
  const [first] = call.answers
  if (first === undefined) {
    const json = { type: 'tool_result', tool_use_id: id, content: INTERRUPTED, is_error: true }
    return { itemId: call.itemId, json, raw: null, whole: false }
  }
  const given = call.answers.length === 1 ? first.raw : null
  const note = () => omissions.note(first.itemId, 'field-not-sent')
  const alone = given === null ? null : anthropicFitFields(given, note)
  const raw = alone === null ? null : (turns[first.turn]?.raw ?? null)
  const kept = alone !== null && isSendable(alone['content'])
  if (kept && alone['tool_use_id'] === id) return { itemId: first.itemId, json: alone, raw, whole: false }
  const content = kept ? alone['content'] : resultContent(call.answers, alone, omissions)
  const isError = call.answers.some(({ part }) => part.isError)
  const json = {
    ...(alone === null ? null : withoutKey(alone, 'content')),
    type: 'tool_result',
    tool_use_id: id,
    ...(content === null || content === undefined ? null : { content }),
    ...(isError ? { is_error: true } : null),
  }
  return { itemId: first.itemId, json, raw, whole: false }
}

/** A string for one text, blocks for several or for media, nothing where nothing is said. */
function resultContent(
  answers: readonly Answer[],
  alone: JsonRecord | null,
  { note }: Omissions,
): string | JsonRecord[] | null {
  const given = alone?.['content']
  const blocks: JsonRecord[] = []
  for (const { itemId, part } of answers) {
    const standing: Standing = { place: 'result', note: (why) => note(itemId, why) }
    part.content.forEach((inner, index) => {
      const raw = Array.isArray(given) ? asRecord(given[index]) : null
      const block = inner._tag === 'Text' ? textBlock(inner, raw, standing) : mediaBlock(inner, standing)
      if (block !== null) blocks.push(block)
    })
  }
  const [only] = blocks
  if (only === undefined) return null
  const plain = blocks.length === 1 && Object.keys(only).length === 2
  return plain && typeof only['text'] === 'string' ? only['text'] : blocks
}

/** Whether the content of a raw result may go as it came. */
function isSendable(content: unknown): boolean {
  if (content === undefined || content === '') return true
  if (typeof content === 'string') return !isBlank(content)
  if (!Array.isArray(content)) return false
  return content.every((value) => anthropicFit(asRecord(value), 'result', () => undefined) === value)
}

function placeOf(role: ShownTurn['role']): BlockPlace {
  if (role === 'assistant') return role
  return role === 'system' || role === 'developer' ? 'system' : 'user'
}

/** Where a block stands, and who hears of what is left out. */
interface Standing {
  readonly place: BlockPlace
  readonly note: (why: OmissionWord) => void
}

/** What of the block may stand here; else its text, which is its JSON where it is of another type. */
function textBlock({ text }: TextPart, raw: JsonRecord | null, { place, note }: Standing): JsonRecord | null {
  const fit = anthropicFit(raw, place, () => note('field-not-sent'))
  if (fit !== null) return fit
  if (isBlank(text)) return null
  if (raw !== null) note('part-as-text')
  return { type: 'text', text }
}

function mediaBlock(part: MediaPart, { place, note }: Standing): JsonRecord {
  const mayShow = place === 'user' || place === 'result'
  const block = mayShow ? anthropicMedia(part, () => note('field-not-sent')) : null
  if (block !== null) return block
  note('media-not-portable')
  return { type: 'text', text: mediaMarker(part) }
}

function thinkingBlock(
  part: ThinkingPart,
  raw: JsonRecord | null,
  note: Standing['note'],
): JsonRecord | null {
  if (part.redacted === '') return null
  const own = raw === null ? null : anthropicFitFields(raw, () => note('field-not-sent'))
  if (part.redacted !== undefined) return own ?? { type: 'redacted_thinking', data: part.redacted }
  if (part.signature === undefined || part.signature === '') return null
  return own ?? { type: 'thinking', thinking: part.text, signature: part.signature }
}

function unsigned(note: () => void): null {
  note()
  return null
}

function callBlock(
  call: MadeCall,
  raw: JsonRecord | null,
  { ids, omissions }: Pick<BlockWriting, 'ids' | 'omissions'>,
): JsonRecord {
  const id = ids.get(call) ?? call.part.callId
  const name = wireName(call.part.name, WIRE_NAME_LENGTH_MAX)
  if (name !== call.part.name) omissions.note(call.itemId, 'tool-name-changed')
  const given = asRecord(raw?.['input'])
  const own =
    raw === null ? null : anthropicFitFields(raw, () => omissions.note(call.itemId, 'field-not-sent'))
  if (own !== null && given !== null && own['id'] === id && own['name'] === name) return own
  return { ...own, type: 'tool_use', id, name, input: given ?? inputOf(call.part.argumentsJson) }
}
