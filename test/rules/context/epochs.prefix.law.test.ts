/**
 * Is what a plan says of its prefix true? Every figure is worked out again from two plans alone, whatever happened between
 * them.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { runs } from '../../support/fc-runs.js'
import { commonItems, commonTokens, isPrefix } from './epochs-replay.js'
import {
  anyForgery,
  anyHistory,
  causesMet,
  isSameSink,
  planAfter,
  plansOf,
  type Planned,
} from './epochs-change.js'

/** What of a plan stood in the one before it, behind what both begin with, in expected tokens. */
function resentTokens(before: ContextPlan, plan: ContextPlan): number {
  const key = ({ itemId, digest }: { itemId: string; digest: string }) => `${itemId} ${digest}`
  const was = new Set(before.selected.map(key))
  const resent = plan.selected.slice(commonItems(before, plan)).filter((entry) => was.has(key(entry)))
  return resent.reduce((sum, { tokens }) => sum + tokens, 0)
}

function checkPrefix({ plan, before, scenario }: Planned): void {
  const { prefixBreak, reusablePrefixTokens } = plan
  if (!isSameSink(before, scenario.caller)) {
    assert.is(reusablePrefixTokens, 0)
    assert.is(prefixBreak?.cause, before.selected.length === 0 ? undefined : 'sink_changed')
    return
  }
  assert.is(reusablePrefixTokens, commonTokens(before, plan))
  assert.is(prefixBreak === undefined, isPrefix(before, plan))
  if (prefixBreak === undefined) return
  assert.is(prefixBreak.itemId, before.selected[commonItems(before, plan)]?.itemId)
  assert.is(prefixBreak.costTokens, resentTokens(before, plan))
}

test('REQ-PLAN-245 and REQ-PLAN-248 the reusable prefix is what both plans begin with, and a break costs what is sent anew', () => {
  const causes = causesMet()
  let whole = 0
  fc.assert(
    fc.property(anyHistory(), (history) => {
      for (const planned of plansOf(history)) {
        checkPrefix(planned)
        const cause = planned.plan.prefixBreak?.cause
        if (cause === undefined) whole += planned.before.selected.length > 0 ? 1 : 0
        else causes.set(cause, (causes.get(cause) ?? 0) + 1)
      }
    }),
    runs(120),
  )
  assert.ok(whole > 5, String(whole))
  assert.ok([...causes.values()].filter((count) => count > 0).length >= 4, JSON.stringify([...causes]))
})

test('REQ-PLAN-245 and REQ-PLAN-248 also behind a plan that nobody made', () => {
  let broken = 0
  fc.assert(
    fc.property(anyHistory(), anyForgery, anyForgery, ([first, ...rest], one, other) => {
      const made = first === undefined ? null : planAfter(first, null)
      const last = rest.at(-1)
      if (made === null || last === undefined) return
      const ids = last.request.items.map(({ itemId }) => itemId)
      const before = other(one(made, ids) as ContextPlan, ids) as ContextPlan
      const plan = planAfter(last, before)
      if (plan === null) return
      checkPrefix({ plan, before, scenario: last })
      broken += plan.prefixBreak === undefined ? 0 : 1
    }),
    runs(120),
  )
  assert.ok(broken > 5, String(broken))
})

test.run()
