/**
 * What may the sink know of a plan? How the window is laid out and what it costs: no ids, no reasons, and nothing
 * that depends on what was denied.
 */
import type { ContextPlan, SegmentView } from '../../contract/context-plan.js'
import type { Count, TokenSum } from '../../contract/scalars.js'
import type { Placed } from './lay-out.js'
import type { PlanInput } from './plan-input.js'

export function viewForSink(
  input: PlanInput,
  placed: readonly Placed[],
  totalTokens: number,
): ContextPlan['sinkView'] {
  const segments: { segment: SegmentView['segment']; items: number; tokens: number }[] = []
  for (const { index, segment } of placed) {
    let last = segments.at(-1)
    if (last?.segment !== segment) segments.push((last = { segment, items: 0, tokens: 0 }))
    last.items += 1
    last.tokens += input.facts[index]?.expected ?? 0
  }
  return {
    segments: segments.map(({ segment, items, tokens }) => ({
      segment,
      items: items as Count,
      tokens: tokens as TokenSum,
    })),
    totalTokens: totalTokens as TokenSum,
  }
}
