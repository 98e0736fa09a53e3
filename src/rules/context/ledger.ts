/**
 * Does one more unit still fit? Keeps the running accounts of a plan: whole, without recovery items, and by
 * partition, against the budget, the recovery reserve, hard ceilings and reserved minimums.
 */
import { PARTITIONS, type Partition } from '../../contract/partition.js'
import { costOf, EMPTY_ACCOUNTS, isWithin, mergedAccounts, type Accounts, type Tariff } from './account.js'
import { hasUserTrust } from './admit-items.js'
import type { Unit } from './form-units.js'
import type { ItemFacts } from './item-facts.js'
import type { PlanInput } from './plan-input.js'

export interface Ledger {
  readonly tariff: Tariff
  whole: Accounts
  /** What everything but items required for recovery costs: it may not touch the recovery reserve. */
  ordinary: Accounts
  readonly byPartition: Map<Partition, Accounts>
}

/** Why a unit does not fit, or `fits`. */
export type Fit = 'fits' | 'over_ceiling' | 'over_soft_share' | 'over_budget'

/** What a unit adds to each account. */
export interface Charge {
  readonly whole: Accounts
  readonly ordinary: Accounts
  readonly byPartition: readonly (readonly [Partition, Accounts])[]
}

/** What a partition may cost before what is left over is given out. */
export interface SoftLimit {
  readonly partition: Partition
  readonly tokens: number
}

export function openLedger(input: PlanInput): Ledger {
  const tariff: Tariff = { counterId: input.counterId, jointBound: input.jointBound, budget: input.budget }
  return { tariff, whole: EMPTY_ACCOUNTS, ordinary: EMPTY_ACCOUNTS, byPartition: new Map() }
}

export function chargeOf(unit: Unit, input: PlanInput): Charge {
  const [only] = unit.members
  if (unit.members.length === 1 && only !== undefined)
    return chargeOfItem(input.facts[only] as ItemFacts, input)
  const byPartition = new Map<Partition, Accounts>()
  let whole = EMPTY_ACCOUNTS
  let ordinary = EMPTY_ACCOUNTS
  for (const index of unit.members) {
    const facts = input.facts[index] as ItemFacts
    const accounts = accountsOf(facts, input)
    whole = mergedAccounts(whole, accounts)
    if (!isRecovery(facts, input)) ordinary = mergedAccounts(ordinary, accounts)
    const known = byPartition.get(facts.partition) ?? EMPTY_ACCOUNTS
    byPartition.set(facts.partition, mergedAccounts(known, accounts))
  }
  return { whole, ordinary, byPartition: [...byPartition] }
}

export function book(ledger: Ledger, charge: Charge): void {
  ledger.whole = mergedAccounts(ledger.whole, charge.whole)
  ledger.ordinary = mergedAccounts(ledger.ordinary, charge.ordinary)
  for (const [partition, accounts] of charge.byPartition) {
    ledger.byPartition.set(partition, mergedAccounts(accountsIn(ledger, partition), accounts))
  }
}

/** What the whole plan costs at most, with every overhead, in tokens; an empty plan costs nothing. */
export function totalOf(ledger: Ledger, input: PlanInput): number {
  return isEmpty(ledger) ? 0 : input.budget.perPlanTokens + costOf(ledger.whole, ledger.tariff)
}

/** Whether nothing is booked. */
export function isEmpty({ whole }: Ledger): boolean {
  return whole.own.items + whole.foreign.items === 0
}

/** The smallest input budget under which what is booked would stand. */
export function smallestInputOf(ledger: Ledger, input: PlanInput): number {
  const ordinary = input.budget.perPlanTokens + costOf(ledger.ordinary, ledger.tariff)
  return Math.max(totalOf(ledger, input), ordinary + input.budget.recoveryReserveTokens)
}

/** What a partition costs, in tokens. */
export function costIn(ledger: Ledger, partition: Partition): number {
  return costOf(accountsIn(ledger, partition), ledger.tariff)
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
  for (const [partition, accounts] of charge.byPartition) {
    const ceiling = input.partitions[partition]?.maxTokens ?? Infinity
    const share = partition === soft?.partition ? soft.tokens : Infinity
    if (ceiling === Infinity && share === Infinity) continue
    const together = mergedAccounts(accountsIn(ledger, partition), accounts)
    if (!isWithin(together, ceiling, ledger.tariff)) return 'over_ceiling'
    if (!isWithin(together, share, ledger.tariff)) return 'over_soft_share'
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

function accountsIn(ledger: Ledger, partition: Partition): Accounts {
  return ledger.byPartition.get(partition) ?? EMPTY_ACCOUNTS
}

function accountsOf(facts: ItemFacts, input: PlanInput): Accounts {
  return facts.item.tokens.counter === input.counterId
    ? { own: facts.account, foreign: EMPTY_ACCOUNTS.foreign }
    : { own: EMPTY_ACCOUNTS.own, foreign: facts.account }
}

function chargeOfItem(facts: ItemFacts, input: PlanInput): Charge {
  const whole = accountsOf(facts, input)
  const ordinary = isRecovery(facts, input) ? EMPTY_ACCOUNTS : whole
  return { whole, ordinary, byPartition: [[facts.partition, whole]] }
}

function withinBudget(
  ledger: Ledger,
  charge: Charge,
  { input, reservedTokens }: { readonly input: PlanInput; readonly reservedTokens: number },
): boolean {
  const { inputTokens, perPlanTokens, recoveryReserveTokens } = input.budget
  const room = inputTokens - reservedTokens - perPlanTokens
  if (!isWithin(mergedAccounts(ledger.whole, charge.whole), room, ledger.tariff)) return false
  if (recoveryReserveTokens === 0 || charge.ordinary === EMPTY_ACCOUNTS) return true
  const ordinary = mergedAccounts(ledger.ordinary, charge.ordinary)
  return isWithin(ordinary, room - recoveryReserveTokens, ledger.tariff)
}

function isRecovery(facts: ItemFacts, input: PlanInput): boolean {
  return facts.isRecovery && hasUserTrust(facts, input)
}
