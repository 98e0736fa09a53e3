/**
 * By how much do estimates miss what was used, and what is an estimate worth then? Whole numbers only, from a bounded
 * number of points whose order does not matter; never from an estimate that was scaled before.
 */
import type { TokenEstimate } from './estimate.js'
import { TOKEN_COUNT_MAX } from './estimate.js'

/** One request: the estimate of what was sent, and what was used for it, in tokens. @since 0.1.0 */
export interface UsagePoint {
  /** What was expected, 1 or more. */
  readonly estimatedTokens: number
  /** The bound of the same estimate; at least `estimatedTokens`. */
  readonly safeTokens: number
  /** What was used. */
  readonly observedTokens: number
}

/** What an estimate is multiplied with, in millionths. @since 0.1.0 */
export interface UsageRatios {
  /** For what is expected. */
  readonly expectedMillionths: number
  /** For the bound. */
  readonly safeMillionths: number
}

/** The ratio that changes nothing. */
export const RATIO_ONE = 1_000_000
/** Estimates further off than four times, in either direction, are taken for a mistake. */
const RATIO_LIMIT = 4
export const RATIO_MIN = RATIO_ONE / RATIO_LIMIT
export const RATIO_MAX = RATIO_ONE * RATIO_LIMIT
/** The bound keeps its margin above a ratio at the limit. */
export const SAFE_RATIO_MAX = 4_200_000

/** So many newest points are looked at; odd, so that a change of the truth has passed after eight. */
export const POINTS_MAX = 15
/** With fewer points nothing is scaled: of three, one that is wrong is outvoted. */
const POINTS_MIN = 3
/** With fewer points the bound is not lowered. */
const LOWERING_POINTS_MIN = 8
/** What the bound keeps above all observations but one when it rises, and above all when it falls, in percent. */
const RAISING_MARGIN_PERCENT = 5
const LOWERING_MARGIN_PERCENT = 10

/** Ratios go in steps of a hundredth, so that a little noise makes no new counter of an old one. */
const RATIO_STEP = 10_000

/** Nothing is scaled. */
const UNSCALED: UsageRatios = { expectedMillionths: RATIO_ONE, safeMillionths: RATIO_ONE }

/** Whether what was used is within four times of the estimate, both ends included. */
export function isRatioBelievable({ estimatedTokens, observedTokens }: UsagePoint): boolean {
  return observedTokens <= estimatedTokens * RATIO_LIMIT && observedTokens * RATIO_LIMIT >= estimatedTokens
}

/**
 * The ratios of believable points: for what is expected the median of used to expected (of an even number the upper
 * one); for the bound what would have covered all points but the highest, and 5 % more. That raises it at once and
 * lowers it late: below one only with eight points, and then to what covers every point, and 10 % more. Both in
 * hundredths, the one to the nearest, the bound up.
 *
 * @param points At most {@link POINTS_MAX}, of any order.
 * @law the order of the points does not matter
 * @law of n >= 3 points, one that is wrong moves no ratio out of the range of the others and their margin
 */
export function usageRatios(points: readonly UsagePoint[]): UsageRatios {
  if (points.length < POINTS_MIN) return UNSCALED
  const ratios = rising(points.map((point) => ratioOf(point.observedTokens, point.estimatedTokens)))
  const covering = rising(points.map((point) => ratioOf(point.observedTokens, point.safeTokens)))
  const median = ratios[points.length >> 1] ?? RATIO_ONE
  const nearest = stepUp(median - RATIO_STEP / 2)
  return { expectedMillionths: clamped(nearest, RATIO_MAX), safeMillionths: safeRatio(covering) }
}

function safeRatio(covering: readonly number[]): number {
  const raised = withMargin(covering.at(-2) ?? RATIO_ONE, RAISING_MARGIN_PERCENT)
  if (raised >= RATIO_ONE) return clamped(raised, SAFE_RATIO_MAX)
  if (covering.length < LOWERING_POINTS_MIN) return RATIO_ONE
  return clamped(withMargin(covering.at(-1) ?? RATIO_ONE, LOWERING_MARGIN_PERCENT), RATIO_ONE)
}

function ratioOf(observed: number, estimated: number): number {
  return Math.ceil((observed * RATIO_ONE) / Math.max(1, estimated))
}

function withMargin(ratio: number, percent: number): number {
  return stepUp(ratio + Math.ceil((ratio * percent) / 100))
}

function stepUp(ratio: number): number {
  return Math.ceil(ratio / RATIO_STEP) * RATIO_STEP
}

function clamped(ratio: number, max: number): number {
  return Math.min(max, Math.max(RATIO_MIN, ratio))
}

function rising(ratios: readonly number[]): readonly number[] {
  return [...ratios].sort((a, b) => a - b)
}

/**
 * An estimate, scaled: what is expected to the nearest token, the bound up. What was something stays at least one token;
 * both stop at 16,777,216.
 *
 * @law expected <= safe; an estimate that is larger in both parts is never scaled to a smaller one
 */
export function scaleEstimate({ expected, safe }: TokenEstimate, ratios: UsageRatios): TokenEstimate {
  if (expected === 0 && safe === 0) return { expected: 0, safe: 0 }
  const likely = Math.max(1, Math.floor((expected * ratios.expectedMillionths + RATIO_ONE / 2) / RATIO_ONE))
  const bound = Math.max(likely, multiplied(safe, ratios.safeMillionths, RATIO_ONE))
  return { expected: Math.min(likely, TOKEN_COUNT_MAX), safe: Math.min(bound, TOKEN_COUNT_MAX) }
}

/** `value * by / of`, rounded up, without a product past 2^53: `by` and `of` are ratios, `value` is below 2^50. */
export function multiplied(value: number, by: number, of: number): number {
  const whole = Math.floor(value / of)
  return whole * by + Math.ceil(((value - whole * of) * by) / of)
}

/**
 * The id of a counter whose counts are scaled: it names the counter and both ratios, so that two counters of one id
 * count the same.
 *
 * @example scaledCounterId('feature-v3', ratios) // => 'feature-v3:x1.250000:1.310000'
 */
export function scaledCounterId(counterId: string, ratios: UsageRatios): string {
  return `${counterId}:x${decimal(ratios.expectedMillionths)}:${decimal(ratios.safeMillionths)}`
}

/** Whether counts under this id were scaled. */
export function isScaledCounterId(counterId: string): boolean {
  return SCALED.test(counterId)
}

const SCALED = /:x\d\.\d{6}:\d\.\d{6}$/
/** How many characters {@link scaledCounterId} adds. */
export const SCALED_SUFFIX_LENGTH = 19

function decimal(millionths: number): string {
  const text = String(millionths).padStart(7, '0')
  return `${text.slice(0, -6)}.${text.slice(-6)}`
}
