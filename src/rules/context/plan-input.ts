/**
 * What does the planning decision start from? Decoded facts, the gate, the budget and the counter's bound;
 * nothing in it can read a clock or call a port.
 */
import type { TokenSums } from '../../base/tokens/estimate.js'
import type { KernelOptions } from '../../contract/kernel-options.js'
import type { DropReason, KeepReason, PlanBudget } from '../../contract/context-plan.js'
import type { ConversationPolicy, Placement } from '../../contract/placement.js'
import type { Partitions } from '../../contract/plan-request.js'
import type { CachePrices, PrefixBreak } from '../../contract/epoch.js'
import type { Gate } from '../labels/admission.js'
import type { Columns } from './columns.js'
import type { ItemFacts } from './item-facts.js'
import type { MatchedPlan } from './sent-plan.js'

/** The counter's safe bound for texts taken together, in tokens. */
export type JointBound = (sums: TokenSums) => number

export interface PlanInput {
  /** In the order of `planOrder`, so that the order of the request decides nothing. */
  readonly facts: readonly ItemFacts[]
  /** How many of `facts`, at the front, are conversation, by rising sequence. */
  readonly conversationCount: number
  readonly columns: Columns
  readonly gate: Gate
  readonly budget: PlanBudget
  readonly partitions: Partitions
  readonly placement: Placement
  readonly conversation: ConversationPolicy
  readonly dropNotAdmitted: boolean
  readonly options: KernelOptions
  readonly counterId: string
  readonly jointBound: JointBound
  /** The plan before, matched with the items; null without one, or where it is not continued. */
  readonly sent: MatchedPlan | null
  /** The break that is certain where the plan before is not continued at all. */
  readonly wholeBreak: PrefixBreak | null
  /** Whether the plan before was laid out otherwise. */
  readonly isPlacementChanged: boolean
  readonly cachePrices: CachePrices | null
}

/** What became of each item so far, by its index in `facts`; a later step of the same plan may still change it. */
export interface Fates {
  readonly kept: (KeepReason | null)[]
  readonly dropped: (DropReason | null)[]
}

/** Whether nothing has been decided of an item yet. */
export function isOpen({ kept, dropped }: Fates, index: number): boolean {
  return kept[index] === null && dropped[index] === null
}

/** Whether an item itself had no room, and is not merely behind one that had none. */
export function isTooLarge(reason: DropReason | null | undefined): boolean {
  return reason === 'over_budget' || reason === 'over_ceiling'
}

/** Whether an item was left out for want of room only, so that a later turn may still take it. */
export function isForRoom(reason: DropReason | null | undefined): boolean {
  return reason === 'tail_closed' || isTooLarge(reason)
}

/** Whether an item may not be shown. */
export function isDenied(reason: DropReason | null | undefined): boolean {
  return reason !== null && reason !== undefined && DENIALS.has(reason)
}

const DENIALS: ReadonlySet<DropReason> = new Set<DropReason>([
  'expired',
  'scope_denied',
  'sink_denied',
  'sensitivity_denied',
  'untrusted_system_policy',
])

/** A copy, so that one choice can be tried and another made. */
export function copyOf({ kept, dropped }: Fates): Fates {
  return { kept: kept.slice(), dropped: dropped.slice() }
}

/** No item decided yet. */
export function undecided(count: number): Fates {
  return {
    kept: new Array<KeepReason | null>(count).fill(null),
    dropped: new Array<DropReason | null>(count).fill(null),
  }
}
