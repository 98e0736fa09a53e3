/**
 * How many tokens may a plan cost? What the window holds, less what is kept free for the answer and against
 * counting errors.
 */
import { E, type Either } from '../../base/fp.js'
import type { PlanBudget } from '../../contract/context-plan.js'
import { refuse, type BudgetInvalid } from '../../contract/kernel-error.js'
import type { KernelOptions } from '../../contract/kernel-options.js'
import type { Budget } from '../../contract/plan-request.js'
import type { TokenCount } from '../../contract/scalars.js'

/** Left: the reserves pass the window, or the recovery reserve passes what is left of it. */
export function budgetOf(budget: Budget, options: KernelOptions): Either<BudgetInvalid, PlanBudget> {
  const none = 0 as TokenCount
  const reservedOutputTokens = budget.reservedOutputTokens ?? none
  const safetyMarginTokens = budget.safetyMarginTokens ?? none
  const recoveryReserveTokens = budget.recoveryReserveTokens ?? none
  const inputTokens = budget.windowTokens - reservedOutputTokens - safetyMarginTokens
  if (inputTokens < 0) {
    return E.left(budgetInvalid('/budget/reservedOutputTokens', 'output and safety reserves', inputTokens))
  }
  if (recoveryReserveTokens > inputTokens) {
    const short = inputTokens - recoveryReserveTokens
    return E.left(budgetInvalid('/budget/recoveryReserveTokens', 'the recovery reserve', short))
  }
  return E.right({
    windowTokens: budget.windowTokens,
    reservedOutputTokens,
    safetyMarginTokens,
    recoveryReserveTokens,
    inputTokens: inputTokens as TokenCount,
    perMessageTokens: budget.perMessageTokens ?? options.perMessageTokens,
    perPlanTokens: budget.perPlanTokens ?? options.perPlanTokens,
  })
}

function budgetInvalid(pointer: string, what: string, short: number): BudgetInvalid {
  return refuse('BudgetInvalid', {
    pointer,
    message: `${what} pass the window by ${String(-short)} tokens; lower them or give a larger window`,
  })
}
