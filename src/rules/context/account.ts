/**
 * What does a set of items cost? Sums that can be merged, and the safe bound of the set with its overhead; a
 * bound of the counter is held between the largest single count and the plain sum, whatever the counter says.
 */
import type { PlanBudget } from '../../contract/context-plan.js'
import type { ItemFacts } from './item-facts.js'
import type { JointBound } from './plan-input.js'

/** Token sums of a set of items; `foreign` are items counted by another counter than the plan's. */
export interface Account {
  readonly items: number
  readonly expectedSum: number
  readonly safeSum: number
  readonly safeMax: number
  readonly foreignItems: number
  readonly foreignSafeSum: number
}

export const EMPTY_ACCOUNT: Account = {
  items: 0,
  expectedSum: 0,
  safeSum: 0,
  safeMax: 0,
  foreignItems: 0,
  foreignSafeSum: 0,
}

/** How a plan is charged. */
export interface Tariff {
  readonly counterId: string
  readonly jointBound: JointBound
  readonly budget: Pick<PlanBudget, 'perMessageTokens' | 'perPlanTokens'>
}

/** The account with one item more. */
export function withItem(account: Account, facts: ItemFacts, counterId: string): Account {
  if (facts.item.tokens.counter !== counterId) {
    return {
      ...account,
      foreignItems: account.foreignItems + 1,
      foreignSafeSum: account.foreignSafeSum + facts.safe,
    }
  }
  return {
    items: account.items + 1,
    expectedSum: account.expectedSum + facts.expected,
    safeSum: account.safeSum + facts.safe,
    safeMax: Math.max(account.safeMax, facts.safe),
    foreignItems: account.foreignItems,
    foreignSafeSum: account.foreignSafeSum,
  }
}

/** Both accounts together; the order does not matter. */
export function merged(a: Account, b: Account): Account {
  return {
    items: a.items + b.items,
    expectedSum: a.expectedSum + b.expectedSum,
    safeSum: a.safeSum + b.safeSum,
    safeMax: Math.max(a.safeMax, b.safeMax),
    foreignItems: a.foreignItems + b.foreignItems,
    foreignSafeSum: a.foreignSafeSum + b.foreignSafeSum,
  }
}

/**
 * What the items cost together at most, in tokens, with the overhead of each; the overhead of the plan is apart.
 *
 * @law at least the largest single safe count, at most the sum of all
 */
export function costOf(account: Account, tariff: Tariff): number {
  const overhead = tariff.budget.perMessageTokens * (account.items + account.foreignItems)
  return overhead + jointSafe(account, tariff.jointBound) + account.foreignSafeSum
}

function jointSafe(account: Account, bound: JointBound): number {
  if (account.items === 0) return 0
  const { items, expectedSum, safeSum, safeMax } = account
  const joint = Math.ceil(bound({ items, expectedSum, safeSum, safeMax }))
  // A counter that answers NaN or nonsense falls back to the sum, which holds without it.
  if (!(joint >= safeMax)) return Number.isNaN(joint) ? safeSum : safeMax
  return Math.min(joint, safeSum)
}
