/**
 * How much certainly fits, whatever the counter says? Plain sums bound every cost from above, so most of a
 * conversation is taken without asking the counter; only near a limit does each unit have to be judged.
 */
import { plainSumOf, type OpenAccount } from './account.js'
import { gives } from './columns.js'
import { SIGNAL } from './signals.js'
import { accountIn, type Ledger, type Limits } from './ledger.js'
import type { PlanInput } from './plan-input.js'

/**
 * How many tokens of ordinary conversation certainly still fit; negative where nothing does.
 *
 * Such an item adds the same to the whole, to what is ordinary and to the conversation, so one number stands for all
 * three limits.
 */
export function headroomOf(ledger: Ledger, { input, soft, reservedTokens }: Limits): number {
  const { budget, partitions } = input
  const ceiling: number = partitions.conversation?.maxTokens ?? Infinity
  if (ceiling === 0) return -1
  const perMessage = budget.perMessageTokens
  const room = budget.inputTokens - reservedTokens - budget.perPlanTokens
  const held = plainSumOf(accountIn(ledger, 'conversation'), perMessage)
  return Math.min(
    room - plainSumOf(ledger.whole, perMessage),
    room - budget.recoveryReserveTokens - plainSumOf(ledger.ordinary, perMessage),
    Math.min(ceiling, soft === null ? Infinity : soft.tokens) - held,
  )
}

/** What these items of the conversation cost at most; infinite where only the ledger can tell. */
export function plainCostOf(members: readonly number[], input: PlanInput): number {
  let cost = 0
  for (const index of members) cost += plainCostAt(index, input)
  return cost
}

/** What one item of the conversation costs at most; infinite where only the ledger can tell. */
export function plainCostAt(index: number, { budget, columns, conversationCount }: PlanInput): number {
  if (index >= conversationCount || gives(columns, index, SIGNAL.foreign | SIGNAL.recovery)) return Infinity
  return (columns.safe[index] ?? 0) + budget.perMessageTokens
}

/** Books an ordinary item of the conversation; without an account of its own, as there are thousands of them. */
export function bookOrdinary(ledger: Ledger, index: number, { columns }: PlanInput): void {
  const expected = columns.expected[index] ?? 0
  const safe = columns.safe[index] ?? 0
  addItem(ledger.whole, expected, safe)
  addItem(ledger.ordinary, expected, safe)
  addItem(accountIn(ledger, 'conversation'), expected, safe)
}

function addItem(account: OpenAccount, expected: number, safe: number): void {
  account.items += 1
  account.expectedSum += expected
  account.safeSum += safe
  if (safe > account.safeMax) account.safeMax = safe
}
