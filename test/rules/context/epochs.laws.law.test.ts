/**
 * Does every law of planning also hold behind a plan before, true or forged? Budget, exchanges, protection, explanation,
 * bytes and the view of the sink are checked again by the oracles of the tests.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { PARTITION_OF } from '../../../src/contract/partition.js'
import { sealItems } from '../../../src/kernel/index.js'
import type { Scenario } from '../../support/arbitrary-request.js'
import { runs } from '../../support/fc-runs.js'
import { answerTo, idsOf } from '../../support/kernel-under-test.js'
import { naivePairing } from '../../support/pairing-oracle.js'
import {
  barredIds,
  costOfItems,
  countsOf,
  denialReason,
  isRecoveryItem,
  protectedIds,
  totalOfItems,
} from '../../support/plan-oracle.js'
import { anyForgery, anyHistory, behind, planAfter, plansOf, roomy, type Planned } from './epochs-change.js'

/** Plans behind a true plan and behind a forged one. */
const anyPlanned: fc.Arbitrary<readonly Planned[]> = fc
  .tuple(anyHistory(), fc.array(anyForgery, { maxLength: 3 }))
  .map(([history, forgeries]) => {
    const made = plansOf(history)
    const [first] = made
    const last = history.at(-1)
    if (first === undefined || last === undefined) return made
    const ids = last.request.items.map(({ itemId }) => itemId)
    const before = forgeries.reduce((plan, forge) => forge(plan, ids) as ContextPlan, first.before)
    const plan = planAfter(last, before)
    return plan === null ? made : [...made, { plan, before, scenario: last }]
  })

function chosenOf({ plan, scenario }: Planned): readonly ContextItemInput[] {
  const byId = new Map(scenario.request.items.map((item) => [item.itemId, item]))
  return plan.selected.map(({ itemId }) => byId.get(itemId) as ContextItemInput)
}

/** Checks a law on plans of every kind; at least so many must have been met. */
function holds(least: number, law: (planned: Planned) => void): void {
  let met = 0
  fc.assert(
    fc.property(anyPlanned, (all) => {
      for (const planned of all) law(planned)
      met += all.length
    }),
    runs(50),
  )
  assert.ok(met >= least, `only ${String(met)} plans`)
}

test('REQ-PLAN-231 and REQ-PLAN-242 behind a plan before, no plan costs more than it may', () => {
  holds(12, (planned) => {
    const { plan, scenario } = planned
    const chosen = chosenOf(planned)
    assert.is(plan.totalTokens, totalOfItems(chosen, plan.budget))
    assert.ok(plan.totalTokens <= plan.budget.inputTokens)
    assert.is(
      plan.expectedTokens,
      chosen.reduce((sum, item) => sum + countsOf(item).expected, 0),
    )
    const ordinary = chosen.filter((item) => !isRecoveryItem(item, scenario.caller))
    assert.ok(
      totalOfItems(ordinary, plan.budget) <= plan.budget.inputTokens - plan.budget.recoveryReserveTokens,
    )
    for (const use of plan.explanation.partitions) {
      const held = chosen.filter(({ kind }) => PARTITION_OF[kind] === use.partition)
      assert.is(use.items, held.length)
      assert.is(use.tokens, costOfItems(held, plan.budget.perMessageTokens))
      const ceiling = scenario.request.partitions?.[use.partition]?.maxTokens
      if (ceiling !== undefined) assert.ok(use.tokens <= ceiling && (ceiling > 0 || use.items === 0))
    }
  })
})

test('REQ-PLAN-232 behind a plan before, no exchange is split', () => {
  holds(12, ({ plan, scenario: { request, caller } }) => {
    const { calls, defective, exchanges } = naivePairing(
      request.items,
      barredIds(request.items, caller, request.now),
    )
    const selected = new Set<string>(idsOf(plan))
    for (const exchange of exchanges) {
      const standing = [...exchange].filter((id) => selected.has(id)).length
      assert.ok(standing === 0 || standing === exchange.size)
    }
    for (const { itemId, answers } of calls) {
      for (const answer of answers) assert.is(selected.has(answer), selected.has(itemId))
    }
    for (const id of defective) assert.not.ok(selected.has(id))
  })
})

test('REQ-PLAN-233 and REQ-PEER-102 behind a plan before, what is protected stands, and no claim admits what is denied', () => {
  let denied = 0
  holds(12, ({ plan, scenario: { request, caller } }) => {
    const selected = new Set<string>(idsOf(plan))
    const mayDrop = request.protectedNotAdmitted === 'drop'
    for (const id of protectedIds(request.items, caller, request.now))
      assert.ok(mayDrop || selected.has(id), id)
    for (const item of request.items) {
      if (denialReason(item, caller, request.now) === null) continue
      denied += 1
      assert.not.ok(selected.has(item.itemId), item.itemId)
    }
  })
  assert.ok(denied > 4, String(denied))
})

test('REQ-PLAN-234 behind a plan before, every item is chosen or dropped with a reason, exactly once', () => {
  holds(12, ({ plan: { selected, explanation }, scenario: { request } }) => {
    const ids = [...selected, ...explanation.dropped].map(({ itemId }) => String(itemId))
    assert.equal(ids.sort(), request.items.map(({ itemId }) => itemId).sort())
    assert.is(
      explanation.droppedTotals.reduce((sum, { items }) => sum + items, 0),
      explanation.dropped.length,
    )
  })
})

test('REQ-PLAN-249 the prefixes of a plan end where its segments end, and the last is the whole plan', () => {
  holds(12, ({ plan: { selected, prefixes, expectedTokens, sinkView } }) => {
    const ends = selected.flatMap(({ segment }, at) =>
      selected[at + 1]?.segment === segment ? [] : [at + 1],
    )
    assert.equal(
      prefixes.map(({ items }) => items),
      ends,
    )
    for (const { items, segment, tokens } of prefixes) {
      assert.is(selected[items - 1]?.segment, segment)
      assert.is(
        tokens,
        selected.slice(0, items).reduce((sum, entry) => sum + entry.tokens, 0),
      )
    }
    assert.is(prefixes.at(-1)?.tokens ?? 0, expectedTokens)
    assert.is(
      sinkView.segments.reduce((sum, { items }) => sum + items, 0),
      selected.length,
    )
  })
})

test('REQ-PLAN-230 and REQ-PLAN-237 behind a plan before, order and seals of the items change no byte', () => {
  holds(12, ({ plan, before, scenario }) => {
    const { request, caller, options } = scenario
    const again = (items: readonly unknown[], environment = roomy(options)) => {
      const answer = answerTo({ ...behind(request, before), items }, caller, environment)
      assert.is(JSON.stringify('plan' in answer ? answer.plan : answer), JSON.stringify(plan))
    }
    again([...request.items].reverse())
    again([...request.items.slice(1), ...request.items.slice(0, 1)])
    const environment = roomy(options)
    const sealed = sealItems(environment, { items: request.items }, caller)
    assert.is(sealed._tag, 'Right')
    if (sealed._tag === 'Right') again(sealed.right, environment)
  })
})

test('REQ-PLAN-230 a plan before that went through JSON is the same plan before', () => {
  holds(12, ({ plan, before, scenario }) => {
    const copied = planAfter(scenario, JSON.parse(JSON.stringify(before)) as ContextPlan)
    assert.is(JSON.stringify(copied), JSON.stringify(plan))
  })
})

test('REQ-PLAN-236 behind a plan before, the sink sees as much of what is denied as if it had never been there', () => {
  let without = 0
  holds(12, ({ plan, before, scenario }) => {
    const { request, caller } = scenario
    const shown = request.items.filter((item) => denialReason(item, caller, request.now) === null)
    if (shown.length === request.items.length || !isUnmoved(scenario, shown)) return
    without += 1
    const other = planAfter({ ...scenario, request: { ...request, items: shown } }, before)
    assert.equal(other?.sinkView, plan.sinkView)
    assert.equal(other?.selected, plan.selected)
  })
  assert.ok(without > 2, String(without))
})

/** Whether the exchanges, and what is bound, are the same without these items. */
function isUnmoved({ request }: Scenario, shown: readonly ContextItemInput[]): boolean {
  const lost = request.items.filter((item) => !shown.includes(item))
  return lost.every(
    ({ binding, kind }) => binding === undefined || (kind !== 'message' && kind !== 'tool-evidence'),
  )
}

test.run()
