/**
 * Which of the items that may stand in the plan get a place? Protected ones first, then instructions, tools and
 * task, then each partition up to its soft share, then what is left over; text is never cut here.
 */
import { E, type Either } from '../../base/fp.js'
import type { KeepReason } from '../../contract/context-plan.js'
import type { ProtectedOverBudget, ProtectedOverCeiling } from '../../contract/kernel-error.js'
import { PARTITIONS, type Partition } from '../../contract/partition.js'
import { fillGreedily, fillTail, type Filling } from './fill-partition.js'
import { findTwins, placeText, type Twins } from './find-twins.js'
import { groupAt, unitAt, type Unit, type Units } from './form-units.js'
import type { ItemFacts } from './item-facts.js'
import { book, chargeOf, openLedger, unmetMinimumOf, type Ledger, type SoftLimit } from './ledger.js'
import { byPreference } from './plan-order.js'
import { isOpen, type Fates, type PlanInput } from './plan-input.js'
import { refuseProtected } from './refuse-protected.js'

/** Filled before the rest, each as far as the budget allows. */
const FILLED_FIRST: readonly Partition[] = ['instructions', 'tools', 'task']
/** Filled to their soft shares, then from what is left over, in this order both times. */
const SHARED: readonly Exclude<Partition, 'instructions' | 'tools' | 'task'>[] = [
  'conversation',
  'memory',
  'evidence',
  'project',
  'summary',
]

/** What may be chosen, and how much of the budget is kept free for the conversation to grow into. */
export interface Candidates {
  readonly units: Units
  /** Kept free of supplements that take what is left over, in tokens. */
  readonly growthTokens: number
}

/** Every place is given out; the ledger tells what the plan costs. */
export function selectItems(
  input: PlanInput,
  fates: Fates,
  { units, growthTokens }: Candidates,
): Either<ProtectedOverBudget | ProtectedOverCeiling, Ledger> {
  const ledger = openLedger(input)
  const twins = findTwins(input, fates, units)
  keepProtected(units, { input, fates, ledger, twins })
  const refusal = refuseProtected(input, fates, ledger)
  if (refusal !== null) return E.left(refusal)

  const choosing: Choosing = {
    input,
    fates,
    ledger,
    twins,
    units,
    optional: optionalUnits(input, fates, units),
  }
  for (const partition of FILLED_FIRST) fill(partition, null, choosing)
  for (const partition of SHARED) fill(partition, softLimitOf(partition, input), choosing)
  for (const partition of SHARED) {
    fillLeftOver(partition, choosing, partition === 'conversation' ? 0 : growthTokens)
  }
  return E.right(ledger)
}

interface Selecting {
  readonly input: PlanInput
  readonly fates: Fates
  readonly ledger: Ledger
  readonly twins: Twins
}

interface Choosing extends Selecting {
  readonly units: Units
  /** By partition; the conversation only where it is not filled as a tail. */
  readonly optional: ReadonlyMap<Partition, readonly Unit[]>
}

/** Books every protected unit; what belongs to a protected item is protected with it. */
function keepProtected(units: Units, { input, fates, ledger, twins }: Selecting): void {
  for (const unit of units.groups) {
    if (!unit.members.some((index) => fates.kept[index] !== null)) continue
    for (const index of unit.members) fates.kept[index] ??= 'travels_with_protected'
    book(ledger, chargeOf(unit, input))
  }
  for (let index = 0; index < input.facts.length; index++) {
    if (fates.kept[index] !== null && groupAt(units, index) === null) {
      book(ledger, chargeOf(unitAt(units, index, input), input))
      placeText(twins, index)
    }
  }
}

/** The units that are not protected, in order of preference, each under the partition in whose turn it is tried. */
function optionalUnits(
  input: PlanInput,
  fates: Fates,
  units: Units,
): ReadonlyMap<Partition, readonly Unit[]> {
  const found = new Map<Partition, Unit[]>(PARTITIONS.map((partition) => [partition, []]))
  const isTail = input.conversation === 'tail'
  for (let index = isTail ? input.conversationCount : 0; index < input.facts.length; index++) {
    if (!isOpen(fates, index)) continue
    const unit = unitAt(units, index, input)
    if (unit.members[0] === index && !(isTail && unit.newest >= 0)) found.get(unit.partition)?.push(unit)
  }
  const factsOf = (unit: Unit) => input.facts[unit.first] as ItemFacts
  for (const list of found.values()) list.sort((a, b) => byPreference(factsOf(a), factsOf(b)))
  return found
}

function softLimitOf(partition: (typeof SHARED)[number], input: PlanInput): SoftLimit {
  const share = Math.floor((input.budget.inputTokens * input.options.softShares[partition]) / 1_000_000)
  return { partition, tokens: Math.max(share, input.partitions[partition]?.minTokens ?? 0) }
}

function fill(partition: Partition, soft: SoftLimit | null, choosing: Choosing): void {
  const later = PARTITIONS.slice(PARTITIONS.indexOf(partition) + 1)
  const reservedTokens = later.reduce((sum, other) => sum + reserveFor(other, choosing), 0)
  fillFrom(partition, choosing, { soft, reservedTokens, reason: firstReason(partition, choosing.input) })
}

/** What is kept free for a partition's minimum: no more than its candidates could cost. */
function reserveFor(partition: Partition, { input, fates, ledger, optional }: Choosing): number {
  const unmet = unmetMinimumOf(ledger, input, partition)
  if (unmet === 0) return 0
  const isTail = partition === 'conversation' && input.conversation === 'tail'
  const candidates = isTail
    ? Array.from({ length: input.conversationCount }, (_, index) => index)
    : (optional.get(partition) ?? []).flatMap(({ members }) => members)
  const costAt = (index: number) => (input.columns.safe[index] ?? 0) + input.budget.perMessageTokens
  return Math.min(
    unmet,
    candidates.reduce((sum, index) => (isOpen(fates, index) ? sum + costAt(index) : sum), 0),
  )
}

/** No minimum is reserved any more: every partition has had its turn. */
function fillLeftOver(partition: Partition, choosing: Choosing, reservedTokens: number): void {
  fillFrom(partition, choosing, { soft: null, reservedTokens, reason: 'left_over' })
}

function fillFrom(
  partition: Partition,
  { units, optional, ...selecting }: Choosing,
  terms: Pick<Filling, 'soft' | 'reservedTokens' | 'reason'>,
): void {
  const filling: Filling = { ...selecting, ...terms }
  if (partition === 'conversation' && selecting.input.conversation === 'tail') fillTail(units, filling)
  else fillGreedily(optional.get(partition) ?? [], filling)
}

function firstReason(partition: Partition, input: PlanInput): KeepReason {
  if (partition !== 'conversation') return 'in_partition'
  return input.conversation === 'tail' ? 'in_tail' : 'by_priority'
}
