/**
 * As which items do a call and what answers it go to OpenAI Responses? As they came where they fit each other; a call of
 * a kind that only the provider's own client can answer becomes a function call where its answer is not its own.
 */
import type { Answer, MadeCall } from './answer-calls.js'
import { INTERRUPTED } from './fixed-texts.js'
import { withField } from './fitted-fields.js'
import { asRecord, withoutKey, type JsonRecord } from './json-record.js'
import { mediaMarker } from './media-part.js'
import type { Omissions } from './omissions.js'
import { withKnownFields } from './responses-fields.js'
import { responsesFitOutput } from './responses-fit.js'
import { isFitScreenshot, responsesMedia } from './responses-media.js'
import { callIdOf } from './responses-parts.js'
import { isAnsweredBy, typeOfItem } from './responses-kinds.js'
import type { ShownTurn } from './shown-turns.js'
import { OPENAI_NAME_LENGTH_MAX, wireName } from './wire-name.js'

export interface CallWriting {
  readonly ids: ReadonlyMap<MadeCall, string>
  readonly omissions: Omissions
  readonly turns: readonly ShownTurn[]
}

/** The item that makes the call; `raw` is the one it was read from, or null. */
export function responsesCall(call: MadeCall, raw: JsonRecord | null, writing: CallWriting): JsonRecord {
  const { itemId, part } = call
  const type = raw === null ? null : typeOfItem(raw)
  const call_id = writing.ids.get(call) ?? part.callId
  if (raw !== null && type !== 'function_call' && type !== 'custom_tool_call') {
    if (keepsOwnKind(call, raw, writing)) return raw
    writing.omissions.note(itemId, 'part-as-text')
    const name = wireName(part.name, OPENAI_NAME_LENGTH_MAX)
    return { type: 'function_call', call_id, name, arguments: part.argumentsJson }
  }
  const name = wireName(part.name, OPENAI_NAME_LENGTH_MAX)
  if (name !== part.name) writing.omissions.note(itemId, 'tool-name-changed')
  const given = type === 'custom_tool_call' ? 'input' : 'arguments'
  if (raw === null) return { type: 'function_call', call_id, name, arguments: part.argumentsJson }
  const known = withKnownFields(raw, () => writing.omissions.note(itemId, 'field-not-sent'))
  const fits = known['call_id'] === call_id && known['name'] === name && typeof known[given] === 'string'
  return fits ? known : { ...known, call_id, name, [given]: part.argumentsJson }
}

/** Outputs that say what a tool answered; the others say it in words of their own. */
const TOLD_OUTPUTS: ReadonlySet<string | null> = new Set(['function_call_output', 'custom_tool_call_output'])

/** The item that answers the call, or marks that nothing did; `sent` is what the call went out as. */
export function responsesOutput(call: MadeCall, sent: JsonRecord, writing: CallWriting): JsonRecord {
  const callType = typeOfItem(sent)
  const call_id = callIdOf(sent)
  const type = callType === 'custom_tool_call' ? 'custom_tool_call_output' : 'function_call_output'
  const [first] = call.answers
  if (first === undefined) return { type, call_id, output: INTERRUPTED }
  const raw = onlyRaw(call, writing)
  const answerType = raw === null ? null : typeOfItem(raw)
  const isOwn = raw !== null && isAnsweredBy(callType, answerType)
  if (isOwn && !TOLD_OUTPUTS.has(answerType)) return raw
  const note = () => writing.omissions.note(first.itemId, 'field-not-sent')
  const known = isOwn ? withKnownFields(raw, note) : { type }
  const output = isOwn && known['call_id'] === call_id ? responsesFitOutput(known['output'], note) : null
  if (output !== null) return withField(known, 'output', output)
  return { ...withoutKey(known, 'output'), call_id, output: outputOf(call.answers, writing.omissions) }
}

/** Calls of other kinds have answers that nobody else could make: they go as a pair, or not as themselves. */
function keepsOwnKind(call: MadeCall, raw: JsonRecord, writing: CallWriting): boolean {
  const answer = onlyRaw(call, writing)
  if (answer === null || !isAnsweredBy(typeOfItem(raw), typeOfItem(answer))) return false
  if (answer['type'] === 'computer_call_output' && !isFitScreenshot(answer['output'])) return false
  const id = writing.ids.get(call)
  return callIdOf(raw) === id && callIdOf(answer) === id
}

function onlyRaw({ answers }: MadeCall, { turns }: CallWriting): JsonRecord | null {
  const [first, second] = answers
  return first === undefined || second !== undefined ? null : (turns[first.turn]?.raw ?? null)
}

/** One text is a string; several texts and pictures are parts. */
function outputOf(answers: readonly Answer[], omissions: Omissions): string | readonly JsonRecord[] {
  const parts: JsonRecord[] = []
  for (const { itemId, part, raw } of answers) {
    if (part.isError) omissions.note(itemId, 'error-flag-not-portable')
    if (hasOtherThanTexts(raw)) omissions.note(itemId, 'part-as-text')
    for (const inner of part.content) {
      const media =
        inner._tag === 'Media' ? responsesMedia(inner, () => omissions.note(itemId, 'field-not-sent')) : null
      if (inner._tag === 'Media' && media === null) omissions.note(itemId, 'media-not-portable')
      const text = inner._tag === 'Text' ? inner.text : mediaMarker(inner)
      if (media !== null) parts.push(media)
      else if (text !== '') parts.push({ type: 'input_text', text })
    }
  }
  const [only, second] = parts
  if (only === undefined) return ''
  return second === undefined && only['type'] === 'input_text' ? String(only['text']) : parts
}

function hasOtherThanTexts(raw: JsonRecord | null): boolean {
  const output = raw?.['output']
  return Array.isArray(output) && output.some((part) => asRecord(part)?.['type'] !== 'input_text')
}
