/**
 * What is remembered of the use that providers report? A bounded window of requests for one provider, model and counter,
 * and the ratios it gives; never a text, and never an estimate that was corrected before.
 */
import {
  isScaledCounterId,
  POINTS_MAX,
  RATIO_MAX,
  RATIO_MIN,
  SAFE_RATIO_MAX,
  SCALED_SUFFIX_LENGTH,
  usageRatios,
} from '../base/tokens/usage-ratio.js'
import { integer, list, text } from './primitives.js'
import { field, schemaName, sealed } from './sealed.js'
import { Count, type Identifier, Name, TokenCount, TokenSum } from './scalars.js'
import type { Plain, TypeOf } from './type-of.js'

/** The name of the calibration document. @since 0.1.0 */
export const CALIBRATION_SCHEMA = 'cmk/calibration/v1'
/** The name of the usage document; a sample may leave it out. @since 0.1.0 */
export const USAGE_SAMPLE_SCHEMA = 'cmk/usage-sample/v1'

const LENGTH_MAX = 160 - SCALED_SUFFIX_LENGTH

/** The id of a counter, short enough that the ratios can be added to it: 1 to 141 characters. */
const RawCounterId = text<Identifier>('RawCounterId', {
  min: 1,
  max: LENGTH_MAX,
  pattern: `^[A-Za-z0-9][A-Za-z0-9._:/\\-]{0,${LENGTH_MAX - 1}}$`,
})

const key = {
  provider: field(Name, 'Who reported the use.'),
  model: field(Name, 'The model it was reported for.'),
  counter: field(RawCounterId, 'The counter that made the estimates; none whose counts are calibrated.'),
}

const COUNTER_IS_RAW = { id: 'counter-is-raw', text: 'counter is not the id of a calibrated counter' }
const ESTIMATED_WITHIN_SAFE = { id: 'estimated-within-safe', text: 'estimatedTokens is at most safeTokens' }

const figures = {
  estimatedTokens: field(TokenCount, 'What the counter expected of the whole request, uncalibrated.'),
  safeTokens: field(TokenCount, 'The bound the counter gave for the same request, uncalibrated.'),
  observedTokens: field(TokenCount, 'The tokens of input the provider reported, cached ones included.'),
}

/** What was estimated and used for one request that was taken into a calibration. @since 0.1.0 */
export const UsageFigures = sealed({
  name: 'UsageFigures',
  description: 'What was estimated and used for one request.',
  required: figures,
  rules: [{ ...ESTIMATED_WITHIN_SAFE, breach: (usage) => breachOfBound(usage) }],
})
/** What was estimated and used for one request, in tokens. @since 0.1.0 */
export type UsageFigures = TypeOf<typeof UsageFigures>

/**
 * What a provider reported for one request, with the estimates made before it was sent. They are of the very payload
 * that was sent, by the counter itself: the figures of a calibrated counter are refused, and with them any correction
 * that would feed on its own result.
 *
 * @since 0.1.0
 */
export const UsageSample = sealed({
  name: 'UsageSample',
  description: 'What a provider reported for one request, and what was estimated for it.',
  required: { ...key, ...figures },
  optional: { schema: schemaName(USAGE_SAMPLE_SCHEMA) },
  rules: [
    { ...COUNTER_IS_RAW, breach: (sample) => breachOfKey(sample) },
    { ...ESTIMATED_WITHIN_SAFE, breach: (sample) => breachOfBound(sample) },
  ],
})
/** A sample that was decoded; hosts write a {@link UsageSampleInput}. @since 0.1.0 */
export type UsageSample = TypeOf<typeof UsageSample>
/** A sample as a host writes it. @since 0.1.0 */
export type UsageSampleInput = Plain<UsageSample>

/**
 * How far off a counter is for one model of one provider: the newest requests, and the ratios they give. Hosts store it
 * and hand it back; they change nothing in it.
 *
 * @since 0.1.0
 */
export const Calibration = sealed({
  name: 'Calibration',
  description: 'How far off a counter is for one model of one provider.',
  required: {
    schema: schemaName(CALIBRATION_SCHEMA),
    ...key,
    samples: field(Count, 'How many samples were taken in all; stops at the largest count.'),
    estimatedTokens: field(TokenSum, 'What was expected of all of them together, uncalibrated.'),
    observedTokens: field(TokenSum, 'What was used for all of them together.'),
    window: field(
      list('UsageWindow', UsageFigures, { min: 1, max: POINTS_MAX }),
      'The newest samples, oldest first; the ratios come from these alone.',
    ),
    expectedMillionths: field(
      integer('ExpectedMillionths', RATIO_MIN, RATIO_MAX),
      'What expected counts are multiplied with, in millionths; one million with fewer than three samples.',
    ),
    safeMillionths: field(
      integer('SafeMillionths', RATIO_MIN, SAFE_RATIO_MAX),
      'What bounds are multiplied with, in millionths; below one million only with eight samples and more.',
    ),
  },
  rules: [
    { ...COUNTER_IS_RAW, breach: (state) => breachOfKey(state) },
    {
      id: 'samples-hold-window',
      text: 'samples is at least the number of samples in the window',
      breach: ({ samples, window }) => (samples < window.length ? '/samples' : null),
    },
    {
      id: 'ratios-of-window',
      text: 'the ratios are those of the window',
      breach: ({ window, expectedMillionths, safeMillionths }) => {
        const ratios = usageRatios(window)
        if (ratios.expectedMillionths !== expectedMillionths) return '/expectedMillionths'
        return ratios.safeMillionths === safeMillionths ? null : '/safeMillionths'
      },
    },
  ],
})
/** How far off a counter is for one model of one provider. @since 0.1.0 */
export type Calibration = TypeOf<typeof Calibration>
/** A calibration as it comes back from a host's store. @since 0.1.0 */
export type CalibrationInput = Plain<Calibration>

function breachOfKey({ counter }: { readonly counter: string }): string | null {
  return isScaledCounterId(counter) ? '/counter' : null
}

function breachOfBound(usage: {
  readonly estimatedTokens: number
  readonly safeTokens: number
}): string | null {
  return usage.estimatedTokens > usage.safeTokens ? '/safeTokens' : null
}
