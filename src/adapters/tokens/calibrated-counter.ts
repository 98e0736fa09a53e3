/**
 * How does a counter count once it is known how far off it is? Wraps any counter with a calibration; it stores nothing,
 * observes nothing, and never counts less than the lower bound of a text.
 */
import { lowerBoundTokens } from '../../base/tokens/estimate.js'
import { estimateMedia } from '../../base/tokens/media.js'
import {
  multiplied,
  RATIO_ONE,
  scaledCounterId,
  scaleEstimate,
  type UsageRatios,
} from '../../base/tokens/usage-ratio.js'
import { Calibration, type CalibrationInput } from '../../contract/calibration.js'
import { decodeDocument } from '../../contract/decode-document.js'
import { documentRefused, type Undecoded } from '../../contract/decode.js'
import { failed, ok, type Result } from '../../contract/result.js'
import type { TokenCounterPort, TokenEstimate, TokenSums } from '../../ports/token-counter.js'

/**
 * A TokenCounter whose counts are those of `counter`, each multiplied by a ratio of the calibration: what is expected by
 * the one, the bounds by the other. Budgets stay what they are: a plan only counts more strictly, or less so.
 *
 * Of images, sounds and files the ratios say little, so they only ever count more.
 *
 * Items counted by another counter, the uncalibrated one included, cost a plan their own bound; count them again.
 *
 * @returns ok: a counter with the id `<id>:x<ratio>:<ratio of bounds>`, such as `feature-v3:x1.250000:1.310000`.
 *          Failed: `DocumentRefused` | `DocumentNewer` for a calibration that is none or belongs to another counter.
 * @law never below the lower bound of a text, one token for each 32 code units
 * @law refuses what `counter` refuses
 * @req REQ-PLAN-290
 * @example calibratedCounter(featureCounter(), calibration)
 * @since 0.1.0
 */
export function calibratedCounter(
  counter: TokenCounterPort,
  calibration: CalibrationInput,
): Result<TokenCounterPort, Undecoded> {
  const decoded = decodeDocument(Calibration, calibration)
  if (!decoded.ok) return decoded
  const { expectedMillionths, safeMillionths } = decoded.value
  if (decoded.value.counter !== counter.manifest.id) {
    return failed(documentRefused(Calibration.name, [{ pointer: '/counter', expected: 'id of the counter' }]))
  }
  return ok(scaledCounter(counter, { expectedMillionths, safeMillionths }))
}

function scaledCounter(counter: TokenCounterPort, ratios: UsageRatios): TokenCounterPort {
  return {
    manifest: { id: scaledCounterId(counter.manifest.id, ratios) },
    count: (text) => {
      const raw = counter.count(text)
      return raw.ok ? ok(atLeast(lowerBoundTokens(text.length), scaleEstimate(raw.value, ratios))) : raw
    },
    countMedia: (shape) => {
      const raw = counter.countMedia?.(shape) ?? ok(estimateMedia(shape))
      return raw.ok ? ok(scaleEstimate(raw.value, neverLower(ratios))) : raw
    },
    jointSafe: (sums) => {
      const raw = counter.jointSafe(unscaled(sums, ratios))
      if (!raw.ok) return raw
      const joint = multiplied(raw.value, ratios.safeMillionths, RATIO_ONE)
      return ok(Math.min(sums.safeSum, Math.max(sums.safeMax, joint)))
    },
  }
}

function neverLower({ expectedMillionths, safeMillionths }: UsageRatios): UsageRatios {
  return {
    expectedMillionths: Math.max(RATIO_ONE, expectedMillionths),
    safeMillionths: Math.max(RATIO_ONE, safeMillionths),
  }
}

function atLeast(lowest: number, { expected, safe }: TokenEstimate): TokenEstimate {
  return { expected, safe: Math.max(safe, lowest) }
}

/** What the counter itself would have summed: its joint bound knows its own errors, and no ratio. */
function unscaled(sums: TokenSums, { expectedMillionths, safeMillionths }: UsageRatios): TokenSums {
  const safeSum = multiplied(sums.safeSum, RATIO_ONE, safeMillionths)
  const expectedSum = multiplied(sums.expectedSum, RATIO_ONE, expectedMillionths)
  return {
    expectedSum: Math.min(expectedSum, safeSum),
    safeSum,
    safeMax: multiplied(sums.safeMax, RATIO_ONE, safeMillionths),
    items: sums.items,
  }
}
