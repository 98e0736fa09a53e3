/**
 * What does a set of items cost? Sums that can be added to, and the safe bound of the set with its overhead; a
 * bound of the counter is held between the largest single count and the plain sum, whatever the counter says.
 */
import type { Partition } from '../../contract/partition.js'
import type { JointBound } from './plan-input.js'

/**
 * Token sums of a set of items. `foreign` are items counted by another counter than the plan's: their bound is
 * their plain sum, since only its own items can be bounded together by a counter.
 */
export interface Account {
  readonly items: number
  readonly expectedSum: number
  readonly safeSum: number
  readonly safeMax: number
  readonly foreignItems: number
  readonly foreignSafeSum: number
}

/** An account that is added to in place while a plan is decided. */
export type OpenAccount = { -readonly [K in keyof Account]: Account[K] }

/** How a plan is charged. */
export interface Tariff {
  readonly jointBound: JointBound
  /** Overhead of each item, in tokens. */
  readonly perMessageTokens: number
}

/** What a unit adds to the accounts of a plan. */
export interface Charge {
  readonly whole: Account
  /** Null where every item of the unit is required for recovery. */
  readonly ordinary: Account | null
  readonly parts: readonly Part[]
}

/** What a unit adds to one partition. */
export interface Part {
  readonly partition: Partition
  readonly account: Account
}

/** The charge of one item that is not required for recovery. */
export function chargeOfOne(account: Account, partition: Partition): Charge {
  return { whole: account, ordinary: account, parts: [{ partition, account }] }
}

/** An account of nothing. */
export function openAccount(): OpenAccount {
  return { items: 0, expectedSum: 0, safeSum: 0, safeMax: 0, foreignItems: 0, foreignSafeSum: 0 }
}

/** The account of one item counted by the plan's counter, in tokens. */
export function ownAccount(expected: number, safe: number): Account {
  return { items: 1, expectedSum: expected, safeSum: safe, safeMax: safe, foreignItems: 0, foreignSafeSum: 0 }
}

/** The account of one item counted by another counter, in tokens. */
export function foreignAccount(safe: number): Account {
  return { items: 0, expectedSum: 0, safeSum: 0, safeMax: 0, foreignItems: 1, foreignSafeSum: safe }
}

/** Adds an account to an open one. */
export function addTo(account: OpenAccount, added: Account): void {
  account.items += added.items
  account.expectedSum += added.expectedSum
  account.safeSum += added.safeSum
  if (added.safeMax > account.safeMax) account.safeMax = added.safeMax
  account.foreignItems += added.foreignItems
  account.foreignSafeSum += added.foreignSafeSum
}

/**
 * What the items cost together at most, in tokens, with the overhead of each; the overhead of the plan is apart.
 *
 * @law at least the largest single safe count, at most the sum of all
 */
export function costOf(account: Account, tariff: Tariff): number {
  const { items, expectedSum, safeSum, safeMax, foreignItems, foreignSafeSum } = account
  const overhead = tariff.perMessageTokens * (items + foreignItems)
  if (items === 0) return overhead + foreignSafeSum
  const joint = tariff.jointBound({ items, expectedSum, safeSum, safeMax })
  return overhead + Math.min(Math.max(joint, safeMax), safeSum) + foreignSafeSum
}

/** What the items cost where nothing bounds them together: an upper bound of every cost, and it adds up. */
export function plainSumOf(account: Account, perMessageTokens: number): number {
  const items = account.items + account.foreignItems
  return perMessageTokens * items + account.safeSum + account.foreignSafeSum
}

/**
 * Whether two accounts together cost at most `room` tokens.
 *
 * The counter is asked only where neither the plain sum nor the largest single count decides.
 */
export function fitsTogether(a: Account, b: Account, terms: { room: number; tariff: Tariff }): boolean {
  const { room, tariff } = terms
  const plain = plainSumOf(a, tariff.perMessageTokens) + plainSumOf(b, tariff.perMessageTokens)
  if (plain <= room) return true
  if (plain - a.safeSum - b.safeSum + Math.max(a.safeMax, b.safeMax) > room) return false
  const together = openAccount()
  addTo(together, a)
  addTo(together, b)
  return costOf(together, tariff) <= room
}
