/**
 * Which times can be written as an instant, and which waits can a timer hold? It reads no clock and writes no date.
 */

/** 1970-01-01T00:00:00.000Z, in milliseconds since the epoch. */
export const INSTANT_EPOCH_MS_MIN = 0

/** 9999-12-31T23:59:59.999Z, in milliseconds since the epoch. */
export const INSTANT_EPOCH_MS_MAX = 253_402_300_799_999

/** The longest wait a timer of Node or a browser holds; beyond it they fire at once. */
export const TIMER_MS_MAX = 2_147_483_647

/** Says whether a time lies in the years 1970 to 9999, whose ISO texts have one width and sort as time does. */
export function isInstantEpochMs(epochMs: number): boolean {
  return epochMs >= INSTANT_EPOCH_MS_MIN && epochMs <= INSTANT_EPOCH_MS_MAX
}

/** Says whether a wait is a whole number of milliseconds that a timer can hold. */
export function isTimerMs(ms: number): boolean {
  return Number.isInteger(ms) && ms >= 0 && ms <= TIMER_MS_MAX
}
