/**
 * Is what was left out really too large? What a plan leaves out for want of room is put back and recounted.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { PARTITION_OF } from '../../../src/contract/partition.js'
import { anyScenario, type Scenario } from '../../support/arbitrary-request.js'
import { runs } from '../../support/fc-runs.js'
import { callOf, itemOf, messageOf, resultOf } from '../../support/item-of.js'
import { answerTo, dropReason, idsOf, planOf, requestOf } from '../../support/kernel-under-test.js'
import { conversationOf, naivePairing } from '../../support/pairing-oracle.js'
import { barredIds, costOfItems, isRecoveryItem, totalOfItems } from '../../support/plan-oracle.js'

const FOR_ROOM = new Set(['over_ceiling', 'over_budget', 'tail_closed'])

const FILLED_FIRST = new Set<string>(['instructions', 'tools', 'task'])

interface Planned {
  readonly scenario: Scenario
  readonly plan: ContextPlan
  readonly chosen: readonly ContextItemInput[]
  /** Conversation that was left out for want of room, newest first; an exchange is one entry. */
  readonly leftOut: readonly (readonly ContextItemInput[])[]
}

function planned(scenario: Scenario): Planned | null {
  const { request, caller } = scenario
  const answer = answerTo(request, caller)
  if ('error' in answer) return null
  const ids = new Set<string>(idsOf(answer.plan))
  const { exchanges } = naivePairing(request.items, barredIds(request.items, caller, request.now))
  const left = conversationOf(request.items).filter((item) =>
    FOR_ROOM.has(dropReason(answer.plan, item.itemId) ?? ''),
  )
  const units = new Map<unknown, ContextItemInput[]>()
  for (const item of left.reverse()) {
    const unit = exchanges.find((exchange) => exchange.has(item.itemId)) ?? item
    units.set(unit, [...(units.get(unit) ?? []), item])
  }
  const chosen = request.items.filter((item) => ids.has(item.itemId))
  return { scenario, plan: answer.plan, chosen, leftOut: [...units.values()] }
}

/** Whether the plan would still be within every limit with these items more. */
function wouldFit({ scenario, plan, chosen }: Planned, more: readonly ContextItemInput[]): boolean {
  const { budget } = plan
  const all = [...chosen, ...more]
  const ordinary = all.filter((item) => !isRecoveryItem(item, scenario.caller))
  const withinCeilings = [...new Set(more.map(({ kind }) => PARTITION_OF[kind]))].every((partition) => {
    const held = all.filter(({ kind }) => PARTITION_OF[kind] === partition)
    const ceiling = scenario.request.partitions?.[partition]?.maxTokens ?? Infinity
    return ceiling > 0 && costOfItems(held, budget.perMessageTokens) <= ceiling
  })
  return (
    withinCeilings &&
    totalOfItems(all, budget) <= budget.inputTokens &&
    totalOfItems(ordinary, budget) <= budget.inputTokens - budget.recoveryReserveTokens
  )
}

test('REQ-PLAN-239 the newest conversation item left out would not have fitted', () => {
  let left = 0
  fc.assert(
    fc.property(anyScenario({ bonds: false }), (scenario) => {
      const found = planned(scenario)
      const newest = found?.leftOut[0]
      if (found === null || newest === undefined) return
      left += 1
      assert.not.ok(wouldFit(found, newest), JSON.stringify(newest.map(({ itemId }) => itemId)))
    }),
    runs(300),
  )
  assert.ok(left > 20)
})

test('REQ-PLAN-240 nothing that was left over for want of room would have fitted, but what an open tail skips', () => {
  let leftSupplements = 0
  let leftUnits = 0
  fc.assert(
    fc.property(anyScenario({ bonds: false }), (scenario) => {
      const found = planned(scenario)
      if (found === null) return
      const conversation = new Set(found.leftOut.flat())
      const hasMinimums = Object.values(scenario.request.partitions ?? {}).some(
        ({ minTokens }) => minTokens !== undefined,
      )
      const supplements = scenario.request.items.filter(
        (item) =>
          // What is filled first leaves free what later partitions are sure of, and has no second turn.
          !(hasMinimums && FILLED_FIRST.has(PARTITION_OF[item.kind])) &&
          FOR_ROOM.has(dropReason(found.plan, item.itemId) ?? '') &&
          !conversation.has(item),
      )
      leftSupplements += supplements.length
      for (const item of supplements) assert.not.ok(wouldFit(found, [item]), item.itemId)
      if (scenario.request.conversation !== 'by-priority') return
      leftUnits += found.leftOut.length
      for (const unit of found.leftOut) assert.not.ok(wouldFit(found, unit))
    }),
    runs(300),
  )
  assert.ok(leftSupplements > 20)
  assert.ok(leftUnits > 5)
})

test('REQ-PLAN-238 the conversation kept is a contiguous tail but for what is protected', () => {
  let chosen = 0
  let behind = 0
  fc.assert(
    fc.property(anyScenario({ bonds: false }), (given) => {
      const scenario = { ...given, request: { ...given.request, conversation: 'tail' as const } }
      const found = planned(scenario)
      if (found === null) return
      const newestOf = (unit: readonly ContextItemInput[]) =>
        Math.max(...unit.map(({ source }) => source.sequence ?? -1))
      const newestLeft = Math.max(-1, ...found.leftOut.map(newestOf))
      const { exchanges } = naivePairing(
        scenario.request.items,
        barredIds(scenario.request.items, scenario.caller, scenario.request.now),
      )
      const byId = new Map(scenario.request.items.map((item) => [item.itemId, item]))
      for (const { itemId, reason } of found.plan.selected) {
        if (reason !== 'in_tail' && reason !== 'left_over') continue
        const item = byId.get(itemId)!
        if (PARTITION_OF[item.kind] !== 'conversation') continue
        const unit = exchanges.find((exchange) => exchange.has(itemId))
        const members = unit === undefined ? [item] : [...unit].map((id) => byId.get(id)!)
        assert.ok(newestOf(members) > newestLeft)
        if (newestLeft >= 0) chosen += 1
      }
      const closed = found.leftOut.slice(1).flat()
      behind += closed.length
      for (const { itemId } of closed) assert.is(dropReason(found.plan, itemId), 'tail_closed')
    }),
    runs(300),
  )
  assert.ok(chosen > 0)
  assert.ok(behind > 20)
})

test('REQ-PLAN-001 an oversized immediate predecessor that fits is kept whole, and the tail then closes', () => {
  const large = messageOf('assistant', 8, { content: 'word '.repeat(800) })
  const small = Array.from({ length: 7 }, (_, at) =>
    messageOf('assistant', at + 1, { content: 'small talk '.repeat(60) }),
  )
  const user = messageOf('user', 9)
  const needed = planOf(requestOf([large, user], 100_000)).totalTokens
  const plan = planOf(requestOf([...small, large, user], needed + 20))
  assert.equal(idsOf(plan), ['assistant-8', 'user-9'])
  assert.is(dropReason(plan, 'assistant-7'), 'over_budget')
  assert.is(dropReason(plan, 'assistant-6'), 'tail_closed')
  const short = planOf(requestOf([...small, large, user], needed - 1))
  assert.is(dropReason(short, 'assistant-8'), 'over_budget')
  assert.is(dropReason(short, 'assistant-7'), 'tail_closed')
})

test('REQ-PLAN-001 an oversized immediate predecessor comes before the shares of memory and the rest', () => {
  const large = messageOf('assistant', 8, { content: 'word '.repeat(800) })
  const user = messageOf('user', 9)
  const memory = itemOf('memory', { kind: 'memory', priority: 1_000_000 })
  const windowTokens = planOf(requestOf([large, user], 100_000)).totalTokens
  const plan = planOf(requestOf([memory, large, user], windowTokens))
  assert.equal(idsOf(plan), ['assistant-8', 'user-9'])
  assert.is(plan.selected[0]?.reason, 'in_tail')
  assert.is(dropReason(plan, 'memory'), 'over_budget')
})

test('REQ-PLAN-001 an oversized exchange before the request is one predecessor', () => {
  const items = [
    messageOf('assistant', 1, { content: 'small' }),
    callOf(2, ['a'], { content: 'word '.repeat(300) }),
    resultOf(3, ['a'], { content: 'word '.repeat(300) }),
    messageOf('user', 4),
  ]
  const needed = planOf(requestOf(items.slice(1), 100_000)).totalTokens
  assert.equal(idsOf(planOf(requestOf(items, needed))), ['assistant-2', 'tool-3', 'user-4'])
  assert.equal(idsOf(planOf(requestOf(items, needed - 1))), ['user-4'])
})

test.run()
