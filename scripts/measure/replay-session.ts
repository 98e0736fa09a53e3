/**
 * What would a host have sent? A recorded session is replayed: a plan at every call of the model, after a user message
 * and after a batch of results, each with the plan before it, and beside it the plain sliding tail.
 */
import type { ContextItem, ContextPlan, PlanRequestInput } from '../../src/index.js'

/** Where the model was called: how many items of the session stood before each of its messages. */
export function requestsOf(items: readonly ContextItem[]): readonly number[] {
  const requests: number[] = []
  for (let index = 1; index < items.length; index++) {
    const isAnswer = items[index]?.binding?.role === 'assistant'
    const wasAnswer = items[index - 1]?.binding?.role === 'assistant'
    if (isAnswer && !wasAnswer) requests.push(index)
  }
  return requests
}

/** What a request costs, in thousandths of an uncached token. */
export interface Prices {
  readonly readThousandths: number
  readonly writeThousandths: number
}

/** Sums over the requests of a replay, in expected tokens and in thousandths of an uncached token. */
export interface ReplaySums {
  readonly requests: number
  readonly tokens: number
  readonly conversationTokens: number
  readonly reusedTokens: number
  readonly cost: number
  readonly breaks: number
}

export const NO_SUMS: ReplaySums = {
  requests: 0,
  tokens: 0,
  conversationTokens: 0,
  reusedTokens: 0,
  cost: 0,
  breaks: 0,
}

/** The sums with one more plan, whose reusable prefix is known. */
export function addPlan(sums: ReplaySums, { plan, reused, broke, prices }: Planned): ReplaySums {
  const { readThousandths, writeThousandths } = prices
  const tokens = plan.expectedTokens
  return {
    requests: sums.requests + 1,
    tokens: sums.tokens + tokens,
    conversationTokens: sums.conversationTokens + conversationTokens(plan),
    reusedTokens: sums.reusedTokens + reused,
    cost: sums.cost + reused * readThousandths + (tokens - reused) * writeThousandths,
    breaks: sums.breaks + (broke ? 1 : 0),
  }
}

export interface Planned {
  readonly plan: ContextPlan
  readonly reused: number
  readonly broke: boolean
  readonly prices: Prices
}

export function addSums(a: ReplaySums, b: ReplaySums): ReplaySums {
  return {
    requests: a.requests + b.requests,
    tokens: a.tokens + b.tokens,
    conversationTokens: a.conversationTokens + b.conversationTokens,
    reusedTokens: a.reusedTokens + b.reusedTokens,
    cost: a.cost + b.cost,
    breaks: a.breaks + b.breaks,
  }
}

/** Tokens of messages and evidence, wherever they stand: what is shown of the history. */
function conversationTokens({ selected }: ContextPlan): number {
  let tokens = 0
  for (const entry of selected) if (!isSupplement(entry.itemId)) tokens += entry.tokens
  return tokens
}

/** Items a bench adds to a session are named so. */
export const RECALLED = 'recalled:'

function isSupplement(itemId: string): boolean {
  return itemId.startsWith(RECALLED)
}

/** The items two plans begin with alike, in expected tokens; looked up in the plans alone. */
export function commonPrefixTokens(before: ContextPlan | null, plan: ContextPlan): number {
  let tokens = 0
  for (const [place, { digest, itemId, tokens: cost }] of plan.selected.entries()) {
    const sent = before?.selected[place]
    if (sent === undefined || sent.itemId !== itemId || sent.digest !== digest) break
    tokens += cost
  }
  return tokens
}

/** Whether the plan does not begin with the whole plan before it. */
export function isBroken(before: ContextPlan | null, plan: ContextPlan): boolean {
  if (before === null) return false
  return before.selected.some(
    ({ digest, itemId }, place) =>
      plan.selected[place]?.itemId !== itemId || plan.selected[place].digest !== digest,
  )
}

/** Plans a request; null where what is protected cannot stand in the window. */
export type Plan = (request: PlanRequestInput) => ContextPlan | null
