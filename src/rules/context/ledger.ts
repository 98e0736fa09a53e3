/**
 * Does one more unit still fit? Keeps the running accounts of a plan: whole, without recovery items, and by
 * partition, against the budget, the recovery reserve, hard ceilings and reserved minimums.
 */
import { PARTITIONS, type Partition } from '../../contract/partition.js'
import {
  addTo,
  chargeOfOne,
  costOf,
  fitsTogether,
  foreignAccount,
  openAccount,
  ownAccount,
  type Account,
  type Charge,
  type OpenAccount,
  type Tariff,
} from './account.js'
import { hasUserTrust } from './admit-items.js'
import { gives } from './columns.js'
import { SIGNAL } from './signals.js'
import type { Unit } from './form-units.js'
import type { ItemFacts } from './item-facts.js'
import type { PlanInput } from './plan-input.js'

export interface Ledger {
  readonly tariff: Tariff
  readonly whole: OpenAccount
  /** What everything but items required for recovery costs: it may not touch the recovery reserve. */
  readonly ordinary: OpenAccount
  readonly byPartition: ReadonlyMap<Partition, OpenAccount>
}

/** Why a unit does not fit, or `fits`. */
export type Fit = 'fits' | 'over_ceiling' | 'over_soft_share' | 'over_budget'

/** What a partition may cost before what is left over is given out. */
export interface SoftLimit {
  readonly partition: Partition
  readonly tokens: number
}

/** What bounds a unit while a partition is filled. */
export interface Limits {
  readonly input: PlanInput
  /** What one partition may cost for now; null once what is left over is given out. */
  readonly soft: SoftLimit | null
  /** Kept free for the minimums of partitions whose turn comes later, in tokens. */
  readonly reservedTokens: number
}

export function openLedger(input: PlanInput): Ledger {
  return {
    tariff: { jointBound: input.jointBound, perMessageTokens: input.budget.perMessageTokens },
    whole: openAccount(),
    ordinary: openAccount(),
    byPartition: new Map(PARTITIONS.map((partition) => [partition, openAccount()])),
  }
}

export function chargeOf(unit: Unit, input: PlanInput): Charge {
  const [only] = unit.members
  if (unit.members.length === 1 && only !== undefined) return chargeOfItem(only, input)
  const byPartition = new Map<Partition, OpenAccount>()
  const whole = openAccount()
  const ordinary = openAccount()
  for (const index of unit.members) {
    const facts = input.facts[index] as ItemFacts
    const account = chargeOfItem(index, input).whole
    addTo(whole, account)
    if (!isRecovery(index, input)) addTo(ordinary, account)
    const part = byPartition.get(facts.partition) ?? openAccount()
    addTo(part, account)
    byPartition.set(facts.partition, part)
  }
  const isOrdinary = ordinary.items + ordinary.foreignItems > 0
  const parts = [...byPartition].map(([partition, account]) => ({ partition, account }))
  return { whole, ordinary: isOrdinary ? ordinary : null, parts }
}

export function book(ledger: Ledger, charge: Charge): void {
  addTo(ledger.whole, charge.whole)
  if (charge.ordinary !== null) addTo(ledger.ordinary, charge.ordinary)
  for (const { partition, account } of charge.parts) addTo(accountIn(ledger, partition), account)
}

/** What the whole plan costs at most, with every overhead, in tokens; an empty plan costs nothing. */
export function totalOf(ledger: Ledger, input: PlanInput): number {
  return isEmpty(ledger) ? 0 : input.budget.perPlanTokens + costOf(ledger.whole, ledger.tariff)
}

/** Whether nothing is booked. */
export function isEmpty({ whole }: Ledger): boolean {
  return isNothing(whole)
}

/** The smallest input budget under which what is booked would stand. */
export function smallestInputOf(ledger: Ledger, input: PlanInput): number {
  const total = totalOf(ledger, input)
  // Where everything is required for recovery, the overhead of the plan is spent on recovery too.
  if (isNothing(ledger.ordinary)) return total
  const ordinary = input.budget.perPlanTokens + costOf(ledger.ordinary, ledger.tariff)
  return Math.max(total, ordinary + input.budget.recoveryReserveTokens)
}

/** How many items a partition holds. */
export function itemsIn(ledger: Ledger, partition: Partition): number {
  const { items, foreignItems } = accountIn(ledger, partition)
  return items + foreignItems
}

/** What a partition costs, in tokens. */
export function costIn(ledger: Ledger, partition: Partition): number {
  return costOf(accountIn(ledger, partition), ledger.tariff)
}

/**
 * Whether a unit still fits.
 */
export function fitOf(ledger: Ledger, charge: Charge, { input, soft, reservedTokens }: Limits): Fit {
  const { tariff } = ledger
  for (const { partition, account } of charge.parts) {
    const ceiling = input.partitions[partition]?.maxTokens
    const held = accountIn(ledger, partition)
    if (ceiling !== undefined && !fitsUnder(ceiling, { held, account, tariff })) return 'over_ceiling'
    if (partition !== soft?.partition) continue
    if (!fitsTogether(held, account, { room: soft.tokens, tariff })) return 'over_soft_share'
  }
  return withinBudget(ledger, charge, { input, reservedTokens }) ? 'fits' : 'over_budget'
}

/** How far a partition is below its minimum, in tokens. */
export function unmetMinimumOf(ledger: Ledger, input: PlanInput, partition: Partition): number {
  const minimum = input.partitions[partition]?.minTokens ?? 0
  return minimum === 0 ? 0 : Math.max(0, minimum - costIn(ledger, partition))
}

/** The first partition that what is booked puts over its ceiling, or null. */
export function partitionOverCeiling(ledger: Ledger, input: PlanInput): Partition | null {
  const over = (partition: Partition) => {
    const ceiling = input.partitions[partition]?.maxTokens
    return ceiling !== undefined && smallestCeilingOf(ledger, partition) > ceiling
  }
  return PARTITIONS.find(over) ?? null
}

/** The smallest ceiling under which what a partition holds would stand; 0 only where it holds nothing. */
export function smallestCeilingOf(ledger: Ledger, partition: Partition): number {
  return isNothing(accountIn(ledger, partition)) ? 0 : Math.max(1, costIn(ledger, partition))
}

/** A ceiling of zero means none, also of what costs nothing. */
function fitsUnder(
  ceiling: number,
  { held, account, tariff }: { held: Account; account: Account; tariff: Tariff },
): boolean {
  return ceiling > 0 && fitsTogether(held, account, { room: ceiling, tariff })
}

function isNothing({ items, foreignItems }: Account): boolean {
  return items + foreignItems === 0
}

/** What a partition holds. */
export function accountIn(ledger: Ledger, partition: Partition): OpenAccount {
  return ledger.byPartition.get(partition) as OpenAccount
}

function chargeOfItem(index: number, input: PlanInput): Charge {
  const facts = input.facts[index] as ItemFacts
  const isForeign = gives(input.columns, index, SIGNAL.foreign)
  const account = isForeign ? foreignAccount(facts.safe) : ownAccount(facts.expected, facts.safe)
  const charge = chargeOfOne(account, facts.partition)
  return isRecovery(index, input) ? { ...charge, ordinary: null } : charge
}

function withinBudget(
  ledger: Ledger,
  charge: Charge,
  { input, reservedTokens }: { readonly input: PlanInput; readonly reservedTokens: number },
): boolean {
  const { inputTokens, perPlanTokens, recoveryReserveTokens } = input.budget
  const { tariff } = ledger
  const room = inputTokens - reservedTokens - perPlanTokens
  if (!fitsTogether(ledger.whole, charge.whole, { room, tariff })) return false
  if (recoveryReserveTokens === 0 || charge.ordinary === null) return true
  return fitsTogether(ledger.ordinary, charge.ordinary, { room: room - recoveryReserveTokens, tariff })
}

function isRecovery(index: number, input: PlanInput): boolean {
  return gives(input.columns, index, SIGNAL.recovery) && hasUserTrust(input.facts[index] as ItemFacts, input)
}
