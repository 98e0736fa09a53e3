/**
 * How do the turns of a plan become messages of Anthropic Messages? Neighbours of one role are one message, the results
 * of a message stand first in the next. A message or block that may go as it came goes as it came.
 */
import { anthropicBlocks, resultBlock, type Block } from './anthropic-blocks.js'
import { trimmedLength } from './blank-text.js'
import { settleCacheMarks } from './cache-marks.js'
import { inOrderOfResults, type AnsweredCalls, type MadeCall } from './answer-calls.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { EARLIER_NOT_SHOWN } from './fixed-texts.js'
import type { AnthropicPayload } from './message-payload.js'
import type { Omissions } from './omissions.js'
import type { ShownTurn } from './shown-turns.js'
import { sentIds, type IdRule } from './wire-ids.js'

/** Ids are unique in a request and match `^[a-zA-Z0-9_-]+$`; no length is documented, 64 is known to be taken. */
const ID_RULE: IdRule = {
  accepts: (id) => /^[a-zA-Z0-9_-]{1,64}$/.test(id),
  lengthMax: 64,
  uniqueIn: 'request',
}

interface Draft {
  readonly role: 'user' | 'assistant'
  readonly blocks: Block[]
}

interface Writing {
  readonly ids: ReadonlyMap<MadeCall, string>
  readonly omissions: Omissions
  readonly system: Block[]
  readonly drafts: Draft[]
  /** Calls of the last draft whose results are not written yet. */
  readonly pending: MadeCall[]
  readonly turns: readonly ShownTurn[]
}

/** What is written beside the turns. */
export interface AnthropicTerms {
  readonly answered: AnsweredCalls
  /** The items after which a mark of a cache point is asked for. */
  readonly breakpoints: readonly string[]
}

/**
 * Writes system text and messages.
 *
 * System and developer turns become `system` blocks wherever they stand: the format has no other place for them.
 *
 * @law results of one message keep their order; blocks keep theirs, apart from results that move up behind their
 *      call, and reasoning that moves to the front of a message it would not begin
 */
export function writeAnthropicMessages(
  turns: readonly ShownTurn[],
  { answered: { callsOf }, breakpoints }: AnthropicTerms,
  omissions: Omissions,
): AnthropicPayload {
  const ids = sentIds(callsOf, ID_RULE, omissions)
  const writing: Writing = { ids, omissions, system: [], drafts: [], pending: [], turns }
  turns.forEach((turn, index) => writeTurn(turn, callsOf[index] ?? [], writing))
  writeResults(writing)
  const drafts = settle(writing)
  settleCacheMarks([writing.system, ...drafts.map(({ blocks }) => blocks)], { turns, breakpoints, omissions })
  const messages = drafts.map((draft) => messageOf(draft, omissions))
  const system = writing.system.map(({ json }) => json)
  return system.length === 0 ? { messages } : { system, messages }
}

function writeTurn(turn: ShownTurn, calls: readonly MadeCall[], writing: Writing): void {
  if (turn.parts.some((part) => part._tag === 'Result') && writing.pending.length > 0) writeResults(writing)
  const blocks = anthropicBlocks(turn, calls, writing)
  if (blocks.length === 0) {
    if (!turn.parts.some((part) => part._tag === 'Result')) writing.omissions.note(turn.itemId, 'empty')
    return
  }
  if (calls.length > 0 || turn.role === 'assistant') {
    // A call may join the calls before it; words after a call would stand between it and its result.
    if (writing.pending.length > 0 && blocks[0]?.json['type'] !== 'tool_use') writeResults(writing)
    append(draftOf('assistant', writing), blocks)
    for (const call of calls) writing.pending.push(call)
  } else if (turn.role === 'system' || turn.role === 'developer') {
    for (const block of blocks) writing.system.push(block)
  } else {
    writeResults(writing)
    append(draftOf('user', writing), blocks)
  }
}

function writeResults(writing: Writing): void {
  if (writing.pending.length === 0) return
  const draft: Draft = { role: 'user', blocks: [] }
  writing.drafts.push(draft)
  for (const call of inOrderOfResults(writing.pending)) draft.blocks.push(resultBlock(call, writing))
  writing.pending.length = 0
}

function draftOf(role: Draft['role'], { drafts }: Writing): Draft {
  const last = drafts.at(-1)
  if (last?.role === role) return last
  const draft: Draft = { role, blocks: [] }
  drafts.push(draft)
  return draft
}

/** Without spreading: a message may have hundreds of thousands of blocks. */
function append(draft: Draft, blocks: readonly Block[]): void {
  for (const block of blocks) draft.blocks.push(block)
}

/** Puts reasoning where it must stand, a user's message first, and no white space last. */
function settle({ drafts, omissions }: Writing): readonly Draft[] {
  const settled: Draft[] = []
  for (const draft of drafts) {
    const blocks = draft.role === 'assistant' ? orderedReasoning(draft.blocks, omissions) : draft.blocks
    if (blocks.length === 0) continue
    const last = settled.at(-1)
    if (last?.role === draft.role) append(last, blocks)
    else settled.push({ role: draft.role, blocks: [...blocks] })
  }
  if (settled[0]?.role === 'assistant')
    settled.unshift({ role: 'user', blocks: [ownText(EARLIER_NOT_SHOWN)] })
  const last = settled.at(-1)
  if (last?.role === 'assistant') trimEnd(last, omissions)
  return settled
}

function orderedReasoning(blocks: readonly Block[], omissions: Omissions): readonly Block[] {
  let end = blocks.length
  for (; end > 0 && isReasoning(blocks[end - 1]); end -= 1) {
    const { itemId } = blocks[end - 1] as Block
    omissions.note(itemId, 'reasoning-at-end')
  }
  for (const block of end === 0 ? blocks : []) omissions.note(block.itemId, 'empty')
  const kept = blocks.slice(0, end)
  if (isReasoning(kept[0]) || !kept.some(isReasoning)) return kept
  return [...kept.filter(isReasoning), ...kept.filter((block) => !isReasoning(block))]
}

function isReasoning(block: Block | undefined): boolean {
  const type = block?.json['type']
  return type === 'thinking' || type === 'redacted_thinking'
}

function trimEnd({ blocks }: Draft, omissions: Omissions): void {
  const last = blocks.at(-1)
  const text = last?.json['text']
  if (last === undefined || last.json['type'] !== 'text' || typeof text !== 'string') return
  const length = trimmedLength(text)
  if (length === text.length) return
  omissions.note(last.itemId, 'trailing-space')
  blocks[blocks.length - 1] = { ...last, json: { ...last.json, text: text.slice(0, length) }, whole: false }
}

function ownText(text: string): Block {
  return { itemId: '', json: { type: 'text', text }, raw: null, whole: false }
}

/** The raw message itself where all of it stands here, unchanged, and its content where only that may go along. */
function messageOf({ role, blocks }: Draft, omissions: Omissions): JsonRecord {
  noteFields(blocks, omissions)
  const raw = blocks[0]?.raw ?? null
  const content = blocks.map((block) => block.json)
  if (raw === null || blocks.some((block) => block.raw !== raw)) return { role, content }
  const given = raw['content']
  if (!isWhole(given, blocks)) return { role, content }
  return Object.keys(raw).every(isSentField) ? raw : { role, content: given }
}

function isWhole(given: unknown, blocks: readonly Block[]): boolean {
  if (typeof given === 'string') return blocks[0]?.whole === true
  if (!Array.isArray(given) || given.length !== blocks.length) return false
  return blocks.every((block, index) => block.json === asRecord(given[index]))
}

/** What an answer of the provider carries beside its content: bookkeeping that says nothing to a model. */
const RESPONSE_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'type',
  'model',
  'stop_reason',
  'stop_sequence',
  'usage',
])

function noteFields(blocks: readonly Block[], omissions: Omissions): void {
  let seen: JsonRecord | null = null
  for (const { raw, itemId } of blocks) {
    if (raw === null || raw === seen) continue
    seen = raw
    const other = Object.keys(raw).some((key) => !isSentField(key) && !RESPONSE_FIELDS.has(key))
    if (other) omissions.note(itemId, 'field-not-sent')
  }
}

function isSentField(key: string): boolean {
  return key === 'role' || key === 'content'
}
