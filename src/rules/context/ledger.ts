/**
 * Does one more unit still fit? Keeps the running accounts of a plan: whole, without recovery items, and by
 * partition, against the budget, the recovery reserve, hard ceilings and reserved minimums.
 */
import { PARTITIONS, type Partition } from '../../contract/partition.js'
import { costOf, EMPTY_ACCOUNT, merged, withItem, type Account, type Tariff } from './account.js'
import { hasUserTrust } from './admit-items.js'
import type { Unit } from './form-units.js'
import type { ItemFacts } from './item-facts.js'
import type { PlanInput } from './plan-input.js'

export interface Ledger {
  readonly tariff: Tariff
  whole: Account
  /** What everything but items required for recovery costs: it may not touch the recovery reserve. */
  ordinary: Account
  readonly byPartition: Map<Partition, Account>
}

/** Why a unit does not fit, or `fits`. */
export type Fit = 'fits' | 'over_ceiling' | 'over_soft_share' | 'over_budget'

/** What a unit adds to each account. */
export interface Charge {
  readonly whole: Account
  readonly ordinary: Account
  readonly byPartition: ReadonlyMap<Partition, Account>
}

/** What a partition may cost before what is left over is given out. */
export interface SoftLimit {
  readonly partition: Partition
  readonly tokens: number
}

export function openLedger(input: PlanInput): Ledger {
  const tariff: Tariff = { counterId: input.counterId, jointBound: input.jointBound, budget: input.budget }
  return { tariff, whole: EMPTY_ACCOUNT, ordinary: EMPTY_ACCOUNT, byPartition: new Map() }
}

export function chargeOf(unit: Unit, input: PlanInput): Charge {
  let whole = EMPTY_ACCOUNT
  let ordinary = EMPTY_ACCOUNT
  const byPartition = new Map<Partition, Account>()
  for (const index of unit.members) {
    const facts = input.facts[index] as ItemFacts
    whole = withItem(whole, facts, input.counterId)
    if (!isRecovery(facts, input)) ordinary = withItem(ordinary, facts, input.counterId)
    const known = byPartition.get(facts.partition) ?? EMPTY_ACCOUNT
    byPartition.set(facts.partition, withItem(known, facts, input.counterId))
  }
  return { whole, ordinary, byPartition }
}

export function book(ledger: Ledger, charge: Charge): void {
  ledger.whole = merged(ledger.whole, charge.whole)
  ledger.ordinary = merged(ledger.ordinary, charge.ordinary)
  for (const [partition, account] of charge.byPartition) {
    ledger.byPartition.set(partition, merged(accountIn(ledger, partition), account))
  }
}

/** What the whole plan costs at most, with every overhead, in tokens; an empty plan costs nothing. */
export function totalOf(ledger: Ledger, input: PlanInput): number {
  return isEmpty(ledger) ? 0 : input.budget.perPlanTokens + costOf(ledger.whole, ledger.tariff)
}

/** Whether nothing is booked. */
export function isEmpty(ledger: Ledger): boolean {
  return ledger.whole.items + ledger.whole.foreignItems === 0
}

/** The smallest input budget under which what is booked would stand. */
export function smallestInputOf(ledger: Ledger, input: PlanInput): number {
  const ordinary = input.budget.perPlanTokens + costOf(ledger.ordinary, ledger.tariff)
  return Math.max(totalOf(ledger, input), ordinary + input.budget.recoveryReserveTokens)
}

/** What a partition costs, in tokens. */
export function costIn(ledger: Ledger, partition: Partition): number {
  return costOf(accountIn(ledger, partition), ledger.tariff)
}

/**
 * Whether a unit still fits.
 *
 * @param limits `soft` bounds one partition for now; `reservedTokens` is kept for other partitions.
 */
export function fitOf(
  ledger: Ledger,
  charge: Charge,
  limits: { readonly input: PlanInput; readonly soft: SoftLimit | null; readonly reservedTokens: number },
): Fit {
  const { input, soft, reservedTokens } = limits
  for (const [partition, account] of charge.byPartition) {
    const cost = costOf(merged(accountIn(ledger, partition), account), ledger.tariff)
    if (cost > (input.partitions[partition]?.maxTokens ?? Infinity)) return 'over_ceiling'
    if (partition === soft?.partition && cost > soft.tokens) return 'over_soft_share'
  }
  return withinBudget(ledger, charge, { input, reservedTokens }) ? 'fits' : 'over_budget'
}

/** Every minimum that is not yet met, summed over the partitions named. */
export function unmetMinimums(ledger: Ledger, input: PlanInput, partitions: readonly Partition[]): number {
  return partitions.reduce((sum, partition) => sum + unmetMinimumOf(ledger, input, partition), 0)
}

/** How far a partition is below its minimum, in tokens. */
export function unmetMinimumOf(ledger: Ledger, input: PlanInput, partition: Partition): number {
  const minimum = input.partitions[partition]?.minTokens ?? 0
  return minimum === 0 ? 0 : Math.max(0, minimum - costIn(ledger, partition))
}

/** The first partition that what is booked puts over its ceiling, or null. */
export function partitionOverCeiling(ledger: Ledger, input: PlanInput): Partition | null {
  const over = (partition: Partition) =>
    costIn(ledger, partition) > (input.partitions[partition]?.maxTokens ?? Infinity)
  return PARTITIONS.find(over) ?? null
}

function accountIn(ledger: Ledger, partition: Partition): Account {
  return ledger.byPartition.get(partition) ?? EMPTY_ACCOUNT
}

function withinBudget(
  ledger: Ledger,
  charge: Charge,
  { input, reservedTokens }: { readonly input: PlanInput; readonly reservedTokens: number },
): boolean {
  const { inputTokens, perPlanTokens, recoveryReserveTokens } = input.budget
  const room = inputTokens - reservedTokens - perPlanTokens
  if (costOf(merged(ledger.whole, charge.whole), ledger.tariff) > room) return false
  if (recoveryReserveTokens === 0 || charge.ordinary === EMPTY_ACCOUNT) return true
  return costOf(merged(ledger.ordinary, charge.ordinary), ledger.tariff) <= room - recoveryReserveTokens
}

function isRecovery(facts: ItemFacts, input: PlanInput): boolean {
  return facts.isRecovery && hasUserTrust(facts, input)
}
