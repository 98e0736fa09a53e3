/**
 * In which order does the window stand? By position, age and where it was sent before: no score and no relative time moves
 * an item, so that what was sent early stays where it was.
 */
import type { KeepReason } from '../../contract/context-plan.js'
import { SEGMENTS, type Segment } from '../../contract/partition.js'
import type { Placement } from '../../contract/placement.js'
import { gives } from './columns.js'
import { SIGNAL } from './signals.js'
import { interleaveSent } from './interleave-sent.js'
import { isStanding } from './floats.js'
import type { Fates, PlanInput } from './plan-input.js'
import type { SentPlan } from './admit-sent.js'

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

/**
 * Every segment with its kept items, in the order of the window; empty segments too.
 *
 * @param sent what was sent and is held where it was; null where the plan is laid out anew
 */
export function layOut(input: PlanInput, fates: Fates, sent: SentPlan | null): readonly LaidOut[] {
  const anchor = newestKeptUserMessage(input, fates)
  const segments = new Map<Segment, number[]>(SEGMENTS.map((segment) => [segment, []]))
  for (let index = 0; index < input.facts.length; index++) {
    const reason = fates.kept[index]
    if (reason === null || reason === undefined) continue
    segments.get(segmentOf(input, { index, reason, isCurrent: anchor >= 0 && index >= anchor }))?.push(index)
  }
  const order = anchor < 0 ? SEGMENT_ORDER_WITHOUT_REQUEST : SEGMENT_ORDER[input.placement]
  const laidOut = order.map((segment) => ({
    segment,
    indexes: summariesFirst(segments.get(segment) ?? [], input),
  }))
  const isHeld = sent !== null && anchor >= 0 && input.placement !== 'stable-prefix'
  return isHeld ? interleaveSent(laidOut, { input, fates, sent, anchor }) : laidOut
}

/** The newest user message that has a place, or -1: everything fresh stands before it. */
export function newestKeptUserMessage(input: PlanInput, fates: Fates): number {
  for (let index = input.conversationCount - 1; index >= 0; index--) {
    if (fates.kept[index] !== null && gives(input.columns, index, SIGNAL.userMessage)) return index
  }
  return -1
}

interface Place {
  readonly index: number
  readonly reason: KeepReason
  /** Whether it is the newest user message or stands after it. */
  readonly isCurrent: boolean
}

function segmentOf(input: PlanInput, { index, reason, isCurrent }: Place): Segment {
  const { columns, conversationCount } = input
  if (reason === 'system_policy' || gives(columns, index, SIGNAL.instruction)) return 'instructions'
  if (gives(columns, index, SIGNAL.summary)) return 'conversation'
  if (index < conversationCount) return isCurrent ? 'current' : 'conversation'
  return isStanding(input, index, reason) ? 'standing' : 'fresh'
}

/** A summary stands for what came before the oldest kept item. */
function summariesFirst(indexes: readonly number[], input: PlanInput): readonly number[] {
  if ((input.columns.anySignal & SIGNAL.summary) === 0) return indexes
  const isSummary = (index: number) => gives(input.columns, index, SIGNAL.summary)
  return [...indexes.filter(isSummary), ...indexes.filter((index) => !isSummary(index))]
}
