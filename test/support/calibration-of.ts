/**
 * How does a test write a calibration? As the ratios of used to expected that were observed, oldest first.
 */
import type { Calibration } from '../../src/contract/calibration.js'
import { observeUsage } from '../../src/index.js'

export const SAMPLE_TOKENS = 10_000
/** What the built-in counter bounds a large text with, as a share of what it expects. */
const SAFE_SHARE = 1.25

/** A sample of 10,000 expected tokens, bounded by 12,500, of which `ratio` times as many were used. */
export function sampleOf(counter: string, ratio: number) {
  return {
    provider: 'acme',
    model: 'm-1',
    counter,
    estimatedTokens: SAMPLE_TOKENS,
    safeTokens: SAMPLE_TOKENS * SAFE_SHARE,
    observedTokens: Math.round(SAMPLE_TOKENS * ratio),
  }
}

/** The state after samples of these ratios; at least one. */
export function calibrationOf(counter: string, ratios: readonly number[]): Calibration {
  let state: Calibration | null = null
  for (const ratio of ratios) {
    const outcome = observeUsage(state, sampleOf(counter, ratio))
    if (!outcome.ok || outcome.value._tag !== 'Observed') throw new Error('the sample was not taken')
    state = outcome.value.state
  }
  if (state === null) throw new Error('no sample')
  return state
}
