/**
 * How do the turns of a plan become input items of OpenAI Responses? A turn is one item or several; outputs stand behind
 * the calls of their response. An item that may go as it came goes as it came.
 */
import { inOrderOfResults, type AnsweredCalls, type MadeCall } from './answer-calls.js'
import { base64Of } from './base64-text.js'
import { responsesItemsOf } from './codex-entry.js'
import type { JsonRecord } from './json-record.js'
import type { Omissions } from './omissions.js'
import { responsesCall, responsesOutput, type CallWriting } from './responses-call.js'
import { kindOfItem } from './responses-kinds.js'
import { keptMessage, responsesMessage, type SaidPart } from './responses-message.js'
import { settleReasoning, type WrittenItem } from './responses-reasoning.js'
import type { ShownTurn } from './shown-turns.js'
import type { Originals } from './turn.js'
import { sentIds, type IdRule } from './wire-ids.js'

/** An output finds its call by id in the whole request; the longest id has 64 characters. */
const ID_RULE: IdRule = {
  accepts: (id) => id.length > 0 && id.length <= 64,
  lengthMax: 64,
  uniqueIn: 'request',
}

interface Writing extends CallWriting {
  readonly items: WrittenItem[]
  /** Calls whose outputs are not written yet, with what they went out as. */
  readonly pending: Map<MadeCall, JsonRecord>
}

/**
 * Writes the items.
 *
 * Reasoning goes back only in its own format, before the very item that followed it; an item whose reasoning is not
 * there goes without its id, as the provider asks for the reasoning of an item by that id.
 *
 * @law outputs of one response keep their order; items keep theirs, apart from outputs that move up to their calls
 */
export function writeOpenAiResponses(
  turns: readonly ShownTurn[],
  { answered: { callsOf }, originals }: { readonly answered: AnsweredCalls; readonly originals: Originals },
  omissions: Omissions,
): readonly JsonRecord[] {
  const ids = sentIds(callsOf, ID_RULE, omissions)
  const writing: Writing = { turns, ids, omissions, items: [], pending: new Map() }
  turns.forEach((turn, index) => writeTurn(turn, callsOf[index] ?? [], writing))
  writeOutputs(writing)
  return settleReasoning(writing.items, responsesItemsOf(originals) ?? [], omissions)
}

function writeTurn(turn: ShownTurn, calls: readonly MadeCall[], writing: Writing): void {
  const answers = turn.parts.some((part) => part._tag === 'Result')
  const isModels = calls.length > 0 || turn.role === 'assistant'
  if (answers || !isModels) writeOutputs(writing)
  if (turn.parts.length > 0 && turn.parts.every((part) => part._tag === 'Result')) return
  const before = writing.items.length
  writeItems(turn, calls, writing)
  if (writing.items.length === before && !answers) writing.omissions.note(turn.itemId, 'empty')
}

function writeOutputs(writing: Writing): void {
  const { pending, items } = writing
  for (const call of inOrderOfResults([...pending.keys()])) {
    const sent = pending.get(call)
    if (sent === undefined) continue
    items.push({ itemId: call.itemId, raw: null, json: responsesOutput(call, sent, writing) })
  }
  pending.clear()
}

function writeItems(turn: ShownTurn, calls: readonly MadeCall[], writing: Writing): void {
  const { raw, itemId } = turn
  const role = calls.length > 0 ? 'assistant' : turn.role === 'tool' ? 'user' : turn.role
  const kind = raw === null ? 'message' : kindOfItem(raw)
  if (raw !== null && isSentWhole(raw)) {
    writing.items.push({ itemId, raw, json: raw })
    return
  }
  if (kind === 'unknown' || (kind === 'hosted' && turn.parts.some((part) => part._tag === 'Text')))
    writing.omissions.note(itemId, 'part-as-text')
  const message = { itemId, role, omissions: writing.omissions }
  const kept = raw !== null && kind === 'message' ? keptMessage(raw, message) : null
  if (kept !== null) {
    writing.items.push({ itemId, raw, json: kept })
    return
  }
  let said: SaidPart[] = []
  const say = () => {
    const json = responsesMessage(said, message)
    said = []
    if (json !== null) writing.items.push({ itemId, raw: null, json })
  }
  let next = 0
  turn.parts.forEach((part, index) => {
    if (part._tag === 'Text' || part._tag === 'Media') said.push({ part, raw: turn.blocks[index] ?? null })
    if (part._tag === 'Thinking') writing.omissions.note(itemId, 'reasoning-not-portable')
    if (part._tag !== 'Call') return
    say()
    const call = calls[next]
    next += 1
    if (call !== undefined) writeCall(call, raw, writing)
  })
  say()
}

/** Items that nobody else could make go as they came, but for a picture that is none. */
function isSentWhole(raw: JsonRecord): boolean {
  const kind = kindOfItem(raw)
  const { result = null } = raw
  if (raw['type'] === 'image_generation_call' && result !== null) return base64Of(result) === result
  return kind === 'reasoning' || kind === 'hosted' || kind === 'sent'
}

function writeCall(call: MadeCall, raw: JsonRecord | null, writing: Writing): void {
  const json = responsesCall(call, raw, writing)
  writing.items.push({ itemId: call.itemId, raw, json })
  writing.pending.set(call, json)
}
