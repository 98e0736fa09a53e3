/**
 * What if a host does not hand over the last plan, but one of long ago? Growth is told by the request, so the cut after a
 * gap is as deep as any; and a plan that shares no message is none for the cut.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { runs } from '../../support/fc-runs.js'
import { callOf, itemOf, messageOf, resultOf } from '../../support/item-of.js'
import { dropReason, idsOf, planOf, requestOf } from '../../support/kernel-under-test.js'
import { anyGrowth, heldItems, planned, replay, type Items } from './epochs-replay.js'

const sized = (count: number) => ({ tokens: { expected: count, safe: count, counter: 'other-v1' } })
const said = (sequence: number, tokens = 10) =>
  messageOf(sequence % 2 === 1 ? 'user' : 'assistant', sequence, sized(tokens))
const talk = (last: number) => Array.from({ length: last }, (_, at) => said(at + 1))
const WINDOW = 1000
const BUDGET = { windowTokens: WINDOW, perMessageTokens: 0, perPlanTokens: 0 }
const ask = (items: Items, previous?: ContextPlan) =>
  planOf({ ...requestOf(items, WINDOW, { budget: BUDGET }), ...(previous === undefined ? {} : { previous }) })

test('REQ-PLAN-247 a gap counts as the requests that fell into it, so its cut is of the usual depth', () => {
  const far = ask(talk(401), ask(talk(201)))
  // 20 tokens a request: 1.5 times the root of 20 / 1000 is 0.212.
  assert.equal([far.epoch.grownTokens, far.epoch.requests], [1000, 50])
  assert.is(far.epoch.number, 2)
  assert.is(far.prefixBreak?.cause, 'cut')
  assert.ok(far.totalTokens >= 780 && far.totalTokens <= 800, String(far.totalTokens))
})

test('REQ-PLAN-247 of tool loops each answer of the model is a request, and results of parallel calls are none', () => {
  const loop = [
    callOf(2, ['x', 'y']),
    resultOf(3, ['x']),
    resultOf(4, ['y']),
    callOf(5, ['z']),
    resultOf(6, ['z']),
  ]
  const items = [said(1), ...loop.map((item) => ({ ...item, ...sized(10) })), said(8), said(9)]
  assert.equal(requestsOf(items), [70, 3])
  const running = [said(1), ...loop.slice(0, 2).map((item) => ({ ...item, ...sized(10) }))]
  const third = { ...(loop[2] as ContextItemInput), ...sized(10) }
  const before = ask(running, ask([said(1)]))
  assert.equal([before.epoch.grownTokens, before.epoch.requests], [20, 1])
  const plan = ask([...running, third], before)
  assert.equal([plan.epoch.grownTokens, plan.epoch.requests], [30, 2])
  const onlyUsers = [said(1), said(3), said(5), said(7)]
  assert.equal(requestsOf(onlyUsers), [30, 3])
})

function requestsOf(items: Items): readonly number[] {
  const { epoch } = ask(items, ask([said(1)]))
  return [epoch.grownTokens, epoch.requests]
}

test('REQ-PLAN-247 planned at every request or at a few, a session is seen to grow as fast', () => {
  fc.assert(
    fc.property(anyGrowth({ turnsMin: 3 }), fc.integer({ min: 2, max: 5 }), (moments, every) => {
      const settled = moments.filter(({ history }) => history.at(-1)?.binding?.role !== 'tool')
      const seldom = settled.filter((_, at) => at % every === 0 || at === settled.length - 1)
      const growthOf = (some: typeof moments) =>
        replay(some, () => ({ windowTokens: 100_000 })).at(-1)?.plan.epoch
      const [each, few] = [growthOf(settled), growthOf(seldom)]
      if (each === undefined || few === undefined || moments.length > 60) return
      assert.is(few.grownTokens, each.grownTokens)
    }),
    runs(20),
  )
})

test('REQ-PLAN-247 a plan before that shares no message is none for the cut: the longest tail, and no growth', () => {
  const foreign = talk(21).map((item) => ({ ...item, itemId: `other-${item.itemId}` }))
  const recalled = itemOf('m1', { kind: 'memory', ...sized(10) })
  const rule = itemOf('rule', { kind: 'project-rule', ...sized(10) })
  const before = ask([...foreign, recalled, rule])
  const items = [...talk(201), recalled, rule]
  const plan = ask(items, before)
  const plain = ask([...talk(201), rule])
  assert.equal(idsOf(plan), idsOf(plain))
  assert.equal([plan.epoch.grownTokens, plan.epoch.requests], [0, 0])
  assert.is(plan.prefixBreak?.cause, 'conversation_changed')
  assert.is(dropReason(plan, 'm1'), 'sent_earlier')
  assert.equal(plan.explanation.droppedTotals.map(({ reason }) => reason).sort(), [
    'over_budget',
    'sent_earlier',
    'tail_closed',
  ])
})

test('REQ-PLAN-234 after a cut nothing is called too large that would fit beside what is shown', () => {
  const met = { cuts: 0, barred: 0, large: 0 }
  const prices = fc.constantFrom(null, { readThousandths: 100, writeThousandths: 1250 })
  fc.assert(
    fc.property(
      anyGrowth({ turnsMin: 3 }),
      fc.integer({ min: 40, max: 250 }),
      prices,
      (moments, windowTokens, cachePrices) => {
        const budget = { windowTokens, perMessageTokens: 0, perPlanTokens: 0 }
        const terms = { budget, ...(cachePrices === null ? {} : { cachePrices }) }
        const counted = moments.map((moment) => ({ ...moment, history: countedElsewhere(moment.history) }))
        for (const { plan, before, moment } of replay(counted, () => ({ windowTokens, ...terms }))) {
          if (plan.epoch.number === (before?.epoch.number ?? 1)) continue
          met.cuts += 1
          const spare = windowTokens - plan.totalTokens
          const from = moment.history.findIndex(({ itemId }) => itemId === plan.epoch.tailFrom)
          for (const { itemId, reason, tokens } of plan.explanation.dropped) {
            const at = moment.history.findIndex((item) => item.itemId === itemId)
            if (at < 0) continue
            assert.is.not(reason, 'tail_closed')
            if (reason === 'before_cut') assert.ok(at < from, `${itemId} is not behind the cut`)
            met.barred += reason === 'before_cut' ? 1 : 0
            const isAlone =
              moment.history[at]?.binding?.calls === undefined && moment.history[at]?.kind === 'message'
            if (reason !== 'over_budget' || !isAlone || at >= from) continue
            assert.ok(tokens > spare, `${itemId} would fit`)
            met.large += 1
          }
        }
      },
    ),
    runs(30),
  )
  assert.ok(met.cuts > 10 && met.barred > 20, JSON.stringify(met))
})

function countedElsewhere(items: Items): Items {
  return items.map((item) => {
    const { expected } = item.tokens
    return { ...item, tokens: { expected, safe: expected, counter: 'other-v1' } }
  })
}

test('REQ-PLAN-234 what is too large even for the window that a cut leaves keeps that name', () => {
  const large = messageOf('assistant', 12, sized(1500))
  const items = [...talk(11), large, ...talk(301).slice(12)]
  const plan = ask(items, ask(talk(11)))
  assert.is(dropReason(plan, 'assistant-10'), 'before_cut')
  const seen = planned({
    ...requestOf(items.slice(0, 25), WINDOW, { budget: BUDGET }),
    previous: ask(talk(11)),
  })
  assert.ok(seen !== null)
  assert.is(dropReason(seen, 'assistant-12'), 'over_budget')
  assert.is(dropReason(seen, 'assistant-10'), 'before_cut')
  assert.ok(heldItems({ base: [], history: items, recalled: [] }, null).length > 0)
})

test.run()
