/**
 * Does a plan only append between two cuts? Whole sessions are replayed, what was recalled handed over again each time.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { runs } from '../../support/fc-runs.js'
import { itemOf, messageOf } from '../../support/item-of.js'
import { dropReason, idsOf, planOf, requestOf } from '../../support/kernel-under-test.js'
import {
  anyGrowth,
  commonItems,
  isPrefix,
  recalledItem,
  replay,
  type Moment,
  type Step,
  type Terms,
} from './epochs-replay.js'

const anyTerms: fc.Arbitrary<Terms & { readonly windowTokens: number }> = fc.record({
  windowTokens: fc.oneof(fc.integer({ min: 40, max: 500 }), fc.constant(100_000)),
  placement: fc.constantFrom('hybrid', 'latest-user'),
  partitions: fc.constantFrom(
    {},
    {},
    { conversation: { maxTokens: 120 } },
    { memory: { maxTokens: 40 }, evidence: { minTokens: 30 } },
    { conversation: { minTokens: 60 }, project: { maxTokens: 0 } },
  ),
  budget: fc
    .constantFrom({}, { perMessageTokens: 0, perPlanTokens: 0 }, { perMessageTokens: 1 })
    .map((overhead) => ({ windowTokens: 0, ...overhead })),
})

/** The terms with their window in the budget. */
function constant({ windowTokens, ...terms }: Terms & { readonly windowTokens: number }) {
  return () => ({ ...terms, windowTokens, budget: { ...terms.budget, windowTokens } })
}

/** Counts what a law met, so that one that met nothing fails. */
function tally() {
  return { appended: 0, cut: 0, held: 0, displaced: 0 }
}

/** Something new has a place, all that fell was recalled earlier, and no message fell. */
function checkDisplaced(before: ContextPlan, plan: ContextPlan): void {
  const was = new Set<string>(idsOf(before))
  const is = new Set<string>(idsOf(plan))
  assert.ok(idsOf(plan).some((id) => id.startsWith('m') && !was.has(id)))
  for (const id of was) if (!is.has(id)) assert.is(dropReason(plan, id), 'sent_earlier')
}

function checkAppends(steps: readonly Step[], met: ReturnType<typeof tally>): void {
  for (const { before, plan } of steps) {
    if (before === null) continue
    if (plan.epoch.number !== before.epoch.number) {
      assert.is(plan.epoch.number, before.epoch.number + 1)
      met.cut += 1
      continue
    }
    if (plan.prefixBreak?.cause === 'supplement_displaced') {
      checkDisplaced(before, plan)
      met.displaced += 1
      continue
    }
    assert.ok(isPrefix(before, plan), `${idsOf(before).join(' ')} | ${idsOf(plan).join(' ')}`)
    assert.is(plan.prefixBreak, undefined)
    met.appended += plan.selected.length > before.selected.length ? 1 : 0
    met.held += plan.selected.some(({ reason }) => reason === 'sent_before') ? 1 : 0
  }
}

test('REQ-PLAN-244 and REQ-PLAN-010 between two cuts a plan begins with the whole plan before it', () => {
  const met = tally()
  fc.assert(
    fc.property(anyGrowth(), anyTerms, (moments, terms) =>
      checkAppends(replay(moments, constant(terms)), met),
    ),
    runs(40),
  )
  assert.ok(met.appended > 20 && met.cut > 4 && met.held > 4, JSON.stringify(met))
})

test('REQ-PLAN-244 a window that grows or shrinks cuts, or appends', () => {
  const met = tally()
  const windows = fc.array(fc.integer({ min: 60, max: 600 }), { minLength: 2, maxLength: 8 })
  fc.assert(
    fc.property(anyGrowth(), anyTerms, windows, (moments, terms, drawn) => {
      const at = (number: number) => drawn[number % drawn.length] ?? 0
      checkAppends(
        replay(moments, (number) => constant({ ...terms, windowTokens: at(number) })()),
        met,
      )
    }),
    runs(30),
  )
  assert.ok(met.appended > 15 && met.cut > 4, JSON.stringify(met))
})

test('REQ-PLAN-244 under stable-prefix a plan only appends while its supplements are unchanged', () => {
  const met = tally()
  fc.assert(
    fc.property(anyGrowth(), anyTerms, (moments, terms) => {
      const recalled = moments.flatMap((moment) => moment.recalled.slice(-1))[0] ?? []
      const steady = moments.map((moment): Moment => ({ ...moment, recalled: [recalled] }))
      checkAppends(replay(steady, constant({ ...terms, placement: 'stable-prefix' })), met)
    }),
    runs(30),
  )
  assert.ok(met.appended > 15 && met.cut > 4, JSON.stringify(met))
})

const BUDGET = { budget: { windowTokens: 1000, perMessageTokens: 0, perPlanTokens: 0 } }
const sized = (count: number) => ({ tokens: { expected: count, safe: count, counter: 'other-v1' } })
const [asked, askedAgain] = [messageOf('user', 1, sized(10)), messageOf('user', 3, sized(10))]

test('REQ-PLAN-244 what is recalled again for another message, under an id of its own, stands once and outlives a cut', () => {
  const memory = { kind: 'memory', content: 'Amounts are whole cents.', ...sized(5) } as const
  const [once, again] = [itemOf('cents/user-1', memory), itemOf('cents/user-3', memory)]
  const first = planOf(requestOf([asked, once], 1000, BUDGET))
  const after = (answered: number) => [
    asked,
    messageOf('assistant', 2, sized(answered)),
    askedAgain,
    once,
    again,
  ]
  const held = planOf({ ...requestOf(after(10), 1000, BUDGET), previous: first })
  assert.equal(idsOf(held), ['cents/user-1', 'user-1', 'assistant-2', 'user-3'])
  assert.is(dropReason(held, 'cents/user-3'), 'duplicate_content')
  const cut = planOf({ ...requestOf(after(980), 1000, BUDGET), previous: first })
  assert.is(cut.epoch.number, 2)
  assert.equal(idsOf(cut), ['assistant-2', 'cents/user-3', 'user-3'])
  assert.is(dropReason(cut, 'cents/user-1'), 'sent_earlier')
})

test('REQ-PLAN-244 task state is recalled for no message, so a cut leaves it in the plan', () => {
  const notes = itemOf('notes', { kind: 'task-state', ...sized(5) })
  const first = planOf(requestOf([asked, notes], 1000, BUDGET))
  const items = [asked, messageOf('assistant', 2, sized(980)), askedAgain, notes]
  const cut = planOf({ ...requestOf(items, 1000, BUDGET), previous: first })
  assert.is(cut.epoch.number, 2)
  assert.equal(idsOf(cut), ['assistant-2', 'notes', 'user-3'])
})

test('REQ-PLAN-010 a change of what was recalled changes nothing before it', () => {
  const met = { moved: 0, kept: 0 }
  const drawn = fc.array(fc.tuple(fc.nat(2), fc.nat(2), fc.integer({ min: 1, max: 60 })), { minLength: 1 })
  fc.assert(
    fc.property(anyGrowth(), anyTerms, drawn, (moments, terms, changes) => {
      const changing = moments.map((moment, number) =>
        changed(moment, number, changes[number % changes.length]),
      )
      for (const { before, plan, moment } of replay(changing, constant(terms))) {
        if (before === null || plan.epoch.number !== before.epoch.number) continue
        const digests = new Set<string>(plan.selected.map(({ digest }) => digest))
        const handed = new Set<string>(moment.recalled.flat().map(({ itemId }) => itemId))
        const isStill = (id: string) => !id.startsWith('m') || handed.has(id)
        const first = before.selected.findIndex(
          ({ itemId, digest }) => !isStill(itemId) || !digests.has(digest),
        )
        const unchanged = first < 0 ? before.selected.length : first
        assert.ok(
          commonItems(before, plan) >= unchanged,
          `${idsOf(before).join(' ')} | ${idsOf(plan).join(' ')}`,
        )
        met.moved += first < 0 ? 0 : 1
        met.kept += first > 0 ? 1 : 0
      }
    }),
    runs(40),
  )
  assert.ok(met.moved > 5 && met.kept > 5, JSON.stringify(met))
})

type Change = readonly [what: number, at: number, tokens: number]

/** What was recalled for the current message: as it was, with a text of its own for this request, or without an item. */
function changed(moment: Moment, number: number, [what, at, tokens]: Change = [0, 0, 0]): Moment {
  const current = moment.recalled.at(-1) ?? []
  const other =
    what === 0
      ? current
      : what === 1
        ? [...current, recalledItem(`m-passing-${String(number)}`, tokens, at)]
        : current.filter((_, place) => place !== at)
  return { ...moment, recalled: [...moment.recalled.slice(0, -1), other] }
}

test.run()
