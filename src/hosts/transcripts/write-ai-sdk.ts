/**
 * How do the turns of a plan become messages of the AI SDK (ModelMessage)? Every turn is one message, results stand
 * directly after the message that called. A message that may go as it came goes as it came; one that an interface shows
 * is written as the messages a model is sent for it.
 */
import type { AnsweredCalls, MadeCall } from './answer-calls.js'
import { aiSdkContent, type ContentWriting } from './ai-sdk-content.js'
import { withFitFields } from './ai-sdk-may-stand.js'
import { aiSdkResults, responseBlocks, type WrittenParts } from './ai-sdk-results.js'
import { isInterfaceMessage } from './ai-sdk-shape.js'
import { aiSdkTurns, type AiSdkTurn } from './ai-sdk-turns.js'
import { EARLIER_NOT_SHOWN } from './fixed-texts.js'
import { asRecord, type JsonRecord } from './json-record.js'
import type { AiSdkPayload } from './message-payload.js'
import type { Omissions } from './omissions.js'
import type { ShownTurn } from './shown-turns.js'
import type { Originals } from './turn.js'
import { sentIds, type IdRule } from './wire-ids.js'

interface Writing extends ContentWriting {
  readonly turns: readonly AiSdkTurn[]
  readonly system: JsonRecord[]
  readonly messages: JsonRecord[]
  /** Turns that were written before their place. */
  readonly written: Set<AiSdkTurn>
}

/**
 * Writes the messages.
 *
 * System and developer turns stand first, wherever they stood: several providers behind the AI SDK refuse them elsewhere.
 *
 * @law results of one message keep their order; messages keep theirs, apart from results that move up to their call
 */
export function writeAiSdk(
  turns: readonly ShownTurn[],
  { answered: { callsOf }, originals }: { readonly answered: AnsweredCalls; readonly originals: Originals },
  omissions: Omissions,
): AiSdkPayload {
  const ids = sentIds(callsOf, idRuleOf(originals), omissions)
  const writing: Writing = {
    turns: aiSdkTurns(turns, originals),
    ids,
    takenIds: new Set(ids.values()),
    omissions,
    hosted: new Map(),
    requestIds: new Set(),
    system: [],
    messages: [],
    written: new Set(),
  }
  writing.turns.forEach((turn, index) => writeTurn(turn, { index, calls: callsOf[index] ?? [] }, writing))
  const { system, messages } = writing
  if (messages.length > 0 && messages[0]?.['role'] !== 'user')
    messages.unshift({ role: 'user', content: [{ type: 'text', text: EARLIER_NOT_SHOWN }] })
  return { messages: [...system, ...messages] }
}

/** Ids of this very format were taken by the host's provider; others are kept to what all providers take. */
function idRuleOf({ format }: Originals): IdRule {
  const accepts =
    format === 'ai-sdk' ? (id: string) => id !== '' : (id: string) => /^[a-zA-Z0-9_-]{1,40}$/.test(id)
  return { accepts, lengthMax: 40, uniqueIn: 'request' }
}

interface TurnPlace {
  readonly index: number
  readonly calls: readonly MadeCall[]
}

function writeTurn(turn: AiSdkTurn, { index, calls }: TurnPlace, writing: Writing): void {
  if (writing.written.has(turn)) return
  const { itemId, role, parts } = turn.turn
  const answers = parts.some((part) => part._tag === 'Result')
  if (isAnswerForApproval(turn)) return writeAnswerForApproval(turn, writing)
  if (
    parts.length > 0 &&
    parts.every((part, at) => part._tag === 'Result' || turn.parts[at]?.kind === 'approval')
  )
    return
  if (calls.length === 0 && (role === 'system' || role === 'developer')) return writeSystem(turn, writing)
  const sentRole = calls.length > 0 || role === 'assistant' ? 'assistant' : 'user'
  const content = aiSdkContent(turn, { role: sentRole, calls }, writing)
  if (content.length > 0) writing.messages.push(messageOf({ role: sentRole, content, raw: turn.raw }))
  else if (!answers) writing.omissions.note(itemId, 'empty')
  if (calls.length > 0) writeResults(calls, index, writing)
}

/** Answers for approval that stand between the calls and their results come first: after a result they would run it again. */
function writeResults(calls: readonly MadeCall[], index: number, writing: Writing): void {
  for (let at = index + 1; writing.turns[at]?.turn.role === 'tool'; at += 1) {
    const turn = writing.turns[at] as AiSdkTurn
    if (isAnswerForApproval(turn)) writeAnswerForApproval(turn, writing)
  }
  for (const message of aiSdkResults(calls, writing.turns, writing)) writing.messages.push(messageOf(message))
}

function isAnswerForApproval({ turn, parts }: AiSdkTurn): boolean {
  return turn.role === 'tool' && parts.length > 0 && parts.every(({ kind }) => kind === 'approval')
}

function writeAnswerForApproval(turn: AiSdkTurn, writing: Writing): void {
  writing.written.add(turn)
  const content = turn.parts.flatMap(({ block }) => responseBlocks(block, turn.turn.itemId, writing))
  if (content.length > 0) writing.messages.push(messageOf({ role: 'tool', content, raw: turn.raw }))
}

/** The format has one text here: each of several is a message of its own, media are marked. */
function writeSystem(turn: AiSdkTurn, writing: Writing): void {
  const { system, omissions } = writing
  const { raw } = turn
  const texts = aiSdkContent(turn, { role: 'system', calls: [] }, writing)
    .map(({ text }) => text)
    .filter((text) => text !== '')
  if (texts.length === 0) return omissions.note(turn.turn.itemId, 'empty')
  for (const content of texts) {
    const fields = raw === null || isInterfaceMessage(raw) ? null : fitMessage(raw)
    const isWhole = fields !== null && fields['content'] === content
    system.push(isWhole ? fields : { ...fields, role: 'system', content })
  }
}

/** The raw message itself where all of it stands here, unchanged; one plain text of another format is a text. */
function messageOf({ role, content, raw }: WrittenParts): JsonRecord {
  const [only, second] = content
  const isPlain = second === undefined && only?.['type'] === 'text' && Object.keys(only).length === 2
  if (raw === null || isInterfaceMessage(raw))
    return { role, content: isPlain && role !== 'tool' ? only['text'] : content }
  const given = raw['content']
  const fit = fitMessage(raw)
  if (isPlain && given === only['text']) return fit
  const isWhole =
    Array.isArray(given) &&
    given.length === content.length &&
    content.every((block, index) => block === asRecord(given[index]))
  return isWhole && raw['role'] === role ? fit : { ...fit, role, content }
}

function fitMessage(raw: JsonRecord): JsonRecord {
  return withFitFields(raw, () => undefined)
}
