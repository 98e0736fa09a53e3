/**
 * What does the use that a provider reported say of the estimates? Takes samples into a calibration or says why not;
 * it raises no budget, and looks at no estimate that was calibrated before.
 */
import type { TokenEstimate } from '../../base/tokens/estimate.js'
import { isRatioBelievable, POINTS_MAX, scaleEstimate, usageRatios } from '../../base/tokens/usage-ratio.js'
import {
  Calibration,
  CALIBRATION_SCHEMA,
  UsageSample,
  type CalibrationInput,
  type UsageFigures,
  type UsageSampleInput,
} from '../../contract/calibration.js'
import { decodeDocument } from '../../contract/decode-document.js'
import type { Undecoded } from '../../contract/decode.js'
import { ok, type Result } from '../../contract/result.js'
import { ITEMS_MAX } from '../../contract/scalars.js'
import type { Count, TokenSum } from '../../contract/scalars.js'

/**
 * Why a sample changed nothing. `ratio_out_of_range`: used was more than four times or less than a fourth of what was
 * estimated, which is a mistake of somebody and no error of a counter. `too_small`: below 256 tokens, where what a
 * provider adds to every request outweighs the text. `other_key`: another provider, model or counter.
 *
 * @since 0.1.0
 */
export type UsageIgnored = 'ratio_out_of_range' | 'too_small' | 'other_key'

/** What became of a sample; `state` is what holds from here on. @since 0.1.0 */
export type UsageOutcome =
  | { readonly _tag: 'Observed'; readonly state: Calibration }
  | { readonly _tag: 'Ignored'; readonly reason: UsageIgnored; readonly state: Calibration | null }

/** Smaller estimates are not looked at. */
const SAMPLE_TOKENS_MIN = 256

/**
 * Takes one sample into a calibration.
 *
 * @param state  The calibration so far, of the sample's provider, model and counter; null when there is none.
 * @param sample Estimates of the payload that was sent, by the uncalibrated counter, and the use reported for it.
 * @returns ok: `Observed` with the next state, or `Ignored` with a reason and the state as it was. Failed:
 *          `DocumentRefused` | `DocumentNewer` for a state or sample that is none, and for a sample of a calibrated
 *          counter.
 * @law the ratios of at most 15 samples do not depend on their order
 * @law samples of one true ratio from 1/4 to 4 bring what is expected within 10 % of it from the third on
 * @law one sample that is wrong among any two that are right does not move what is expected beyond the others
 * @req REQ-PLAN-290, REQ-PLAN-017
 * @example observeUsage(null, sample) // => { ok: true, value: { _tag: 'Observed', state: { samples: 1, … } } }
 * @since 0.1.0
 */
export function observeUsage(
  state: CalibrationInput | null,
  sample: UsageSampleInput,
): Result<UsageOutcome, Undecoded> {
  const known = state === null ? ok(null) : decodeDocument(Calibration, state)
  if (!known.ok) return known
  const seen = decodeDocument(UsageSample, sample)
  if (!seen.ok) return seen
  const reason = ignoredFor(known.value, seen.value)
  if (reason !== null) return ok({ _tag: 'Ignored', reason, state: known.value })
  return ok({ _tag: 'Observed', state: nextState(known.value, seen.value) })
}

/**
 * What an estimate of the uncalibrated counter is worth under a calibration: expected and bound, each by its ratio.
 *
 * @law expected <= safe; a calibration of fewer than three samples changes nothing
 * @req REQ-PLAN-290
 * @since 0.1.0
 */
export function calibratedTokens(
  state: Pick<CalibrationInput, 'expectedMillionths' | 'safeMillionths'>,
  raw: TokenEstimate,
): TokenEstimate {
  return scaleEstimate(raw, state)
}

function ignoredFor(state: Calibration | null, sample: UsageSample): UsageIgnored | null {
  if (state !== null && !isSameKey(state, sample)) return 'other_key'
  if (sample.estimatedTokens < SAMPLE_TOKENS_MIN) return 'too_small'
  return isRatioBelievable(sample) ? null : 'ratio_out_of_range'
}

function isSameKey(state: Calibration, sample: UsageSample): boolean {
  return (
    state.provider === sample.provider && state.model === sample.model && state.counter === sample.counter
  )
}

function nextState(state: Calibration | null, sample: UsageSample): Calibration {
  const { provider, model, counter, estimatedTokens, safeTokens, observedTokens } = sample
  const figures: UsageFigures = { estimatedTokens, safeTokens, observedTokens }
  const window = [...(state?.window ?? []), figures].slice(-POINTS_MAX)
  return {
    schema: CALIBRATION_SCHEMA,
    provider,
    model,
    counter,
    samples: Math.min((state?.samples ?? 0) + 1, ITEMS_MAX) as Count,
    estimatedTokens: sum(state?.estimatedTokens, estimatedTokens),
    observedTokens: sum(state?.observedTokens, observedTokens),
    window,
    ...usageRatios(window),
  }
}

function sum(before: number | undefined, more: number): TokenSum {
  return Math.min((before ?? 0) + more, Number.MAX_SAFE_INTEGER) as TokenSum
}
