/**
 * What if nothing happened since the plan before? The same request again is the same plan again, however little room there
 * was, and what was seen once is not seen as growth again.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { runs } from '../../support/fc-runs.js'
import { callOf, messageOf, resultOf } from '../../support/item-of.js'
import { dropReason, idsOf, planOf, requestOf } from '../../support/kernel-under-test.js'
import { anyGrowth, heldItems, planned, replay } from './epochs-replay.js'

const sized = (count: number) => ({ tokens: { expected: count, safe: count, counter: 'other-v1' } })
const BUDGET = { budget: { windowTokens: 100, perMessageTokens: 0, perPlanTokens: 0 } }
const ask = (items: readonly ContextItemInput[], previous?: ContextPlan) =>
  planOf({ ...requestOf(items, 100, BUDGET), ...(previous === undefined ? {} : { previous }) })

const TALK = [
  messageOf('user', 1, sized(10)),
  messageOf('assistant', 2, sized(10)),
  messageOf('user', 3, sized(10)),
]
const tooLarge = messageOf('assistant', 4, sized(95))

test('REQ-PLAN-244 a newest message that does not fit is one cut and one observation, however often it is tried', () => {
  const first = ask(TALK)
  const cut = ask([...TALK, tooLarge], first)
  assert.is(cut.epoch.number, 2)
  assert.equal(idsOf(cut), ['user-3'])
  assert.is(cut.epoch.grownTokens, 95)
  let before = cut
  for (let times = 0; times < 3; times++) {
    const again = ask([...TALK, tooLarge], before)
    assert.equal(again.epoch, cut.epoch)
    assert.is(again.prefixBreak, undefined)
    assert.is(dropReason(again, 'assistant-4'), 'over_budget')
    before = again
  }
  const next = ask([...TALK, tooLarge, messageOf('user', 5, sized(10))], before)
  assert.is(next.epoch.number, 2)
  assert.is(next.prefixBreak, undefined)
  assert.equal(idsOf(next), ['user-3', 'user-5'])
  assert.is(next.epoch.grownTokens, 105)
})

test('REQ-PLAN-244 what is new and too large beside what is protected breaks nothing', () => {
  const asked = [messageOf('user', 1, sized(10))]
  const exchange = [callOf(2, ['x'], sized(10)), resultOf(3, ['x'], sized(95))]
  const items = [...asked, ...exchange, messageOf('assistant', 4, sized(5))]
  const first = ask(asked)
  const second = ask(items, first)
  assert.equal(idsOf(second), ['user-1', 'assistant-4'])
  assert.is(second.epoch.number, 1)
  assert.is(second.prefixBreak, undefined)
  const wider = planOf({
    ...requestOf(items, 200, { budget: { ...BUDGET.budget, windowTokens: 200 } }),
    previous: second,
  })
  assert.equal(idsOf(wider), ['user-1', 'assistant-4'])
  assert.is(dropReason(wider, 'tool-3'), 'before_cut')
})

test('REQ-PLAN-244 the same request behind its own plan continues: no cut, no break, no growth', () => {
  const met = { whole: 0, crowded: 0 }
  fc.assert(
    fc.property(
      anyGrowth(),
      fc.integer({ min: 20, max: 250 }),
      fc.boolean(),
      (moments, windowTokens, isBare) => {
        const budget = isBare ? { windowTokens, perMessageTokens: 0, perPlanTokens: 0 } : { windowTokens }
        for (const { plan, moment } of replay(moments, () => ({ windowTokens, budget }))) {
          const items = heldItems(moment, plan)
          const again = planned({ ...requestOf(items, windowTokens, { budget }), previous: plan })
          assert.ok(again !== null)
          assert.is(again.prefixBreak, undefined)
          assert.equal(again.epoch, plan.epoch)
          met.whole += plan.epoch.tailFrom === undefined ? 1 : 0
          met.crowded += plan.epoch.tailFrom === undefined ? 0 : 1
        }
      },
    ),
    runs(40),
  )
  assert.ok(met.whole > 10 && met.crowded > 10, JSON.stringify(met))
})

test.run()
