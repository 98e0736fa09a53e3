/**
 * Where does a cut go? The mark is worked out again in unbounded whole numbers, the borders from the exchanges as the tests
 * pair them; counts of another counter simply add up.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { lowWaterShare, observeGrowth } from '../../../src/rules/context/low-water.js'
import { runs } from '../../support/fc-runs.js'
import { naivePairing } from '../../support/pairing-oracle.js'
import { costOfItems } from '../../support/plan-oracle.js'
import { anyGrowth, replay, type Items, type Moment, type Step } from './epochs-replay.js'

const COUNTED_ELSEWHERE = 'other-v1'

function countedElsewhere(items: Items): Items {
  return items.map((item) => ({ ...item, tokens: { ...item.tokens, counter: COUNTED_ELSEWHERE } }))
}

function plainlyAdded({ base, history, recalled }: Moment): Moment {
  return {
    base: countedElsewhere(base),
    history: countedElsewhere(history),
    recalled: recalled.map(countedElsewhere),
  }
}

/** 1 − 1.5 · sqrt(growth / room) in thousandths, between 250 and 980. */
function shareOf(grownTokens: number, requests: number, roomTokens: number): number {
  const growth = BigInt(Math.min(Math.floor(grownTokens / Math.max(1, requests)), roomTokens))
  let cut = 0n
  while ((cut + 1n) * (cut + 1n) * BigInt(Math.max(1, roomTokens)) <= 2_250_000n * growth) cut += 1n
  return 1000 - Math.min(Math.max(Number(cut), 20), 750)
}

test('REQ-PLAN-247 the low-water share is 1 less 1.5 times the root of growth by room, from 250 to 980', () => {
  const tokens = fc.oneof(fc.nat(2000), fc.nat(16_777_216), fc.integer({ min: 0, max: 1_000_000_000_000 }))
  const rooms = fc.oneof(fc.nat(2000), fc.nat(16_777_216))
  fc.assert(
    fc.property(tokens, fc.nat(100), rooms, (grownTokens, requests, room) => {
      assert.is(lowWaterShare({ grownTokens, requests }, room), shareOf(grownTokens, requests, room))
    }),
    runs(500),
  )
  assert.is(lowWaterShare({ grownTokens: 1000, requests: 10 }, 10_000), 850)
  assert.is(lowWaterShare({ grownTokens: 0, requests: 0 }, 10_000), 980)
})

test('REQ-PLAN-247 growth is what was appended, and older requests fade', () => {
  const appended = fc.array(fc.nat(1000), { maxLength: 200 })
  fc.assert(
    fc.property(appended, (all) => {
      const growth = all.reduce(
        (before, grownTokens) => observeGrowth(before, { grownTokens, requests: 1 }),
        { grownTokens: 0, requests: 0 },
      )
      const observed = all.filter((tokens) => tokens > 0)
      assert.ok(growth.requests <= 64)
      if (observed.length > 64) return
      assert.equal(growth, { grownTokens: observed.reduce((a, b) => a + b, 0), requests: observed.length })
    }),
    runs(100),
  )
})

/** What a cut left of the conversation, in units. */
interface Cut {
  /** Units of the tail, oldest first. */
  readonly tail: readonly (readonly ContextItemInput[])[]
  /** The newest unit that the cut left out, if any. */
  readonly lost: readonly ContextItemInput[] | undefined
  readonly targetTokens: number
  readonly conversationTokens: number
  readonly spareTokens: number
}

function cutOf({ plan, moment }: Step): Cut {
  const units = unitsOf(moment.history)
  const reasons = new Map<string, string>(plan.selected.map(({ itemId, reason }) => [itemId, reason]))
  const isTail = (unit: readonly ContextItemInput[]) =>
    unit.some(({ itemId }) => ['in_tail', 'left_over'].includes(reasons.get(itemId) ?? ''))
  const conversationTokens = useOf(plan, 'conversation')
  const others = plan.totalTokens - conversationTokens
  const room = Math.min(plan.budget.inputTokens - others, 90)
  const { grownTokens, requests } = plan.epoch
  return {
    tail: units.filter(isTail),
    lost: units.findLast((unit) => unit.every(({ itemId }) => !reasons.has(itemId))),
    targetTokens: Math.floor((room * shareOf(grownTokens, requests, plan.budget.inputTokens)) / 1000),
    conversationTokens,
    spareTokens: room - conversationTokens,
  }
}

function useOf(plan: ContextPlan, name: string): number {
  return plan.explanation.partitions.find(({ partition }) => partition === name)?.tokens ?? 0
}

/** The conversation in units, oldest first by newest member. */
function unitsOf(history: Items): readonly (readonly ContextItemInput[])[] {
  const { exchanges } = naivePairing(history)
  const lone = history.filter(({ itemId }) => !exchanges.some((exchange) => exchange.has(itemId)))
  const whole = exchanges.map((exchange) => history.filter(({ itemId }) => exchange.has(itemId)))
  const newest = (unit: readonly ContextItemInput[]) => unit.at(-1)?.source.sequence ?? 0
  return [...lone.map((item) => [item]), ...whole].sort((a, b) => newest(a) - newest(b))
}

test('REQ-PLAN-247 a cut leaves the conversation its share of the room, to the nearest border, and never less than its newest unit', () => {
  const met = { cuts: 0, lost: 0 }
  fc.assert(
    fc.property(anyGrowth(), fc.integer({ min: 60, max: 260 }), (grown, windowTokens) => {
      const budget = { windowTokens, perMessageTokens: 1, perPlanTokens: 0 }
      const partitions = { conversation: { maxTokens: 90 } }
      const moments = grown.map(plainlyAdded)
      for (const step of replay(moments, () => ({ windowTokens, budget, partitions }))) {
        if (step.plan.epoch.number === (step.before?.epoch.number ?? 1)) continue
        met.cuts += 1
        met.lost += checkCut(cutOf(step))
      }
    }),
    runs(30),
  )
  assert.ok(met.cuts > 20 && met.lost > 2, JSON.stringify(met))
})

/** Checks a cut; 1 where something that would have fitted was left out. */
function checkCut({ tail, lost, targetTokens, conversationTokens, spareTokens }: Cut): number {
  const [oldest] = tail
  if (oldest !== undefined && tail.length > 1) {
    const below = conversationTokens - costOfItems(oldest, 1)
    const over = conversationTokens - targetTokens
    assert.ok(over <= 0 || over <= targetTokens - below, 'cut too little')
  }
  if (lost === undefined || costOfItems(lost, 1) > spareTokens) return 0
  const above = conversationTokens + costOfItems(lost, 1)
  assert.ok(above - targetTokens > targetTokens - conversationTokens, 'cut too much')
  return 1
}

test('REQ-PLAN-247 a tail begins at the border of an exchange', () => {
  let begun = 0
  fc.assert(
    fc.property(anyGrowth(), fc.integer({ min: 40, max: 300 }), (moments, windowTokens) => {
      for (const { plan, moment } of replay(moments, () => ({ windowTokens }))) {
        const { tailFrom } = plan.epoch
        if (tailFrom === undefined) continue
        const start = moment.history.findIndex(({ itemId }) => itemId === tailFrom)
        assert.ok(start > 0, tailFrom)
        const front = new Set(moment.history.slice(0, start).map(({ itemId }) => itemId))
        for (const exchange of naivePairing(moment.history).exchanges) {
          const split = [...exchange].filter((itemId) => front.has(itemId)).length
          assert.ok(split === 0 || split === exchange.size)
        }
        begun += 1
      }
    }),
    runs(30),
  )
  assert.ok(begun > 20, String(begun))
})

test.run()
