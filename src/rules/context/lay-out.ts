/**
 * In which order does the window stand? By position and age only: no score, reason or relative time moves an item,
 * so that what was sent early stays where it was.
 */
import type { KeepReason } from '../../contract/context-plan.js'
import { SEGMENTS, type Segment } from '../../contract/partition.js'
import type { Placement } from '../../contract/plan-request.js'
import type { ItemFacts } from './item-facts.js'
import type { Fates, PlanInput } from './plan-input.js'

/** A segment and the indexes of its items in `facts`, in order. */
export interface LaidOut {
  readonly segment: Segment
  readonly indexes: readonly number[]
}

/** The order of segments; `current` is the newest user message and everything after it. */
const SEGMENT_ORDER: Readonly<Record<Placement, readonly Segment[]>> = {
  hybrid: ['instructions', 'standing', 'conversation', 'fresh', 'current'],
  'stable-prefix': ['instructions', 'standing', 'fresh', 'conversation', 'current'],
  'latest-user': ['instructions', 'conversation', 'standing', 'fresh', 'current'],
}

/** Without a user message there is nothing to stand before, so what is fresh goes before the conversation. */
const SEGMENT_ORDER_WITHOUT_REQUEST = SEGMENT_ORDER['stable-prefix']

/** Every segment with its kept items, in the order of the window; empty segments too. */
export function layOut(input: PlanInput, fates: Fates): readonly LaidOut[] {
  const anchor = newestKeptUserMessage(input, fates)
  const segments = new Map<Segment, number[]>(SEGMENTS.map((segment) => [segment, []]))
  for (let index = 0; index < input.facts.length; index++) {
    const reason = fates.kept[index]
    if (reason === null || reason === undefined) continue
    segments
      .get(segmentOf(input.facts[index] as ItemFacts, reason, anchor >= 0 && index >= anchor))
      ?.push(index)
  }
  const order = anchor < 0 ? SEGMENT_ORDER_WITHOUT_REQUEST : SEGMENT_ORDER[input.placement]
  return order.map((segment) => ({ segment, indexes: summariesFirst(segments.get(segment) ?? [], input) }))
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

function segmentOf(facts: ItemFacts, reason: KeepReason, isCurrent: boolean): Segment {
  if (isInstruction(facts) || reason === 'system_policy') return 'instructions'
  if (facts.item.kind === 'summary') return 'conversation'
  if (facts.sequence >= 0) return isCurrent ? 'current' : 'conversation'
  return facts.partition === 'memory' && reason === 'pinned' ? 'standing' : 'fresh'
}

function isInstruction(facts: ItemFacts): boolean {
  return facts.partition === 'instructions' || facts.partition === 'tools'
}

/** A summary stands for what came before the oldest kept item. */
function summariesFirst(indexes: readonly number[], input: PlanInput): readonly number[] {
  const isSummary = (index: number) => input.facts[index]?.item.kind === 'summary'
  if (!indexes.some(isSummary)) return indexes
  return [...indexes.filter(isSummary), ...indexes.filter((index) => !isSummary(index))]
}
