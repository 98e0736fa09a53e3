/**
 * How do the turns of a plan become messages of OpenAI Chat Completions? Every turn is one message, results stand
 * directly after the message that called. A message that may go as it came goes as it came.
 */
import { inOrderOfResults, type AnsweredCalls, type Answer, type MadeCall } from './answer-calls.js'
import { asRecord, withoutKey, type JsonRecord } from './json-record.js'
import { mediaMarker, openAiMedia } from './media-part.js'
import { INTERRUPTED } from './fixed-texts.js'
import type { Omissions } from './omissions.js'
import type { ShownTurn } from './shown-turns.js'
import type { MediaPart, TextPart } from './turn.js'
import { wireIds, wireName, type IdRule } from './wire-ids.js'

/** The longest id OpenAI takes is 40; it may be used again in a later message. */
const ID_RULE: IdRule = {
  accepts: (id) => id.length > 0 && id.length <= 40,
  lengthMax: 40,
  uniqueIn: 'message',
}
const NAME_LENGTH_MAX = 64

interface Writing {
  readonly turns: readonly ShownTurn[]
  readonly ids: ReadonlyMap<MadeCall, string>
  readonly omissions: Omissions
}

/**
 * Writes the messages.
 *
 * @law results of one message keep their order; messages keep theirs, apart from results that move up to their call
 */
export function writeOpenAiChat(
  turns: readonly ShownTurn[],
  { callsOf }: AnsweredCalls,
  omissions: Omissions,
): readonly JsonRecord[] {
  const writing: Writing = { turns, ids: wireIds(callsOf, ID_RULE), omissions }
  const messages: JsonRecord[] = []
  turns.forEach((turn, index) => {
    const calls = callsOf[index] ?? []
    const message = messageOf(turn, calls, writing)
    if (message !== null) messages.push(message)
    else if (!turn.parts.some((part) => part._tag === 'Result')) omissions.note(turn.itemId, 'empty')
    for (const call of inOrderOfResults(calls)) messages.push(resultMessage(call, writing))
  })
  return messages
}

function messageOf(turn: ShownTurn, calls: readonly MadeCall[], writing: Writing): JsonRecord | null {
  const { raw } = turn
  if (turn.parts.every((part) => part._tag === 'Result')) return null
  if (
    raw !== null &&
    isSendable(raw) &&
    calls.every((call, index) => isKept(call, rawCall(raw, index), writing))
  ) {
    return raw
  }
  const role = calls.length > 0 ? 'assistant' : turn.role === 'tool' ? 'user' : turn.role
  const content = contentOf(turn, role, writing.omissions)
  if (content === null && calls.length === 0) return null
  const kept = raw === null ? {} : withoutKey(raw, 'tool_calls')
  const said = { ...kept, role, content }
  if (calls.length === 0) return said
  return { ...said, tool_calls: calls.map((call, index) => callObject(call, rawCall(raw, index), writing)) }
}

/** One text is a string, several texts and media are parts. */
function contentOf(turn: ShownTurn, role: string, omissions: Omissions): string | JsonRecord[] | null {
  const parts: JsonRecord[] = []
  turn.parts.forEach((part, index) => {
    const block = turn.blocks[index] ?? null
    if (part._tag === 'Text' && part.text !== '') parts.push(block ?? textBlock(part.text))
    if (part._tag === 'Media')
      parts.push(mediaBlock(part, role, () => omissions.note(turn.itemId, 'media-not-portable')))
    if (part._tag === 'Thinking' && turn.raw === null) omissions.note(turn.itemId, 'reasoning-not-portable')
  })
  const [only] = parts
  if (only === undefined) return null
  const plain = parts.length === 1 && only['type'] === 'text' && Object.keys(only).length === 2
  return plain && typeof only['text'] === 'string' ? only['text'] : parts
}

/** Only the user may show media. */
function mediaBlock(part: MediaPart, role: string, note: () => void): JsonRecord {
  const block = role === 'user' ? openAiMedia(part) : null
  if (block !== null) return block
  note()
  return textBlock(mediaMarker(part))
}

function callObject(call: MadeCall, raw: JsonRecord | null, { ids, omissions }: Writing): JsonRecord {
  const id = ids.get(call) ?? call.part.callId
  if (raw?.['type'] === 'custom') return { ...raw, id }
  const name = wireName(call.part.name, NAME_LENGTH_MAX)
  if (name !== call.part.name) omissions.note(call.itemId, 'tool-name-changed')
  const callee = { ...asRecord(raw?.['function']), name, arguments: call.part.argumentsJson }
  return { ...raw, id, type: 'function', function: callee }
}

function resultMessage(call: MadeCall, writing: Writing): JsonRecord {
  const id = writing.ids.get(call) ?? call.part.callId
  const [first] = call.answers
  if (first === undefined) return { role: 'tool', tool_call_id: id, content: INTERRUPTED }
  const raw = call.answers.length === 1 ? (writing.turns[first.turn]?.raw ?? null) : null
  if (raw !== null && raw['tool_call_id'] === id && isSendable(raw)) return raw
  return { ...raw, role: 'tool', tool_call_id: id, content: resultContent(call.answers, writing.omissions) }
}

function resultContent(answers: readonly Answer[], omissions: Omissions): string | JsonRecord[] {
  const texts: string[] = []
  for (const { itemId, part } of answers) {
    if (part.isError) omissions.note(itemId, 'error-flag-not-portable')
    for (const inner of part.content) {
      if (inner._tag === 'Media') omissions.note(itemId, 'media-not-portable')
      const text = shownText(inner)
      if (text !== '') texts.push(text)
    }
  }
  return texts.length > 1 ? texts.map(textBlock) : (texts[0] ?? '')
}

function shownText(part: TextPart | MediaPart): string {
  return part._tag === 'Text' ? part.text : mediaMarker(part)
}

function textBlock(text: string): JsonRecord {
  return { type: 'text', text }
}

function rawCall(raw: JsonRecord | null, index: number): JsonRecord | null {
  const calls = raw?.['tool_calls']
  return Array.isArray(calls) ? asRecord(calls[index]) : null
}

/** Whether a call may go exactly as it came. */
function isKept(call: MadeCall, raw: JsonRecord | null, { ids }: Writing): boolean {
  if (raw === null || raw['id'] !== ids.get(call)) return false
  if (raw['type'] === 'custom') return true
  const { name } = call.part
  return (
    typeof asRecord(raw['function'])?.['arguments'] === 'string' && wireName(name, NAME_LENGTH_MAX) === name
  )
}

/** Whether nothing in a message of its own format gets it refused, calls and ids apart. */
function isSendable(raw: JsonRecord): boolean {
  const { role, content } = raw
  if ('tool_calls' in raw && !(Array.isArray(raw['tool_calls']) && raw['tool_calls'].length > 0)) return false
  if (typeof content === 'string' && content !== '') return true
  if (role === 'tool') return content === '' || isSendableList(content, role)
  const spoken = 'tool_calls' in raw || asRecord(raw['audio']) !== null || isText(raw['refusal'])
  if (content === '' || content === null || content === undefined) return role === 'assistant' && spoken
  return isSendableList(content, role)
}

function isSendableList(content: unknown, role: unknown): boolean {
  if (!Array.isArray(content) || content.length === 0) return false
  return content.every((value) => {
    const block = asRecord(value)
    if (block?.['type'] === 'text') return isText(block['text'])
    return role === 'user' ? block !== null : role === 'assistant' && block?.['type'] === 'refusal'
  })
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
