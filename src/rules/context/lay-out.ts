/**
 * In which order does the window stand? By position and age only: no score, reason or relative time moves an item,
 * so that what was sent early stays where it was.
 */
import type { Segment } from '../../contract/partition.js'
import type { Placement } from '../../contract/plan-request.js'
import type { ItemFacts } from './item-facts.js'
import type { Fates, PlanInput } from './plan-input.js'

/** An item and where it stands. */
export interface Placed {
  readonly index: number
  readonly segment: Segment
}

/** The order of segments; `current` is the newest user message and everything after it. */
const SEGMENT_ORDER: Readonly<Record<Placement, readonly Segment[]>> = {
  hybrid: ['instructions', 'standing', 'conversation', 'fresh', 'current'],
  'stable-prefix': ['instructions', 'standing', 'fresh', 'conversation', 'current'],
  'latest-user': ['instructions', 'conversation', 'standing', 'fresh', 'current'],
}

/** Without a user message there is nothing to stand before, so what is fresh goes before the conversation. */
const SEGMENT_ORDER_WITHOUT_REQUEST = SEGMENT_ORDER['stable-prefix']

/** Every kept item, in the order of the window. */
export function layOut(input: PlanInput, fates: Fates): readonly Placed[] {
  const anchor = newestKeptUserMessage(input, fates)
  const segments = new Map<Segment, Placed[]>()
  input.facts.forEach((facts, index) => {
    if (fates.kept[index] === null) return
    const segment = segmentOf(facts, { index, anchor, fates })
    const placed = segments.get(segment)
    if (placed === undefined) segments.set(segment, [{ index, segment }])
    else placed.push({ index, segment })
  })
  const order = anchor < 0 ? SEGMENT_ORDER_WITHOUT_REQUEST : SEGMENT_ORDER[input.placement]
  return order.flatMap((segment) => summariesFirst(segments.get(segment) ?? [], input))
}

/** Whether an item of this kind would be put before the user message, and so needs one. */
export function isInjected(facts: ItemFacts): boolean {
  const { kind } = facts.item
  return kind !== 'summary' && facts.sequence < 0 && !isInstruction(facts)
}

function newestKeptUserMessage(input: PlanInput, fates: Fates): number {
  for (let index = input.conversationCount - 1; index >= 0; index--) {
    if (input.facts[index]?.isUserMessage === true && fates.kept[index] !== null) return index
  }
  return -1
}

interface Place {
  readonly index: number
  readonly anchor: number
  readonly fates: Fates
}

function segmentOf(facts: ItemFacts, { index, anchor, fates }: Place): Segment {
  if (isInstruction(facts) || fates.kept[index] === 'system_policy') return 'instructions'
  if (facts.item.kind === 'summary') return 'conversation'
  if (facts.sequence >= 0) return anchor >= 0 && index >= anchor ? 'current' : 'conversation'
  return facts.partition === 'memory' && fates.kept[index] === 'pinned' ? 'standing' : 'fresh'
}

function isInstruction(facts: ItemFacts): boolean {
  return facts.partition === 'instructions' || facts.partition === 'tools'
}

/** A summary stands for what came before the oldest kept item. */
function summariesFirst(placed: readonly Placed[], input: PlanInput): readonly Placed[] {
  const isSummary = ({ index }: Placed) => input.facts[index]?.item.kind === 'summary'
  if (!placed.some(isSummary)) return placed
  return [...placed.filter(isSummary), ...placed.filter((one) => !isSummary(one))]
}
