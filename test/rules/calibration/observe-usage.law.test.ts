/**
 * Does calibration find the truth, keep it, and take no harm from what is wrong or what it made itself?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isScaledCounterId, scaledCounterId, usageRatios } from '../../../src/base/tokens/usage-ratio.js'
import { Calibration } from '../../../src/contract/calibration.js'
import { calibratedTokens, decodeDocument, observeUsage } from '../../../src/index.js'
import { calibrationOf, SAMPLE_TOKENS, sampleOf } from '../../support/calibration-of.js'

const COUNTER = 'feature-v3'
/** Ratios go in hundredths. */
const STEP = 10_000
const truth = fc.double({ min: 0.25, max: 4, noNaN: true })
/** What a provider reports for one true ratio: within 8 % of it, and within what is believed. */
const noise = fc.double({ min: 0.92, max: 1.08, noNaN: true })
const reported = (ratio: number, by: number) => Math.min(4, Math.max(0.25, ratio * by))

const stateOf = (ratios: readonly number[]) => calibrationOf(COUNTER, ratios)
const expectedOf = (state: Calibration) =>
  calibratedTokens(state, { expected: 50_000, safe: 62_500 }).expected

function outcomeOf(state: Calibration | null, sample: Parameters<typeof observeUsage>[1]) {
  const result = observeUsage(state, sample)
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

test('REQ-PLAN-290 from the third honest sample on what is expected is within 10 % of the truth', () => {
  fc.assert(
    fc.property(truth, fc.array(noise, { minLength: 3, maxLength: 40 }), (ratio, noises) => {
      const state = stateOf(noises.map((by) => reported(ratio, by)))
      const off = expectedOf(state) / (50_000 * ratio)
      assert.ok(off > 0.9 && off < 1.1, `${off}`)
    }),
  )
})

test('REQ-PLAN-290 the bound covers the truth of honest samples once it was raised', () => {
  fc.assert(
    fc.property(truth, fc.array(noise, { minLength: 15, maxLength: 15 }), noise, (ratio, noises, next) => {
      const state = stateOf(noises.map((by) => reported(ratio, by)))
      const { safe } = calibratedTokens(state, { expected: 50_000, safe: 62_500 })
      const sorted = [...noises].sort((a, b) => a - b)
      if (next <= (sorted.at(-2) ?? 0) * 1.04) assert.ok(safe >= Math.floor(50_000 * reported(ratio, next)))
    }),
  )
})

test('REQ-PLAN-017 honest samples that are two to four times off are taken, and those beyond are not', () => {
  for (const ratio of [0.25, 0.3, 0.5, 1, 2, 3.3, 4]) {
    assert.is(outcomeOf(null, sampleOf(COUNTER, ratio))._tag, 'Observed', `${ratio}`)
  }
  const state = stateOf([2, 2, 2])
  for (const ratio of [0, 0.2499, 4.0001, 90]) {
    for (const before of [null, state]) {
      const ignored = { _tag: 'Ignored', reason: 'ratio_out_of_range', state: before }
      assert.equal(outcomeOf(before, sampleOf(COUNTER, ratio)), ignored)
    }
  }
})

test('REQ-PLAN-290 one sample that is wrong, anywhere among honest ones, moves nothing beyond the others', () => {
  const honestNoise = fc.array(noise, { minLength: 2, maxLength: 14 })
  const history = fc.tuple(truth, honestNoise, truth, fc.nat({ max: 40 }))
  fc.assert(
    fc.property(history, ([ratio, noises, wrong, at]) => {
      const honest = noises.map((by) => reported(ratio, by))
      const all = honest.toSpliced(at % (honest.length + 1), 0, wrong)
      const { expectedMillionths, safeMillionths } = stateOf(all)
      const [low, high] = [Math.min(...honest), Math.max(...honest)]
      assert.ok(expectedMillionths >= low * 1_000_000 - STEP && expectedMillionths <= high * 1_000_000 + STEP)
      assert.ok(safeMillionths <= Math.max(1_000_000, (high / 1.25) * 1_050_000 + STEP))
    }),
  )
})

test('REQ-PLAN-290 up to fifteen samples give the same ratios in any order', () => {
  const shuffled = fc
    .array(truth, { minLength: 1, maxLength: 15 })
    .chain((ratios) =>
      fc.tuple(fc.constant(ratios), fc.shuffledSubarray(ratios, { minLength: ratios.length })),
    )
  fc.assert(
    fc.property(shuffled, ([ratios, other]) => {
      const [a, b] = [stateOf(ratios), stateOf(other)]
      assert.is(a.expectedMillionths, b.expectedMillionths)
      assert.is(a.safeMillionths, b.safeMillionths)
    }),
  )
})

test('REQ-PLAN-290 two samples change nothing, seven lower no bound, and eight lower it with a margin', () => {
  const ratiosAfter = (count: number, ratio: number) => {
    const { expectedMillionths, safeMillionths } = stateOf(Array<number>(count).fill(ratio))
    return [expectedMillionths, safeMillionths]
  }
  assert.equal(ratiosAfter(2, 3), [1_000_000, 1_000_000])
  assert.equal(ratiosAfter(3, 3), [3_000_000, 2_520_000])
  assert.equal(ratiosAfter(7, 0.5), [500_000, 1_000_000])
  assert.equal(ratiosAfter(8, 0.5), [500_000, 440_000])
  const withOneAbove = stateOf([...Array<number>(8).fill(0.5), 1.2])
  assert.is(withOneAbove.safeMillionths, 1_000_000)
})

test('REQ-PLAN-290 with exact samples of one ratio the next state is never further from the truth', () => {
  fc.assert(
    fc.property(truth, fc.array(truth, { maxLength: 15 }), (ratio, before) => {
      let state = before.length === 0 ? null : stateOf(before)
      let distance = Infinity
      for (let step = 0; step < 20; step += 1) {
        const outcome = outcomeOf(state, sampleOf(COUNTER, reported(ratio, 1)))
        state = outcome.state
        if (state === null || step < 3) continue
        const away = Math.abs(state.expectedMillionths - ratio * 1_000_000)
        assert.ok(away <= distance + STEP)
        distance = away
      }
      assert.ok(distance <= STEP, `${distance}`)
    }),
  )
})

test('REQ-PLAN-017 a sample counted by a calibrated counter is refused, so no correction feeds on itself', () => {
  const id = scaledCounterId(COUNTER, stateOf([2, 2, 2]))
  assert.is(id, 'feature-v3:x2.000000:1.680000')
  assert.ok(isScaledCounterId(id) && !isScaledCounterId(COUNTER) && !isScaledCounterId('a:x2.0:1.0'))
  const refused = observeUsage(null, sampleOf(id, 1))
  assert.ok(!refused.ok && refused.error._tag === 'DocumentRefused')
  assert.equal(refused.error.issues, [{ pointer: '/counter', expected: 'counter-is-raw' }])
})

test('REQ-PLAN-017 a calibration is kept per provider, model and counter, and small samples teach nothing', () => {
  const state = stateOf([2, 2, 2])
  const sample = sampleOf(COUNTER, 2)
  for (const other of [{ provider: 'other' }, { model: 'm-2' }, { counter: 'o200k_base/exact-v1' }]) {
    assert.equal(outcomeOf(state, { ...sample, ...other }), { _tag: 'Ignored', reason: 'other_key', state })
  }
  const small = { ...sample, estimatedTokens: 255, safeTokens: 400, observedTokens: 500 }
  assert.equal(outcomeOf(state, small), { _tag: 'Ignored', reason: 'too_small', state })
  assert.is(outcomeOf(state, { ...small, estimatedTokens: 256 })._tag, 'Observed')
})

test('REQ-PLAN-290 a state holds fifteen samples and the sums of all, and its document is accepted after any history', () => {
  fc.assert(
    fc.property(fc.array(truth, { minLength: 1, maxLength: 40 }), (ratios) => {
      const state = stateOf(ratios)
      assert.ok(decodeDocument(Calibration, JSON.parse(JSON.stringify(state))).ok)
      assert.is(state.samples, ratios.length)
      assert.is(state.window.length, Math.min(15, ratios.length))
      assert.is(state.estimatedTokens, ratios.length * SAMPLE_TOKENS)
      assert.equal(usageRatios(state.window), {
        expectedMillionths: state.expectedMillionths,
        safeMillionths: state.safeMillionths,
      })
    }),
  )
})

test('REQ-PLAN-290 a state that was tampered with and a sample that is none are refused by pointer', () => {
  const state = stateOf([2, 2, 2])
  const sample = sampleOf(COUNTER, 2)
  const refusals = [
    [{ ...state, expectedMillionths: 1_500_000 }, sample, '/expectedMillionths'],
    [{ ...state, safeMillionths: 999_999 }, sample, '/safeMillionths'],
    [{ ...state, samples: 2 }, sample, '/samples'],
    [null, { ...sample, safeTokens: 1 }, '/safeTokens'],
    [null, { ...sample, observedTokens: -1 }, '/observedTokens'],
    [null, { ...sample, calibrated: true }, '/?'],
  ] as const
  for (const [before, given, pointer] of refusals) {
    const refused = observeUsage(before, given)
    assert.ok(!refused.ok && refused.error._tag === 'DocumentRefused', pointer)
    assert.is(refused.error.issues[0]?.pointer, pointer)
  }
})

test('REQ-PLAN-290 a scaled estimate keeps order and bounds, at the largest counts too', () => {
  const count = fc.integer({ min: 0, max: 16_777_216 })
  fc.assert(
    fc.property(count, count, fc.array(truth, { minLength: 8, maxLength: 15 }), (a, b, ratios) => {
      const [expected, safe] = a <= b ? [a, b] : [b, a]
      const scaled = calibratedTokens(stateOf(ratios), { expected, safe })
      assert.ok(Number.isSafeInteger(scaled.expected) && Number.isSafeInteger(scaled.safe))
      assert.ok(scaled.expected <= scaled.safe && scaled.safe <= 16_777_216)
      assert.ok(safe === 0 || scaled.expected >= 1)
    }),
  )
})

test.run()
