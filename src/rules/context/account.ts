/**
 * What does a set of items cost? Sums that can be merged, and the safe bound of the set with its overhead; a
 * bound of the counter is held between the largest single count and the plain sum, whatever the counter says.
 */
import type { PlanBudget } from '../../contract/context-plan.js'
import type { JointBound } from './plan-input.js'

/** Token sums of a set of items counted by one counter. */
export interface Account {
  readonly items: number
  readonly expectedSum: number
  readonly safeSum: number
  readonly safeMax: number
}

export const EMPTY_ACCOUNT: Account = { items: 0, expectedSum: 0, safeSum: 0, safeMax: 0 }

/** How a plan is charged. */
export interface Tariff {
  readonly counterId: string
  readonly jointBound: JointBound
  readonly budget: Pick<PlanBudget, 'perMessageTokens' | 'perPlanTokens'>
}

/** Items of a set by who counted them: only the plan's own counter can bound its items taken together. */
export interface Accounts {
  readonly own: Account
  readonly foreign: Account
}

export const EMPTY_ACCOUNTS: Accounts = { own: EMPTY_ACCOUNT, foreign: EMPTY_ACCOUNT }

/** The account of one item, in tokens. */
export function accountOf(expected: number, safe: number): Account {
  return { items: 1, expectedSum: expected, safeSum: safe, safeMax: safe }
}

/** Both accounts together; the order does not matter. */
export function merged(a: Account, b: Account): Account {
  if (a.items === 0) return b
  if (b.items === 0) return a
  return {
    items: a.items + b.items,
    expectedSum: a.expectedSum + b.expectedSum,
    safeSum: a.safeSum + b.safeSum,
    safeMax: Math.max(a.safeMax, b.safeMax),
  }
}

/** Both pairs of accounts together. */
export function mergedAccounts(a: Accounts, b: Accounts): Accounts {
  return { own: merged(a.own, b.own), foreign: merged(a.foreign, b.foreign) }
}

/**
 * What the items cost together at most, in tokens, with the overhead of each; the overhead of the plan is apart.
 *
 * @law at least the largest single safe count, at most the sum of all
 */
export function costOf({ own, foreign }: Accounts, tariff: Tariff): number {
  const overhead = tariff.budget.perMessageTokens * (own.items + foreign.items)
  return overhead + jointSafe(own, tariff.jointBound) + foreign.safeSum
}

/** Whether the items cost at most `room` tokens; the counter is asked only where the plain sum leaves it open. */
export function isWithin(accounts: Accounts, room: number, tariff: Tariff): boolean {
  const { own, foreign } = accounts
  const overhead = tariff.budget.perMessageTokens * (own.items + foreign.items)
  if (overhead + own.safeSum + foreign.safeSum <= room) return true
  if (overhead + own.safeMax + foreign.safeSum > room) return false
  return costOf(accounts, tariff) <= room
}

function jointSafe(account: Account, bound: JointBound): number {
  if (account.items === 0) return 0
  const { items, expectedSum, safeSum, safeMax } = account
  const joint = bound({ items, expectedSum, safeSum, safeMax })
  return Math.min(Math.max(joint, safeMax), safeSum)
}
