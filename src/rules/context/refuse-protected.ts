/**
 * Why can what is protected not stand in the plan? The refusals name every item concerned and the smallest figure that
 * would do.
 */
import { compareCodeUnits } from '../../base/order.js'
import {
  refuse,
  type ProtectedItem,
  type ProtectedOverBudget,
  type ProtectedOverCeiling,
} from '../../contract/kernel-error.js'
import type { Partition } from '../../contract/partition.js'
import { TOKEN_COUNT_MAX, type TokenSum } from '../../contract/scalars.js'
import { isEmpty, partitionOverCeiling, smallestCeilingOf, smallestInputOf, type Ledger } from './ledger.js'
import type { Fates, PlanInput } from './plan-input.js'

/** The refusal of a ledger in which only what is protected is booked, or null. */
export function refuseProtected(
  input: PlanInput,
  fates: Fates,
  ledger: Ledger,
): ProtectedOverBudget | ProtectedOverCeiling | null {
  const smallest = smallestInputOf(ledger, input)
  if (!isEmpty(ledger) && smallest > input.budget.inputTokens) {
    return overBudget(input, protectedItems(input, fates), smallest)
  }
  const partition = partitionOverCeiling(ledger, input)
  return partition === null ? null : overCeiling(input, { partition, ledger, fates })
}

function protectedItems(input: PlanInput, fates: Fates, partition?: Partition): readonly ProtectedItem[] {
  return input.facts
    .flatMap((facts, index) => {
      const reason = fates.kept[index] ?? null
      if (reason === null || (partition !== undefined && facts.partition !== partition)) return []
      return [{ itemId: String(facts.item.itemId), reason: String(reason), safeTokens: facts.safe }]
    })
    .sort((a, b) => compareCodeUnits(a.itemId, b.itemId))
}

function overBudget(
  input: PlanInput,
  items: readonly ProtectedItem[],
  smallestInputTokens: number,
): ProtectedOverBudget {
  const { inputTokens, reservedOutputTokens, safetyMarginTokens } = input.budget
  const smallestWindowTokens = smallestInputTokens + reservedOutputTokens + safetyMarginTokens
  return refuse('ProtectedOverBudget', {
    items,
    inputBudgetTokens: inputTokens,
    smallestInputTokens: smallestInputTokens as TokenSum,
    smallestWindowTokens: smallestWindowTokens as TokenSum,
    message:
      `${protectedCount(items)} ${String(smallestInputTokens)} tokens of input, ` +
      `there are ${String(inputTokens)}; ${remedy(smallestWindowTokens)}`,
  })
}

function remedy(smallestWindowTokens: number): string {
  if (smallestWindowTokens > TOKEN_COUNT_MAX) return 'no window is large enough, so release a mark'
  return `give a window of at least ${String(smallestWindowTokens)} tokens, or release a mark`
}

function overCeiling(
  input: PlanInput,
  { partition, ledger, fates }: { partition: Partition; ledger: Ledger; fates: Fates },
): ProtectedOverCeiling {
  const smallest = smallestCeilingOf(ledger, partition)
  const ceilingTokens = Number(input.partitions[partition]?.maxTokens ?? 0)
  const items = protectedItems(input, fates, partition)
  return refuse('ProtectedOverCeiling', {
    partition,
    items,
    ceilingTokens,
    smallestCeilingTokens: smallest as TokenSum,
    message:
      `${protectedCount(items)} ${String(smallest)} tokens of partition \`${partition}\`, ` +
      `its ceiling is ${String(ceilingTokens)}; raise the ceiling or release a mark`,
  })
}

function protectedCount({ length }: readonly ProtectedItem[]): string {
  return length === 1 ? '1 protected item needs' : `${String(length)} protected items need`
}
