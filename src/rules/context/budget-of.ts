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
import type { Plain } from '../../contract/type-of.js'

/** Left: the reserves pass the window, or the recovery reserve passes what is left of it. */
export function budgetOf(budget: Budget, options: KernelOptions): Either<BudgetInvalid, PlanBudget> {
  const none = 0 as TokenCount
  const reservedOutputTokens = budget.reservedOutputTokens ?? none
  const safetyMarginTokens = budget.safetyMarginTokens ?? none
  const recoveryReserveTokens = budget.recoveryReserveTokens ?? none
  const inputTokens = budget.windowTokens - reservedOutputTokens - safetyMarginTokens
  if (inputTokens < 0) return E.left(reservesTooLarge(budget, -inputTokens))
  if (recoveryReserveTokens > inputTokens) {
    const excess = recoveryReserveTokens - inputTokens
    return E.left(
      budgetInvalid('recoveryReserveTokens', 'the recovery reserve passes the input budget', excess),
    )
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

/** The larger of the two reserves is named, the one for the answer where they are equal. */
function reservesTooLarge(budget: Budget, excess: number): BudgetInvalid {
  const { reservedOutputTokens = 0, safetyMarginTokens = 0 }: Plain<Budget> = budget
  const field = safetyMarginTokens > reservedOutputTokens ? 'safetyMarginTokens' : 'reservedOutputTokens'
  if (reservedOutputTokens > 0 && safetyMarginTokens > 0)
    return budgetInvalid(
      field,
      'the reserve for the answer and the safety margin together pass the window',
      excess,
    )
  const what = field === 'safetyMarginTokens' ? 'the safety margin' : 'the reserve for the answer'
  return budgetInvalid(field, `${what} passes the window`, excess)
}

function budgetInvalid(field: keyof Budget, what: string, excess: number): BudgetInvalid {
  return refuse('BudgetInvalid', {
    pointer: `/budget/${field}`,
    message: `${what} by ${String(excess)} ${excess === 1 ? 'token' : 'tokens'}; lower it or give a larger window`,
  })
}
