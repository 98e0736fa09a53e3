/**
 * What may the sink know of a plan? How the window is laid out and what it costs: no ids, no reasons, and nothing
 * that depends on what was denied.
 */
import type { ContextPlan } from '../../contract/context-plan.js'
import type { Count, TokenSum } from '../../contract/scalars.js'
import { expectedOf } from './columns.js'
import type { LaidOut } from './lay-out.js'
import type { PlanInput } from './plan-input.js'

export function viewForSink(
  input: PlanInput,
  laidOut: readonly LaidOut[],
  totalTokens: number,
): ContextPlan['sinkView'] {
  return {
    segments: laidOut
      .filter(({ indexes }) => indexes.length > 0)
      .map(({ segment, indexes }) => ({
        segment,
        items: indexes.length as Count,
        tokens: expectedOf(input.columns, indexes) as TokenSum,
      })),
    totalTokens: totalTokens as TokenSum,
  }
}
