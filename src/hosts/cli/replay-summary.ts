/**
 * What did the requests of a replay cost, beside a plain sliding tail and a provider without a cache?
 */
import type { PlannedRequest, ReplayedRequest } from './replay-session.js'
import { addRequest, NO_SUMS, UNCACHED, type ReplayPrices, type ReplaySums } from './replay-sums.js'

/** The same requests sent in three ways. */
export interface ReplayCost {
  /** The number of the first request counted. */
  readonly from: number
  readonly epochs: ReplaySums
  readonly sliding: ReplaySums
  /** The plain tail, never cached. */
  readonly uncached: ReplaySums
}

export interface ReplaySummary {
  readonly all: ReplayCost
  /** From the first request at which something fell out for want of room; null where that is none, or the first. */
  readonly crowded: ReplayCost | null
  readonly refused: number
  /** The smallest window that would do for every refused request; null where none was. */
  readonly smallestWindowTokens: number | null
}

/** Sums over the requests that could be planned. */
export function summaryOf(requests: readonly ReplayedRequest[], prices: ReplayPrices): ReplaySummary {
  const planned = requests.filter((entry): entry is PlannedRequest => entry._tag === 'Planned')
  const first = planned.findIndex(({ isCrowded }) => isCrowded)
  return {
    all: costOf(planned, prices),
    crowded: first <= 0 ? null : costOf(planned.slice(first), prices),
    refused: requests.length - planned.length,
    smallestWindowTokens: requests.reduce<number | null>(
      (most, entry) => (entry._tag === 'Refused' ? Math.max(most ?? 0, entry.smallestWindowTokens) : most),
      null,
    ),
  }
}

function costOf(planned: readonly PlannedRequest[], prices: ReplayPrices): ReplayCost {
  let [epochs, sliding, uncached] = [NO_SUMS, NO_SUMS, NO_SUMS]
  for (const entry of planned) {
    epochs = addRequest(epochs, entry.sent, prices)
    sliding = addRequest(sliding, entry.sliding, prices)
    uncached = addRequest(uncached, { ...entry.sliding, reusedTokens: 0 }, UNCACHED)
  }
  return { from: planned[0]?.request ?? 1, epochs, sliding, uncached }
}
