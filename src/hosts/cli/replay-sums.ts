/**
 * What do many requests cost, and how much of them did a provider's cache hold? Sums, in expected tokens and in
 * thousandths of the price of an uncached input token.
 */
import type { ContextPlan } from '../../contract/context-plan.js'

/** What a token costs that is read from a cache, and one that is sent anew, in thousandths of an uncached token. */
export interface ReplayPrices {
  readonly readThousandths: number
  readonly writeThousandths: number
}

/** A provider without a cache. */
export const UNCACHED: ReplayPrices = { readThousandths: 1_000, writeThousandths: 1_000 }

/** A request as it was sent, in expected tokens. */
export interface SentTokens {
  readonly tokens: number
  /** Of the conversation, without instructions and supplements. */
  readonly historyTokens: number
  readonly reusedTokens: number
  /** Whether it does not begin with the whole request before it. */
  readonly broke: boolean
}

export interface ReplaySums {
  readonly requests: number
  readonly tokens: number
  readonly historyTokens: number
  readonly reusedTokens: number
  readonly costThousandths: number
  readonly breaks: number
}

export const NO_SUMS: ReplaySums = {
  requests: 0,
  tokens: 0,
  historyTokens: 0,
  reusedTokens: 0,
  costThousandths: 0,
  breaks: 0,
}

/** The sums with one more request. */
export function addRequest(sums: ReplaySums, sent: SentTokens, prices: ReplayPrices): ReplaySums {
  const { tokens, historyTokens, reusedTokens, broke } = sent
  const cost = reusedTokens * prices.readThousandths + (tokens - reusedTokens) * prices.writeThousandths
  return addSums(sums, {
    requests: 1,
    tokens,
    historyTokens,
    reusedTokens,
    costThousandths: cost,
    breaks: broke ? 1 : 0,
  })
}

export function addSums(a: ReplaySums, b: ReplaySums): ReplaySums {
  return {
    requests: a.requests + b.requests,
    tokens: a.tokens + b.tokens,
    historyTokens: a.historyTokens + b.historyTokens,
    reusedTokens: a.reusedTokens + b.reusedTokens,
    costThousandths: a.costThousandths + b.costThousandths,
    breaks: a.breaks + b.breaks,
  }
}

type Listed = Pick<ContextPlan, 'selected'>

/** The items two plans begin with alike, in expected tokens; looked up in the plans alone. */
export function commonPrefixTokens(before: Listed | null, plan: Listed): number {
  let tokens = 0
  for (const [place, entry] of plan.selected.entries()) {
    if (!isSameAt(place, before, plan)) break
    tokens += entry.tokens
  }
  return tokens
}

/** Whether the plan does not begin with the whole plan before it. */
export function isBroken(before: Listed | null, plan: Listed): boolean {
  return before !== null && before.selected.some((_, place) => !isSameAt(place, before, plan))
}

function isSameAt(place: number, before: Listed | null, { selected }: Listed): boolean {
  const [sent, now] = [before?.selected[place], selected[place]]
  return sent !== undefined && sent.itemId === now?.itemId && sent.digest === now.digest
}
