/**
 * How do the turns of a plan become messages of OpenAI Chat Completions? Every turn is one message, results stand
 * directly after the message that called. A message that may go as it came goes as it came.
 */
import { inOrderOfResults, type AnsweredCalls, type MadeCall } from './answer-calls.js'
import { asRecord, withoutKey, type JsonRecord } from './json-record.js'
import { isFilledText } from './filled-text.js'
import { INTERRUPTED } from './fixed-texts.js'
import type { Omissions } from './omissions.js'
import { isKeptCall, openAiCall } from './openai-call.js'
import { openAiContent, openAiResultContent } from './openai-content.js'
import { openAiFit } from './openai-fit.js'
import type { ShownTurn } from './shown-turns.js'
import { sentIds, type IdRule } from './wire-ids.js'

/** The longest id OpenAI takes is 40; it may be used again in a later message. */
const ID_RULE: IdRule = {
  accepts: (id) => id.length > 0 && id.length <= 40,
  lengthMax: 40,
  uniqueIn: 'message',
}

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
  const writing: Writing = { turns, ids: sentIds(callsOf, ID_RULE, omissions), omissions }
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
    calls.every((call, index) => isKeptCall(call, rawCall(raw, index), writing))
  ) {
    return raw
  }
  const role = calls.length > 0 ? 'assistant' : turn.role === 'tool' ? 'user' : turn.role
  const content = openAiContent(turn, role, writing.omissions)
  if (content === null && calls.length === 0) return null
  const said = { ...fieldsOf(raw, turn.itemId, writing.omissions), role, content }
  if (calls.length === 0) return said
  return { ...said, tool_calls: calls.map((call, index) => openAiCall(call, rawCall(raw, index), writing)) }
}

/** Fields beside the content that go along; what a refusal and a sound say stands in the content now. */
function fieldsOf(raw: JsonRecord | null, itemId: string, omissions: Omissions): JsonRecord {
  if (raw === null) return {}
  let fields = withoutKey(raw, 'tool_calls')
  const calls = raw['tool_calls']
  if (raw['role'] !== 'assistant' && Array.isArray(calls) && calls.length > 0) {
    omissions.note(itemId, 'field-not-sent')
  }
  if (isFilledText(raw['refusal'])) fields = withoutKey(fields, 'refusal')
  if ((raw['audio'] ?? null) !== null) {
    fields = withoutKey(fields, 'audio')
    if (asRecord(raw['audio']) === null) omissions.note(itemId, 'field-not-sent')
  }
  if (hasFitName(raw)) return fields
  omissions.note(itemId, 'speaker-name-changed')
  const { name } = raw
  return isFilledText(name)
    ? { ...fields, name: name.replace(NOT_IN_NAMES, '_') }
    : withoutKey(fields, 'name')
}

function resultMessage(call: MadeCall, writing: Writing): JsonRecord {
  const id = writing.ids.get(call) ?? call.part.callId
  const [first] = call.answers
  if (first === undefined) return { role: 'tool', tool_call_id: id, content: INTERRUPTED }
  const raw = call.answers.length === 1 ? (writing.turns[first.turn]?.raw ?? null) : null
  if (raw !== null && raw['tool_call_id'] === id && isSendable(raw)) return raw
  const content = openAiResultContent(call.answers, raw, writing.omissions)
  return { ...fieldsOf(raw, first.itemId, writing.omissions), role: 'tool', tool_call_id: id, content }
}

function rawCall(raw: JsonRecord | null, index: number): JsonRecord | null {
  const calls = raw?.['tool_calls']
  return Array.isArray(calls) ? asRecord(calls[index]) : null
}

/** Whether nothing in a message of its own format gets it refused, calls and ids apart. */
function isSendable(raw: JsonRecord): boolean {
  const { role, content } = raw
  const makesCalls = 'tool_calls' in raw
  if (makesCalls && role !== 'assistant') return false
  if (makesCalls && !(Array.isArray(raw['tool_calls']) && raw['tool_calls'].length > 0)) return false
  if (!hasFitName(raw) || !hasFitAudio(raw)) return false
  if (isFilledText(content)) return true
  if (role === 'tool') return content === '' || isSendableList(content, role)
  const spoken = makesCalls || asRecord(raw['audio']) !== null || isFilledText(raw['refusal'])
  if (content === '' || content === null || content === undefined) return role === 'assistant' && spoken
  return isSendableList(content, role)
}

function isSendableList(content: unknown, role: unknown): boolean {
  if (!Array.isArray(content) || content.length === 0) return false
  return content.every((value) => openAiFit(asRecord(value), role, () => undefined) === value)
}

/** What was spoken is sent as the id of an earlier answer, by an assistant. */
function hasFitAudio({ role, audio }: JsonRecord): boolean {
  if (audio === undefined || audio === null) return true
  return role === 'assistant' && isFilledText(asRecord(audio)?.['id'])
}

/** What a speaker's name may not have; some white space is white space to Python only. */
const NOT_IN_NAMES = /[\s\u001c-\u001f\u0085<|\\/>]/gu

function hasFitName({ name }: JsonRecord): boolean {
  return name === undefined || (isFilledText(name) && name.search(NOT_IN_NAMES) === -1)
}
