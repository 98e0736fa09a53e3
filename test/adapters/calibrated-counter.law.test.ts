/**
 * Does a loop of planning, sending and observing settle on the truth and stay there, within every budget?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nodeHash } from '../../src/adapters/node/hash.js'
import { referenceClock } from '../../src/adapters/reference/clock.js'
import { calibratedCounter, featureCounter } from '../../src/adapters/tokens/index.js'
import { Identifier } from '../../src/contract/scalars.js'
import { createKernel, observeUsage, orThrow } from '../../src/index.js'
import type { Calibration, ContextItemInput, ContextPlan, UsageOutcome } from '../../src/index.js'
import type { TokenCounterPort } from '../../src/ports/token-counter.js'
import { calibrationOf } from '../support/calibration-of.js'
import { NOW, SESSION_SCOPE } from '../support/item-of.js'
import { CALLER } from '../support/kernel-under-test.js'

const raw = featureCounter()
const TEXTS = Array.from({ length: 24 }, (_, index) =>
  `Turn ${index}: `.concat('what was said about it. '.repeat(20)),
)
const BUDGET = { windowTokens: 2000, perMessageTokens: 0, perPlanTokens: 0 }

function itemsOf(counter: TokenCounterPort): readonly ContextItemInput[] {
  return TEXTS.map((content, index) => {
    const { expected, safe } = orThrow(counter.count(content) as never) as { expected: number; safe: number }
    return {
      itemId: `t-${index}`,
      kind: 'message',
      labels: { scope: SESSION_SCOPE, trust: 'user', sensitivity: 'internal', sinks: ['*'] },
      source: { store: 's', id: `t-${index}`, sequence: index },
      provenance: { origin: 'test', observedAt: NOW },
      tokens: { expected, safe, counter: counter.manifest.id },
      priority: 0,
      pinned: false,
      createdAt: NOW,
      content,
      binding: { role: index % 2 === 0 ? 'user' : 'assistant' },
    }
  })
}

function planWith(counter: TokenCounterPort): ContextPlan {
  const ports = { hash: nodeHash(), clock: referenceClock({ at: NOW }), tokenCounter: counter }
  const kernel = orThrow(createKernel({ ports }))
  return orThrow(kernel.planContext({ items: itemsOf(counter), budget: BUDGET }, CALLER))
}

/** What the uncalibrated counter says of the texts of a plan, as a host counts a payload before it sends it. */
function rawEstimate(plan: ContextPlan): { estimatedTokens: number; safeTokens: number } {
  const sums = { expectedSum: 0, safeSum: 0, safeMax: 0, items: 0 }
  for (const { itemId } of plan.selected) {
    const counted = raw.count(TEXTS[Number(itemId.slice(2))] ?? '')
    if (!counted.ok) continue
    sums.expectedSum += counted.value.expected
    sums.safeSum += counted.value.safe
    sums.safeMax = Math.max(sums.safeMax, counted.value.safe)
    sums.items += 1
  }
  const joint = raw.jointSafe(sums)
  return { estimatedTokens: sums.expectedSum, safeTokens: joint.ok ? joint.value : 0 }
}

interface Turn {
  readonly plan: ContextPlan
  readonly usedTokens: number
  readonly state: Calibration
}

/** Plans, sends, observes, and plans with what was learned; a provider uses `truth` times the raw estimate. */
function replay(truth: number, turns: number): readonly Turn[] {
  const seen: Turn[] = []
  let counter = raw
  let state: Calibration | null = null
  for (let turn = 0; turn < turns; turn += 1) {
    const plan = planWith(counter)
    const estimate = rawEstimate(plan)
    const usedTokens = Math.round(estimate.estimatedTokens * truth)
    const sample = {
      provider: 'acme',
      model: 'm-1',
      counter: raw.manifest.id,
      ...estimate,
      observedTokens: usedTokens,
    }
    const outcome: UsageOutcome = orThrow(observeUsage(state, sample))
    if (outcome.state === null) throw new Error('nothing was learned')
    state = outcome.state
    counter = orThrow(calibratedCounter(raw, state))
    seen.push({ plan, usedTokens, state })
  }
  return seen
}

for (const truth of [0.3, 0.8, 1, 1.4, 2.5, 3.9]) {
  test(`REQ-PLAN-017 a loop on its own plans settles on ${truth} at the third turn and never leaves it`, () => {
    const turns = replay(truth, 24)
    for (const [index, { plan, usedTokens, state }] of turns.entries()) {
      assert.ok(plan.totalTokens <= plan.budget.inputTokens)
      assert.is(plan.budget.inputTokens, BUDGET.windowTokens)
      if (index < 2) continue
      assert.ok(Math.abs(state.expectedMillionths / (truth * 1_000_000) - 1) < 0.03)
      if (index > 2) assert.ok(usedTokens <= BUDGET.windowTokens, `turn ${index} used ${usedTokens}`)
    }
    const kept = turns.slice(16).map(({ plan }) => plan.selected.length)
    assert.ok(Math.max(...kept) - Math.min(...kept) <= 1, `the plans do not settle: ${kept.join()}`)
  })
}

test('REQ-PLAN-290 where estimates were too low the window is kept, and where they were too high it is used', () => {
  const plain = planWith(raw).selected.length
  const low = replay(2.5, 12).at(-1)
  const high = replay(0.3, 12).at(-1)
  assert.ok(low !== undefined && low.plan.selected.length < plain)
  assert.ok(high !== undefined && high.plan.selected.length > plain)
})

test('REQ-PLAN-290 the counter of a plan names both ratios, and the same id counts the same', () => {
  const state = calibrationOf('feature-v3', [1.25, 1.25, 1.25, 1.4])
  const counter = orThrow(calibratedCounter(raw, state))
  assert.is(counter.manifest.id, 'feature-v3:x1.250000:1.050000')
  assert.ok(Identifier.is(counter.manifest.id))
  assert.is(planWith(counter).counter, counter.manifest.id)
})

test('REQ-PLAN-290 no calibration counts a text below its lower bound, or more than nothing as nothing', () => {
  const low = orThrow(calibratedCounter(raw, calibrationOf('feature-v3', Array<number>(15).fill(0.25))))
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.constantFrom('z'.repeat(4_000), ' '.repeat(999)),
  )
  fc.assert(
    fc.property(text, (given) => {
      const counted = low.count(given)
      assert.ok(counted.ok && counted.value.expected >= 1)
      assert.ok(counted.value.safe >= Math.ceil(given.length / 32))
    }),
  )
})

test('REQ-PLAN-290 an image counts more under a calibration above one, and never less under one below', () => {
  const image = { media: 'image', mimeType: 'image/png', widthPixels: 800, heightPixels: 600 } as const
  const plain = orThrow(raw.countMedia?.(image) as never) as { expected: number; safe: number }
  const under = (ratio: number) => {
    const counter = orThrow(calibratedCounter(raw, calibrationOf('feature-v3', Array<number>(9).fill(ratio))))
    return orThrow(counter.countMedia?.(image) as never) as { expected: number; safe: number }
  }
  assert.equal(under(0.5), plain)
  assert.ok(under(2).expected >= plain.expected * 2 && under(2).safe > plain.safe)
})

test('REQ-PLAN-290 a calibration of another counter, or of a calibrated one, is refused', () => {
  const state = calibrationOf('other-v1', [2, 2, 2])
  const refused = calibratedCounter(raw, state)
  assert.ok(!refused.ok && refused.error._tag === 'DocumentRefused')
  assert.is(refused.error.issues[0]?.pointer, '/counter')
  const once = orThrow(calibratedCounter(raw, calibrationOf('feature-v3', [2, 2, 2])))
  assert.not.ok(calibratedCounter(once, calibrationOf('feature-v3', [2, 2, 2])).ok)
})

test('REQ-PORT-224 what the counter refuses, the calibrated one refuses with the same code', () => {
  const error = { code: 'NO_VOCABULARY', retry: 'after-fix' } as const
  const mute: TokenCounterPort = {
    manifest: { id: 'mute' },
    count: () => ({ ok: false, error }),
    jointSafe: () => ({ ok: false, error }),
  }
  const counter = orThrow(calibratedCounter(mute, calibrationOf('mute', [1, 1, 1])))
  assert.equal(counter.count('a'), { ok: false, error })
  assert.equal(counter.jointSafe({ expectedSum: 1, safeSum: 1, safeMax: 1, items: 1 }), { ok: false, error })
})

test.run()
