/**
 * Which calls and results belong together, read naively from REQ-PLAN-003 and REQ-PLAN-004? Quadratic on purpose; it
 * shares no code with the kernel.
 */
import type { ContextItemInput } from '../../src/contract/context-item.js'

/** One call of the conversation and the items that answer it. */
export interface OracleCall {
  readonly itemId: string
  readonly callId: string
  readonly answers: string[]
}

/** What the oracle found; items by id. */
export interface OraclePairing {
  /** The conversation in order of sequence. */
  readonly conversation: readonly ContextItemInput[]
  readonly calls: readonly OracleCall[]
  /** Items with a result that answers nothing. */
  readonly defective: ReadonlySet<string>
  /** Items of the exchange that is still running at the end. */
  readonly live: ReadonlySet<string>
  /** Sets of items that stand or fall together: shared items, the running tail, overlapping sound exchanges. */
  readonly exchanges: readonly ReadonlySet<string>[]
}

interface Seen extends OracleCall {
  readonly at: number
  readonly twin: boolean
  lastPart: number | undefined
}

const CONVERSATION = ['message', 'tool-evidence', 'artifact-ref']

export function conversationOf(items: readonly ContextItemInput[]): readonly ContextItemInput[] {
  return items
    .filter((item) => CONVERSATION.includes(item.kind))
    .sort((a, b) => (a.source.sequence ?? 0) - (b.source.sequence ?? 0))
}

/** Pairs all items; an exchange with a barred item merges with none it merely overlaps. */
export function naivePairing(
  items: readonly ContextItemInput[],
  barred: ReadonlySet<string> = new Set(),
): OraclePairing {
  const conversation = conversationOf(items)
  const calls: Seen[] = []
  const defective = new Set<string>()
  conversation.forEach((item, at) => {
    for (const result of item.binding?.results ?? []) {
      const call = targetOf(calls, result)
      if (call === undefined) defective.add(item.itemId)
      else {
        call.answers.push(item.itemId)
        call.lastPart = result.part
      }
    }
    const ids = (item.binding?.calls ?? []).map(({ callId }) => callId)
    ids.forEach((callId, index) => {
      const twin = ids.indexOf(callId) < index
      calls.push({ itemId: item.itemId, callId, answers: [], at, twin, lastPart: undefined })
    })
  })
  const groups = joinedWhile(
    [...calls.map((call) => new Set([call.itemId, ...call.answers])), ...boundCalls(conversation)],
    (a, b) => [...a].some((id) => b.has(id)),
  )
  const isPaired = (id: string) => groups.some((group) => group.has(id))
  const seen = conversation.filter(({ itemId }) => !barred.has(itemId) || isPaired(itemId))
  const live = liveItems(seen, groups, defective)
  const joined = joinedWhile(live.size === 0 ? groups : [...groups, live], (a, b) =>
    [...a].some((id) => b.has(id)),
  )
  const exchanges = mergeOverlaps(joined, { conversation, calls, defective, barred })
  const ending = exchanges.find((exchange) => [...live].some((id) => exchange.has(id)))
  const running = ending ?? live
  const isBroken = [...running].some((id) => defective.has(id))
  return { conversation, calls, defective, live: isBroken ? new Set() : running, exchanges }
}

/** The nearest earlier open call with the id; a rising part goes on with the nearest answered one. */
function targetOf(
  calls: readonly Seen[],
  { callId, part }: { callId: string; part?: number },
): Seen | undefined {
  const earlier = calls.filter((call) => call.callId === callId && !call.twin).reverse()
  const [nearest] = earlier
  const goesOn =
    nearest !== undefined &&
    nearest.answers.length > 0 &&
    nearest.lastPart !== undefined &&
    part !== undefined &&
    part > nearest.lastPart
  return goesOn ? nearest : earlier.find((call) => call.answers.length === 0)
}

/** Items that both make calls and are bound together are parallel calls of one message. */
function boundCalls(conversation: readonly ContextItemInput[]): readonly ReadonlySet<string>[] {
  const calling = conversation.filter((item) => (item.binding?.calls ?? []).length > 0)
  return calling.flatMap((item) =>
    calling
      .filter((other) => item.binding?.boundTo?.includes(other.itemId) === true)
      .map((other) => new Set([item.itemId, other.itemId])),
  )
}

/** The last item with calls and the results after it, where nothing but these and stray results stands after it. */
function liveItems(
  conversation: readonly ContextItemInput[],
  groups: readonly ReadonlySet<string>[],
  defective: ReadonlySet<string>,
): ReadonlySet<string> {
  const last = conversation.findLastIndex((item) => (item.binding?.calls ?? []).length > 0)
  if (last < 0) return new Set()
  const after = conversation.slice(last + 1).map((item) => item.itemId)
  const isPaired = (id: string) => groups.some((group) => group.has(id))
  const isAnswer = (id: string) => !defective.has(id) && isPaired(id)
  const isStray = (id: string) => defective.has(id) && !isPaired(id)
  if (after.some((id) => !isAnswer(id) && !isStray(id))) return new Set()
  return new Set([conversation[last]?.itemId ?? '', ...after.filter(isAnswer)])
}

function mergeOverlaps(
  groups: readonly ReadonlySet<string>[],
  {
    conversation,
    calls,
    defective,
    barred,
  }: Pick<OraclePairing, 'conversation' | 'calls' | 'defective'> & { barred: ReadonlySet<string> },
): readonly ReadonlySet<string>[] {
  const place = new Map(conversation.map((item, at) => [item.itemId, at]))
  const isSound = (group: ReadonlySet<string>) =>
    [...group].every((id) => !barred.has(id)) &&
    calls.every((call) => !group.has(call.itemId) || call.answers.length > 0) &&
    [...group].every((id) => !defective.has(id))
  const spanOf = (group: ReadonlySet<string>) => {
    const places = [...group].map((id) => place.get(id) ?? -1)
    return { from: Math.min(...places), to: Math.max(...places) }
  }
  const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
    spanOf(a).from <= spanOf(b).to && spanOf(b).from <= spanOf(a).to
  return joinedWhile(groups, (a, b) => isSound(a) && isSound(b) && overlap(a, b))
}

function joinedWhile(
  groups: readonly ReadonlySet<string>[],
  touch: (a: ReadonlySet<string>, b: ReadonlySet<string>) => boolean,
): readonly ReadonlySet<string>[] {
  for (let i = 0; i < groups.length; i += 1) {
    for (let j = i + 1; j < groups.length; j += 1) {
      const [a, b] = [groups[i], groups[j]]
      if (a === undefined || b === undefined || !touch(a, b)) continue
      return joinedWhile([...groups.filter((_, at) => at !== i && at !== j), new Set([...a, ...b])], touch)
    }
  }
  return groups
}
