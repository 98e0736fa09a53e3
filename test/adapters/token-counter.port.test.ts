/**
 * Do token counters keep the laws of their port? Each law is also shown to catch a counter that breaks it.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { calibratedCounter, estimateMedia, featureCounter } from '../../src/adapters/tokens/index.js'
import { exactCounter, EXACT_ENCODINGS } from '../../src/adapters/tokens-exact/index.js'
import { calibrationOf } from '../support/calibration-of.js'
import type { MediaShape, TokenCounterPort, TokenEstimate, TokenSums } from '../../src/ports/token-counter.js'

const TEXTS = [
  '',
  'a',
  ' ',
  'A sentence.',
  '<|endoftext|>',
  '\ud800',
  '中文',
  '\n'.repeat(9),
  'x'.repeat(3_000),
]

function countOf(counter: TokenCounterPort, text: string): TokenEstimate {
  const result = counter.count(text)
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

function jointOf(counter: TokenCounterPort, texts: readonly string[]): { joint: number; sums: TokenSums } {
  const counts = texts.map((text) => countOf(counter, text))
  const sums = {
    expectedSum: counts.reduce((sum, one) => sum + one.expected, 0),
    safeSum: counts.reduce((sum, one) => sum + one.safe, 0),
    safeMax: counts.reduce((max, one) => Math.max(max, one.safe), 0),
    items: counts.length,
  }
  const result = counter.jointSafe(sums)
  if (!result.ok) throw new Error(result.error.code)
  return { joint: result.value, sums }
}

type Law = (counter: TokenCounterPort) => void

const sameCountForSameText: Law = (counter) => {
  for (const text of TEXTS) assert.equal(countOf(counter, text), countOf(counter, text))
}

const wholeAndOrderedCounts: Law = (counter) => {
  assert.equal(countOf(counter, ''), { expected: 0, safe: 0 })
  for (const text of TEXTS) {
    const { expected, safe } = countOf(counter, text)
    assert.ok(Number.isInteger(expected) && Number.isInteger(safe))
    assert.ok((text === '' || expected >= 1) && expected <= safe && safe <= 16_777_216)
  }
}

const jointWithinBounds: Law = (counter) => {
  for (const texts of [[], ['A sentence.'], TEXTS, [...TEXTS, ...TEXTS]]) {
    const { joint, sums } = jointOf(counter, texts)
    assert.ok(Number.isInteger(joint) && sums.safeMax <= joint && joint <= sums.safeSum)
  }
}

const jointNeverFalls: Law = (counter) => {
  let before = 0
  for (let length = 1; length <= TEXTS.length; length += 1) {
    const { joint } = jointOf(counter, TEXTS.slice(0, length))
    assert.ok(joint >= before)
    before = joint
  }
}

const SHAPES: readonly MediaShape[] = [
  { media: 'image' },
  { media: 'image', mimeType: 'image/png', widthPixels: 1024, heightPixels: 1024, byteLength: 90_000 },
  { media: 'image', widthPixels: 0, heightPixels: 1e308 },
  { media: 'audio', durationMs: NaN, byteLength: -1 },
  { media: 'audio', durationMs: 61_000 },
  { media: 'file', mimeType: 'application/pdf', pages: 12 },
  { media: 'file', mimeType: '', pages: Infinity, byteLength: 2 ** 53 },
]

function mediaCountOf(counter: TokenCounterPort, shape: MediaShape): TokenEstimate {
  const result = counter.countMedia?.(shape)
  if (result === undefined) return estimateMedia(shape)
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

const mediaCounted: Law = (counter) => {
  for (const shape of SHAPES) {
    const { expected, safe } = mediaCountOf(counter, shape)
    assert.equal(mediaCountOf(counter, { ...shape }), { expected, safe })
    assert.ok(Number.isInteger(expected) && Number.isInteger(safe))
    assert.ok(1 <= expected && expected <= safe && safe <= 16_777_216)
  }
}

const mediaAddUp: Law = (counter) => {
  for (const shape of SHAPES) {
    const { expected, safe } = mediaCountOf(counter, shape)
    const result = counter.jointSafe({
      expectedSum: 9 * expected,
      safeSum: 9 * safe,
      safeMax: safe,
      items: 9,
    })
    assert.ok(result.ok && safe <= result.value && result.value <= 9 * safe)
  }
}

/** `assert.throws` lets failed assertions through, so the law is tried by hand. */
function catches(law: Law, counter: TokenCounterPort): boolean {
  try {
    law(counter)
    return false
  } catch {
    return true
  }
}

const honest = featureCounter()
const exact = await Promise.all(EXACT_ENCODINGS.map((encoding) => exactCounter({ encoding })))
const calibrated = [honest, ...exact].flatMap((counter) =>
  [0.3, 1, 2.7].map((ratio) => {
    const wrapped = calibratedCounter(counter, calibrationOf(counter.manifest.id, Array(9).fill(ratio)))
    if (!wrapped.ok) throw new Error(wrapped.error.message)
    return wrapped.value
  }),
)
const COUNTERS = [honest, ...exact, ...calibrated]
let calls = 0

/** A counter whose every answer passes through `change`. */
const changed = (change: (count: TokenEstimate) => TokenEstimate): TokenCounterPort => ({
  ...honest,
  count: (text) => ({ ok: true, value: change(countOf(honest, text)) }),
})
const measuring = (change: (count: TokenEstimate) => TokenEstimate): TokenCounterPort => ({
  ...honest,
  countMedia: (shape) => ({ ok: true, value: change(estimateMedia(shape)) }),
})
const joined = (joint: (sums: TokenSums) => number): TokenCounterPort => ({
  ...honest,
  jointSafe: (sums) => ({ ok: true, value: joint(sums) }),
})

const LAWS: readonly (readonly [sentence: string, law: Law, broken: readonly TokenCounterPort[]])[] = [
  [
    'the same text has the same count',
    sameCountForSameText,
    [changed(({ expected, safe }) => ({ expected, safe: safe + (calls += 1) }))],
  ],
  [
    'counts are whole, expected is at most safe, nothing has no tokens and something has one',
    wholeAndOrderedCounts,
    [
      changed(({ expected, safe }) => ({ expected: expected / 2, safe })),
      changed(({ expected, safe }) => ({ expected: safe, safe: expected })),
      changed(({ expected, safe }) => ({ expected: expected + 1, safe: safe + 1 })),
      changed(() => ({ expected: 0, safe: 0 })),
    ],
  ],
  [
    'the joint bound lies between the largest and the sum of the single bounds',
    jointWithinBounds,
    [
      joined(({ safeSum }) => safeSum + 1),
      joined(({ safeMax }) => Math.max(0, safeMax - 1)),
      joined(({ safeMax, safeSum }) => (safeMax + safeSum) / 2 + 0.25),
    ],
  ],
  [
    'the joint bound never falls when a text is added',
    jointNeverFalls,
    [joined(({ safeSum, items }) => (items % 2 === 0 ? safeSum : 0))],
  ],
  [
    'equal shapes of media have the same count, whole, ordered and not zero, whatever the measures',
    mediaCounted,
    [
      measuring(({ expected, safe }) => ({ expected, safe: safe + (calls += 1) })),
      measuring(({ expected, safe }) => ({ expected: expected / 7, safe })),
      measuring(({ expected, safe }) => ({ expected: safe + 1, safe: expected })),
      measuring(() => ({ expected: 0, safe: 0 })),
      measuring(({ safe }) => ({ expected: safe, safe: Infinity })),
    ],
  ],
  [
    'media go into the same sums as texts',
    mediaAddUp,
    [joined(({ safeSum }) => safeSum + 1), joined(({ safeMax }) => safeMax - 1)],
  ],
]

for (const [sentence, law, broken] of LAWS) {
  test(`REQ-PORT-223 ${sentence}`, () => {
    for (const counter of COUNTERS) law(counter)
    for (const counter of broken) assert.ok(catches(law, counter))
  })
}

test('REQ-PORT-223 the built-in counter says feature-v3 and keeps no state', () => {
  assert.is(honest.manifest.id, 'feature-v3')
  assert.equal(featureCounter().count('one text'), honest.count('one text'))
})

test.run()
