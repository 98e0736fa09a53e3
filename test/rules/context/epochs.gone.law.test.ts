/**
 * What if the item a tail begins with is not there any more? The next one that was sent takes its place, and an item that
 * is denied is as good as one that is gone.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { runs } from '../../support/fc-runs.js'
import { FOREIGN_SCOPE, messageOf, NOW } from '../../support/item-of.js'
import { dropReason, idsOf, planOf, requestOf } from '../../support/kernel-under-test.js'

const sized = (count: number) => ({ tokens: { expected: count, safe: count, counter: 'other-v1' } })
const said = (sequence: number, tokens = 10) =>
  messageOf(sequence % 2 === 1 ? 'user' : 'assistant', sequence, sized(tokens))
const talk = (last: number) => Array.from({ length: last }, (_, at) => said(at + 1))
const BUDGET = { windowTokens: 100, perMessageTokens: 0, perPlanTokens: 0 }
const TERMS = { budget: BUDGET, protectedNotAdmitted: 'drop' } as const
const ask = (items: readonly ContextItemInput[], previous?: ContextPlan) =>
  planOf({ ...requestOf(items, 100, TERMS), ...(previous === undefined ? {} : { previous }) })

/** Cut so that the tail begins with user-9. */
const cut = ask(talk(11), ask(talk(9)))
const without = (items: readonly ContextItemInput[], ...ids: readonly string[]) =>
  items.filter(({ itemId }) => !ids.includes(itemId))

test('REQ-PLAN-247 where the first item of the tail is gone, the tail begins with the next one that was sent', () => {
  assert.is(cut.epoch.tailFrom, 'user-9')
  const plan = ask(without(talk(12), 'user-9'), cut)
  assert.equal(idsOf(plan), ['assistant-10', 'user-11', 'assistant-12'])
  assert.is(plan.epoch.number, 2)
  assert.is(plan.epoch.tailFrom, 'assistant-10')
  assert.is(plan.prefixBreak?.cause, 'conversation_changed')
  assert.is(plan.prefixBreak?.costTokens, 20)
  assert.is(dropReason(plan, 'assistant-8'), 'before_cut')
  const later = ask(without(talk(12), 'user-9', 'assistant-10'), plan)
  assert.equal(idsOf(later), ['user-11', 'assistant-12'])
})

test('REQ-PLAN-236 behind a plan before, an item that is denied and one that is not there give the same window', () => {
  const met = { floor: 0, growing: 0 }
  const denials = [
    { expiresAt: NOW },
    { labels: { scope: FOREIGN_SCOPE, trust: 'user', sensitivity: 'internal', sinks: ['*'] } },
    { labels: { scope: FOREIGN_SCOPE, trust: 'user', sensitivity: 'secret', sinks: [] } },
  ] as const
  const lengths = fc.array(fc.integer({ min: 3, max: 30 }), { minLength: 2, maxLength: 5 })
  const lost = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(lengths, lost, fc.constantFrom(...denials), (drawn, sequences, denial) => {
      const steps = [...drawn].sort((a, b) => a - b)
      const last = steps.pop() as number
      let before: ContextPlan | undefined
      for (const length of steps) before = ask(talk(length), before)
      const ids = sequences.filter((at) => at < last).map((at) => said(at).itemId)
      const denied = talk(last).map((item) =>
        ids.includes(item.itemId) ? ({ ...item, ...denial } as ContextItemInput) : item,
      )
      let [shown, hidden] = [ask(without(talk(last), ...ids), before), ask(denied, before)]
      for (let more = 0; more < 3; more++) {
        assert.equal(hidden.sinkView, shown.sinkView)
        assert.equal(hidden.selected, shown.selected)
        assert.equal(hidden.epoch, shown.epoch)
        met.floor += ids.some((id) => id === before?.epoch.tailFrom) ? 1 : 0
        met.growing += shown.epoch.number > 1 ? 1 : 0
        const grown = talk(last + more + 1).slice(last)
        shown = ask([...without(talk(last), ...ids), ...grown], shown)
        hidden = ask([...denied, ...grown], hidden)
      }
    }),
    runs(50),
  )
  assert.ok(met.floor > 2 && met.growing > 10, JSON.stringify(met))
})

test.run()
