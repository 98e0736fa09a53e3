/**
 * What does a replay of a recorded session add up to, where a bench adds items that were recalled? Those are no history.
 */
import { addRequest, type ReplayPrices, type ReplaySums } from '../../src/hosts/cli/replay-sums.js'
import type { ContextPlan } from '../../src/index.js'

/** A plan whose reusable prefix is known. */
export interface Planned {
  readonly plan: ContextPlan
  readonly reused: number
  readonly broke: boolean
  readonly prices: ReplayPrices
}

/** The sums with one more plan. */
export function addPlan(sums: ReplaySums, { plan, reused, broke, prices }: Planned): ReplaySums {
  const sent = {
    tokens: plan.expectedTokens,
    historyTokens: historyTokens(plan),
    reusedTokens: reused,
    broke,
  }
  return addRequest(sums, sent, prices)
}

/** Tokens of messages and evidence, wherever they stand: what is shown of the history. */
function historyTokens({ selected }: ContextPlan): number {
  let tokens = 0
  for (const entry of selected) if (!isSupplement(entry.itemId)) tokens += entry.tokens
  return tokens
}

/** Items a bench adds to a session are named so. */
export const RECALLED = 'recalled:'

function isSupplement(itemId: string): boolean {
  return itemId.startsWith(RECALLED)
}
