/**
 * Does a plan ever cost more than it may? The total is recomputed from the items, by arithmetic of the test's own.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { anyScenario, type Scenario } from '../../support/arbitrary-request.js'
import { runs } from '../../support/fc-runs.js'
import { answerTo, environmentOf } from '../../support/kernel-under-test.js'
import { costOfItems, countsOf, isRecoveryItem, totalOfItems } from '../../support/plan-oracle.js'

/** The plan of a scenario and its items, or null where it is refused. */
function planned({ request, caller, options }: Scenario) {
  const answer = answerTo(request, caller, environmentOf(options))
  if ('error' in answer) return null
  const byId = new Map(request.items.map((item) => [item.itemId, item]))
  return { plan: answer.plan, chosen: answer.plan.selected.map(({ itemId }) => byId.get(itemId)!) }
}

test('REQ-PLAN-231 the total is what the chosen items cost together, and never above the input budget', () => {
  let made = 0
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const found = planned(scenario)
      if (found === null) return
      made += found.chosen.length > 0 ? 1 : 0
      const { plan, chosen } = found
      assert.is(plan.totalTokens, totalOfItems(chosen, plan.budget))
      assert.is(
        plan.expectedTokens,
        chosen.reduce((sum, item) => sum + countsOf(item).expected, 0),
      )
      assert.ok(plan.totalTokens <= plan.budget.inputTokens)
      assert.ok(plan.totalTokens >= Math.max(0, ...chosen.map((item) => countsOf(item).safe)))
      assert.is(plan.sinkView.totalTokens, plan.totalTokens)
    }),
    runs(300),
  )
  assert.ok(made > 50, `only ${String(made)} plans with items`)
})

test('REQ-PLAN-231 the input budget is the window without the reserves', () => {
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const { budget } = scenario.request
      const found = planned(scenario)
      const reserves = (budget.reservedOutputTokens ?? 0) + (budget.safetyMarginTokens ?? 0)
      if (found !== null) assert.is(found.plan.budget.inputTokens, budget.windowTokens - reserves)
    }),
    runs(100),
  )
})

test('REQ-PLAN-242 what is not required for recovery leaves the recovery reserve untouched', () => {
  let reserved = 0
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const found = planned(scenario)
      if (found === null) return
      const { budget } = found.plan
      const ordinary = found.chosen.filter((item) => !isRecoveryItem(item, scenario.caller))
      reserved += budget.recoveryReserveTokens > 0 && ordinary.length > 0 ? 1 : 0
      assert.ok(totalOfItems(ordinary, budget) <= budget.inputTokens - budget.recoveryReserveTokens)
    }),
    runs(300),
  )
  assert.ok(reserved > 20, `only ${String(reserved)} plans with a reserve`)
})

test('REQ-PEER-101 and REQ-PLAN-238 no partition costs more than its explicit ceiling, and a ceiling of zero holds nothing', () => {
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const found = planned(scenario)
      if (found === null) return
      const byId = new Map(scenario.request.items.map((item) => [item.itemId, item]))
      for (const use of found.plan.explanation.partitions) {
        const limits = scenario.request.partitions?.[use.partition]
        const held = found.plan.selected
          .map(({ itemId }) => byId.get(itemId)!)
          .filter((item) => PARTITION[item.kind] === use.partition)
        assert.is(use.items, held.length)
        assert.is(use.tokens, costOfItems(held, found.plan.budget.perMessageTokens))
        assert.is(use.unmetMinTokens, Math.max(0, (limits?.minTokens ?? 0) - use.tokens))
        if (limits?.maxTokens !== undefined) assert.ok(use.tokens <= limits.maxTokens)
        if (limits?.maxTokens === 0) assert.is(use.items, 0)
      }
    }),
    runs(300),
  )
})

/** The partitions as the glossary tells them apart, written down once more. */
const PARTITION: Readonly<Record<string, string>> = {
  'system-policy': 'instructions',
  'project-rule': 'instructions',
  skill: 'instructions',
  'tool-schema': 'tools',
  memory: 'memory',
  pin: 'memory',
  summary: 'summary',
  message: 'conversation',
  'tool-evidence': 'conversation',
  'artifact-ref': 'conversation',
  'task-state': 'task',
  'history-evidence': 'evidence',
  'project-snippet': 'project',
}

test.run()
