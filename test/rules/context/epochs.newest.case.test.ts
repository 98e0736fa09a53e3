/**
 * Who gets the room for supplements, what was recalled for earlier messages or what is recalled now? What is new, and the
 * plan says what that costs.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { itemOf, messageOf } from '../../support/item-of.js'
import { dropReason, idsOf, planOf, requestOf } from '../../support/kernel-under-test.js'
import type { Items, Terms } from './epochs-replay.js'

const sized = (count: number) => ({ tokens: { expected: count, safe: count, counter: 'other-v1' } })
const said = (sequence: number) => messageOf(sequence % 2 === 1 ? 'user' : 'assistant', sequence, sized(10))
const recalled = (turn: number, tokens = 120) =>
  itemOf(`m${String(turn)}`, { kind: 'memory', ...sized(tokens) })
const talk = (turn: number) => Array.from({ length: 2 * turn - 1 }, (_, at) => said(at + 1))

const BUDGET = { windowTokens: 2000, perMessageTokens: 0, perPlanTokens: 0 }
const CEILING = { memory: { minTokens: 500, maxTokens: 500 } }
const plan = (items: Items, previous: ContextPlan | null, terms: Terms = {}) =>
  planOf({
    ...requestOf(items, 2000, { budget: BUDGET, partitions: CEILING, ...terms }),
    ...(previous === null ? {} : { previous }),
  })

/** The plans of so many turns, each with a memory of its own; what stands in a plan is handed over again. */
function turnsOf(count: number, terms: Terms = {}, own = recalled): readonly ContextPlan[] {
  const plans: ContextPlan[] = []
  for (let turn = 1; turn <= count; turn++) {
    const before = plans.at(-1) ?? null
    const held = Array.from({ length: turn - 1 }, (_, at) => own(at + 1))
    const sent = new Set<string>(before === null ? [] : idsOf(before))
    plans.push(
      plan([...talk(turn), ...held.filter(({ itemId }) => sent.has(itemId)), own(turn)], before, terms),
    )
  }
  return plans
}

test('REQ-PLAN-248 what is recalled for the newest message displaces what was recalled for earlier ones', () => {
  const plans = turnsOf(6)
  plans.forEach((one, at) =>
    assert.ok(
      idsOf(one).some((id) => id === `m${String(at + 1)}`),
      `turn ${String(at + 1)}`,
    ),
  )
  const [, , , fourth, fifth, sixth] = plans as readonly ContextPlan[] as [
    ContextPlan,
    ContextPlan,
    ContextPlan,
    ContextPlan,
    ContextPlan,
    ContextPlan,
  ]
  assert.is(fourth.prefixBreak, undefined)
  const prefixBreak = { cause: 'supplement_displaced', itemId: 'm1', costTokens: 70 }
  assert.equal(fifth.prefixBreak, prefixBreak)
  assert.is(fifth.epoch.number, 1)
  assert.equal(idsOf(fifth), [
    ...talk(5)
      .slice(0, 8)
      .map(({ itemId }) => itemId),
    'm5',
    'user-9',
  ])
  for (const id of ['m1', 'm2', 'm3', 'm4']) assert.is(dropReason(fifth, id), 'sent_earlier')
  assert.is(sixth.prefixBreak, undefined)
  assert.ok(idsOf(sixth).some((id) => id === 'm5'))
})

test('REQ-PLAN-248 without a ceiling too, where what is left over is kept for the conversation to grow into', () => {
  const plans = turnsOf(6, {
    partitions: { memory: { minTokens: 500 } },
    budget: { ...BUDGET, windowTokens: 700 },
  })
  plans.forEach((one, at) =>
    assert.ok(
      idsOf(one).some((id) => id === `m${String(at + 1)}`),
      `turn ${String(at + 1)}`,
    ),
  )
})

test('REQ-PLAN-244 nothing is displaced for what would not get in either, nor for what was handed over before', () => {
  const [first] = turnsOf(1) as [ContextPlan]
  const large = recalled(2, 600)
  const second = plan([...talk(2), recalled(1), large], first)
  assert.is(second.prefixBreak, undefined)
  assert.is(dropReason(second, 'm2'), 'over_ceiling')
  const again = plan([...talk(3), recalled(1), recalled(2, 450)], second)
  assert.is(again.prefixBreak, undefined)
  assert.is(dropReason(again, 'm2'), 'over_ceiling')
  const anew = plan([...talk(3), recalled(1), recalled(3, 450)], second)
  assert.is(anew.prefixBreak?.cause, 'supplement_displaced')
  assert.ok(idsOf(anew).some((id) => id === 'm3'))
})

test('REQ-PLAN-244 what was recalled for the current message stays, whatever is recalled beside it', () => {
  const [first] = turnsOf(1) as [ContextPlan]
  const both: readonly ContextItemInput[] = [...talk(1), recalled(1), recalled(2, 450)]
  const second = plan(both, first)
  assert.is(second.prefixBreak, undefined)
  assert.equal(idsOf(second), ['m1', 'user-1'])
})

test('REQ-PLAN-246 with cache prices what is recalled for the newest message gets in as well', () => {
  const plans = turnsOf(8, { cachePrices: { readThousandths: 100, writeThousandths: 1250 } })
  plans.forEach((one, at) =>
    assert.ok(
      idsOf(one).some((id) => id === `m${String(at + 1)}`),
      `turn ${String(at + 1)}`,
    ),
  )
})

test.run()
