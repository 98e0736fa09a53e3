/**
 * Which items do the readings of a session become, in order? Gives ids, sequence and sources; drops nothing unsaid.
 */
import type { ContextItem, ItemKind } from '../../contract/context-item.js'
import { ok, type Result } from '../../contract/result.js'
import { ExternalId, type Instant } from '../../contract/scalars.js'
import { isWellFormedText } from '../../base/text/well-formed.js'
import type { DraftTurn, EntryFacts, EntryReading } from './entry-reading.js'
import { instantOf } from './instant-of.js'
import { itemOfTurn, problemOfDraft, type ItemNaming } from './item-of-turn.js'
import { renderSupplement } from './render-supplement.js'
import { textPart } from './parts-of-content.js'
import type { LineProblem, ReadOptions } from './transcript.js'
import type { TranscriptFormat, Turn } from './turn.js'
import { isWellFormedValue } from './well-formed-value.js'

/** A session while it is read. */
export interface SessionItems {
  readonly format: TranscriptFormat
  readonly options: ReadOptions
  readonly items: ContextItem[]
  readonly turns: Map<string, Turn>
  readonly problems: LineProblem[]
  readonly sourceIds: SourceIds
  /** By the provider's id of a message: the newest item of it that makes calls. */
  readonly callingItems: Map<string, string>
  /** By the name of a couple: its newest item. */
  readonly coupledItems: Map<string, string>
  /** From the first user message on, a system message is no longer an instruction of the whole session. */
  userSeen: boolean
}

/** Which names of sources are given, and the number of the last copy of each name that was wanted again. */
interface SourceIds {
  readonly taken: Set<string>
  readonly lastCopy: Map<string, number>
}

/** An entry's own id is taken up to this length, in code units, so that a suffix still fits. */
const ENTRY_ID_UNITS_MAX = 400

export function newSessionItems(format: TranscriptFormat, options: ReadOptions): SessionItems {
  return {
    format,
    options,
    items: [],
    turns: new Map(),
    problems: [],
    sourceIds: { taken: new Set(), lastCopy: new Map() },
    callingItems: new Map(),
    coupledItems: new Map(),
    userSeen: false,
  }
}

/** Where an entry stands: its index among the originals, and its name: the number of its line or message. */
export interface EntryPlace {
  readonly message: number
  readonly line: number | 'system'
}

/**
 * Adds the items of one entry, or its problem; never some of its items and a problem, unless the problem loses nothing.
 *
 * @returns failed: `PortFailed`; the session is then not read.
 */
export function addReading(session: SessionItems, reading: EntryReading, place: EntryPlace): Result<null> {
  switch (reading._tag) {
    case 'Silent':
      return ok(null)
    case 'Problem':
      return addProblem(session, reading.problem, place)
    case 'Summary':
      return addSummary(session, reading, place)
    case 'Turns': {
      for (const draft of reading.drafts) {
        const problem = problemOfDraft(draft)
        if (problem !== null) return addProblem(session, problem, place)
      }
      if (!isWellFormedValue(reading.carried)) return addProblem(session, 'ill-formed-text', place)
      if (reading.unknownPart) addProblem(session, 'unknown-part', place)
      return addTurns(session, reading, place)
    }
  }
}

function addProblem(
  session: SessionItems,
  problem: LineProblem['problem'],
  { line }: EntryPlace,
): Result<null> {
  session.problems.push({ line: line === 'system' ? 0 : line, problem })
  return ok(null)
}

function addTurns(
  session: SessionItems,
  reading: Extract<EntryReading, { _tag: 'Turns' }>,
  place: EntryPlace,
): Result<null> {
  for (const [index, draft] of reading.drafts.entries()) {
    if (draft.role === 'user') session.userSeen = true
    const naming = namingOf(session, reading, { place, index, kind: kindOf(draft, session.userSeen) })
    const boundTo =
      earlierOfCouple(session, reading.coupleId, naming.itemId) ??
      earlierCallOf(session, reading.messageId, { draft, itemId: naming.itemId })
    const item = itemOfTurn(draft, { ...naming, boundTo }, session.options)
    if (!item.ok) return item
    session.items.push(item.value)
    const { role, parts, from, to } = draft
    const { itemId } = naming
    session.turns.set(itemId, { itemId, role, parts, place: { message: place.message, from, to } })
  }
  return ok(null)
}

/**
 * Calls of one message that stand on several lines are parallel calls: all answered, or none is shown. Each such item
 * is bound to the one before it.
 */
function earlierCallOf(
  { callingItems }: SessionItems,
  messageId: unknown,
  { draft, itemId }: { readonly draft: DraftTurn; readonly itemId: string },
): string | undefined {
  if (typeof messageId !== 'string' || !draft.parts.some((part) => part._tag === 'Call')) return undefined
  const earlier = callingItems.get(messageId)
  callingItems.set(messageId, itemId)
  return earlier
}

function earlierOfCouple(
  { coupledItems }: SessionItems,
  coupleId: string | undefined,
  itemId: string,
): string | undefined {
  if (coupleId === undefined) return undefined
  const earlier = coupledItems.get(coupleId)
  coupledItems.set(coupleId, itemId)
  return earlier
}

/** A summary is no message: it has no turn, and costs what the supplement costs that is written for it. */
function addSummary(
  session: SessionItems,
  reading: Extract<EntryReading, { _tag: 'Summary' }>,
  place: EntryPlace,
): Result<null> {
  if (!isWellFormedText(reading.text)) return addProblem(session, 'ill-formed-text', place)
  const naming = namingOf(session, reading, { place, index: 0, kind: 'summary' })
  const draft: DraftTurn = { role: 'assistant', parts: [textPart(reading.text)], from: 0, to: 1 }
  const item = itemOfTurn(draft, naming, session.options)
  if (!item.ok) return item
  const rendered = { ...draft, parts: [textPart(renderSupplement(item.value))] }
  const counted = itemOfTurn(rendered, naming, session.options)
  if (!counted.ok) return counted
  session.items.push({ ...item.value, tokens: counted.value.tokens })
  return ok(null)
}

function kindOf(draft: DraftTurn, userSeen: boolean): ItemKind {
  if (draft.role === 'tool') return 'tool-evidence'
  const isInstruction = draft.role === 'system' || draft.role === 'developer'
  return isInstruction && !userSeen ? 'system-policy' : 'message'
}

function namingOf(
  session: SessionItems,
  facts: EntryFacts,
  { place, index, kind }: { readonly place: EntryPlace; readonly index: number; readonly kind: ItemKind },
): ItemNaming {
  const name = String(place.line)
  const suffix = index === 0 ? '' : `:${String(index + 1)}`
  return {
    itemId: `m:${name}${suffix}`,
    kind,
    format: session.format,
    sourceId: newSourceId(session.sourceIds, `${isUsableId(facts.entryId) ? facts.entryId : name}${suffix}`),
    sequence: session.items.length,
    observedAt: firstInstant(facts.timestamps) ?? session.options.observedAt,
    actor: facts.actor,
  }
}

function firstInstant(timestamps: readonly unknown[] = []): Instant | null {
  for (const timestamp of timestamps) {
    const instant = instantOf(timestamp)
    if (instant !== null) return instant
  }
  return null
}

function isUsableId(id: unknown): id is ExternalId {
  return ExternalId.is(id) && id !== '' && id.length <= ENTRY_ID_UNITS_MAX
}

/** Two entries may carry one id; what they said still has two sources. Copies are counted, never searched from two on. */
function newSourceId({ taken, lastCopy }: SourceIds, wanted: string): string {
  let id = wanted
  let copy = lastCopy.get(wanted) ?? 1
  while (taken.has(id)) {
    copy += 1
    id = `${wanted}#${String(copy)}`
  }
  if (copy > 1) lastCopy.set(wanted, copy)
  taken.add(id)
  return id
}
