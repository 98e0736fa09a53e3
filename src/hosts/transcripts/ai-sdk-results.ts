/**
 * Which tool's messages answer the calls of a message? Results that came in one message go in one; a message that may go
 * as it came goes as it came.
 */
import { inOrderOfResults, type Answer, type MadeCall } from './answer-calls.js'
import { sentName, type ContentWriting } from './ai-sdk-content.js'
import { aiSdkResultMedia } from './ai-sdk-media.js'
import { aiSdkMayStand, withFitFields } from './ai-sdk-may-stand.js'
import type { AiSdkTurn } from './ai-sdk-turns.js'
import { isBlank } from './blank-text.js'
import { isFilledText } from './filled-text.js'
import { INTERRUPTED } from './fixed-texts.js'
import type { JsonRecord } from './json-record.js'
import { mediaMarker } from './media-part.js'
import { OPENAI_NAME_LENGTH_MAX, wireName } from './wire-name.js'

/** The parts of a message, and the raw message they may be all of. */
export interface WrittenParts {
  readonly role: 'user' | 'assistant' | 'tool'
  readonly content: readonly JsonRecord[]
  readonly raw: JsonRecord | null
}

/** The tool's messages behind a message with these calls. */
export function aiSdkResults(
  calls: readonly MadeCall[],
  turns: readonly AiSdkTurn[],
  writing: ContentWriting,
): readonly WrittenParts[] {
  const messages: { role: 'tool'; content: JsonRecord[]; raw: JsonRecord | null }[] = []
  for (const call of inOrderOfResults(calls)) {
    const only = onlyTurn(call, turns)
    const raw = only?.raw ?? null
    const blocks = only === null ? [resultBlock(call, null, writing)] : partsOf(call, only, writing)
    const last = messages.at(-1)
    if (last !== undefined && last.raw === raw) for (const block of blocks) last.content.push(block)
    else messages.push({ role: 'tool', content: [...blocks], raw })
  }
  return messages
}

/** The turn of this format that is the whole answer, or null. */
function onlyTurn({ answers: [first, second] }: MadeCall, turns: readonly AiSdkTurn[]): AiSdkTurn | null {
  const answer = first === undefined || second !== undefined ? undefined : turns[first.turn]
  if (answer === undefined || answer.raw === null) return null
  return answer.parts.filter(({ part }) => part._tag === 'Result').length === 1 ? answer : null
}

/** A result, and the answers for approval beside it. */
function partsOf(call: MadeCall, { turn, parts }: AiSdkTurn, writing: ContentWriting): readonly JsonRecord[] {
  return parts.flatMap(({ kind, part, block }) => {
    if (part._tag === 'Result') return [resultBlock(call, block, writing)]
    return kind === 'approval' ? responseBlocks(block, turn.itemId, writing) : []
  })
}

/** The answer to a question that was written; none where it was not. */
export function responseBlocks(
  block: JsonRecord | null,
  itemId: string,
  { requestIds, omissions }: ContentWriting,
): readonly JsonRecord[] {
  const isAsked = block !== null && requestIds.has(String(block['approvalId']))
  if (isAsked && aiSdkMayStand(block, 'tool'))
    return [withFitFields(block, () => omissions.note(itemId, 'field-not-sent'))]
  omissions.note(itemId, 'approval-not-sent')
  return []
}

function resultBlock(
  call: MadeCall,
  given: JsonRecord | null,
  { ids, omissions }: ContentWriting,
): JsonRecord {
  const toolCallId = ids.get(call) ?? call.part.callId
  const toolName = given === null ? wireName(call.part.name, OPENAI_NAME_LENGTH_MAX) : sentName(call, given)
  const [first] = call.answers
  if (first === undefined)
    return { type: 'tool-result', toolCallId, toolName, output: { type: 'error-text', value: INTERRUPTED } }
  const note = () => omissions.note(first.itemId, 'field-not-sent')
  const fit = given === null ? null : withFitFields(given, note)
  const named =
    fit === null || (fit['toolCallId'] === toolCallId && isFilledText(fit['toolName']))
      ? fit
      : { ...fit, toolCallId, toolName }
  if (named !== null && aiSdkMayStand(named, 'tool')) return named
  return { ...named, type: 'tool-result', toolCallId, toolName, output: outputOf(call.answers, omissions) }
}

/** One text is a text; several texts and pictures are a content, which cannot say that it is an error. */
function outputOf(answers: readonly Answer[], omissions: ContentWriting['omissions']): JsonRecord {
  const parts: JsonRecord[] = []
  for (const { itemId, part } of answers) {
    for (const inner of part.content) {
      const media = inner._tag === 'Media' ? aiSdkResultMedia(inner) : null
      if (inner._tag === 'Media' && media === null) omissions.note(itemId, 'media-not-portable')
      const text = inner._tag === 'Text' ? inner.text : mediaMarker(inner)
      if (media !== null) parts.push(media)
      else if (!isBlank(text)) parts.push({ type: 'text', text })
    }
  }
  const [only = { type: 'text', text: '' }, second] = parts
  const isError = answers.some(({ part }) => part.isError)
  if (second === undefined && only['type'] === 'text')
    return { type: isError ? 'error-text' : 'text', value: only['text'] }
  for (const { itemId, part } of answers) if (part.isError) omissions.note(itemId, 'error-flag-not-portable')
  return { type: 'content', value: parts }
}
