/**
 * How far is a conversation cut? To the mark that costs least over time: a deep cut shows less, a shallow one has to be
 * made again sooner, and each breaks the cached prefix.
 */
import { integerRoot } from '../../base/integer-root.js'

/** A cut leaves out at least and at most these shares, in thousandths. */
const CUT_SHARE_MIN = 20
const CUT_SHARE_MAX = 750

/** How fast a session grows: tokens appended over so many requests. */
export interface Growth {
  readonly grownTokens: number
  readonly requests: number
}

/**
 * The share of the room that stays after a cut, in thousandths: 1 − 1.5 · sqrt(growth per request / room). Measured on
 * recorded sessions it lies on the front of cost against what is shown, at every window.
 *
 * @returns 250 to 980; higher for a larger room, lower for faster growth.
 */
export function lowWaterShare({ grownTokens, requests }: Growth, roomTokens: number): number {
  const growth = Math.min(Math.floor(grownTokens / Math.max(1, requests)), roomTokens)
  const squared = Math.floor((2_250_000 * growth) / Math.max(1, roomTokens))
  return 1000 - Math.min(Math.max(integerRoot(squared), CUT_SHARE_MIN), CUT_SHARE_MAX)
}

/** What a plan before claims is believed up to here, so that a sum stays a whole number. */
const GROWN_TOKENS_MAX = 1_000_000_000_000

/** Older requests count less: past this many, both figures are halved. */
const REQUESTS_REMEMBERED = 64

/** The growth with more requests observed; where nothing was appended there is no observation. */
export function observeGrowth(before: Growth, appended: Growth): Growth {
  if (appended.grownTokens === 0) return { grownTokens: before.grownTokens, requests: before.requests }
  let grownTokens = Math.min(before.grownTokens, GROWN_TOKENS_MAX) + appended.grownTokens
  let requests = before.requests + appended.requests
  while (requests > REQUESTS_REMEMBERED) {
    grownTokens = Math.floor(grownTokens / 2)
    requests = Math.floor(requests / 2)
  }
  return { grownTokens, requests }
}
