/**
 * Does every limit hold to the token? An exact fit passes and one token more fails: window, ceilings, reserves.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { PARTITIONS } from '../../../src/contract/partition.js'
import { itemOf, messageOf, type ItemSpec } from '../../support/item-of.js'
import { CALLER, dropReason, idsOf, planOf, refusalOf, requestOf } from '../../support/kernel-under-test.js'
import { costOfItems, totalOfItems } from '../../support/plan-oracle.js'

const OVERHEAD = { perMessageTokens: 4, perPlanTokens: 32 }
const USER = messageOf('user', 10, { content: 'go on' })

/** One optional item of each partition. */
const OPTIONAL: Readonly<Record<(typeof PARTITIONS)[number], ItemSpec>> = {
  instructions: { kind: 'project-rule' },
  tools: { kind: 'tool-schema' },
  task: { kind: 'task-state' },
  conversation: { kind: 'message', sequence: 5, binding: { role: 'assistant' } },
  memory: { kind: 'memory' },
  evidence: { kind: 'history-evidence' },
  project: { kind: 'project-snippet' },
  summary: { kind: 'summary' },
}

test('REQ-PLAN-013 an optional item of every partition fits its window exactly, and one token less leaves it out', () => {
  for (const partition of PARTITIONS) {
    const item = itemOf('optional', OPTIONAL[partition])
    const needed = totalOfItems([item, USER], OVERHEAD)
    assert.is(idsOf(planOf(requestOf([item, USER], needed))).length, 2, partition)
    const short = planOf(requestOf([item, USER], needed - 1))
    assert.equal(idsOf(short), ['user-10'], partition)
    assert.is(dropReason(short, 'optional'), 'over_budget', partition)
  }
})

test('REQ-PLAN-013 and REQ-PEER-101 an optional item of every partition fits its ceiling exactly, one token less leaves it out', () => {
  for (const partition of PARTITIONS) {
    const item = itemOf('optional', OPTIONAL[partition])
    const held = partition === 'conversation' ? [item, USER] : [item]
    const needed = costOfItems(held, OVERHEAD.perMessageTokens)
    const plan = (maxTokens: number) =>
      planOf(requestOf([item, USER], 100_000, { partitions: { [partition]: { maxTokens } } }))
    assert.is(idsOf(plan(needed)).length, 2, partition)
    assert.is(dropReason(plan(needed - 1), 'optional'), 'over_ceiling', partition)
  }
})

test('REQ-PEER-101 an explicit ceiling of zero means none, even of what costs nothing', () => {
  const free = { content: '', tokens: { expected: 0, safe: 0 } }
  for (const partition of PARTITIONS.filter((one) => one !== 'conversation')) {
    const item = itemOf('optional', { ...OPTIONAL[partition], ...free })
    const budget = { windowTokens: 1000, perMessageTokens: 0, perPlanTokens: 0 }
    const plan = planOf(
      requestOf([item, USER], 1000, { budget, partitions: { [partition]: { maxTokens: 0 } } }),
    )
    assert.is(dropReason(plan, 'optional'), 'over_ceiling', partition)
  }
})

test('REQ-PLAN-013 protected items fit the window exactly, and one token less is refused', () => {
  const items = [USER, itemOf('pin', { kind: 'pin' }), itemOf('other', { kind: 'memory', pinned: true })]
  const needed = totalOfItems(items, OVERHEAD)
  assert.is(planOf(requestOf(items, needed)).totalTokens, needed)
  assert.is(refusalOf('ProtectedOverBudget', requestOf(items, needed - 1)).smallestInputTokens, needed)
})

test('REQ-PLAN-242 and REQ-PLAN-013 the recovery reserve holds to the token for what is not required for recovery', () => {
  const item = itemOf('optional', { kind: 'memory' })
  const needed = totalOfItems([item, USER], OVERHEAD)
  const plan = (recoveryReserveTokens: number) =>
    planOf(requestOf([item, USER], 0, { budget: { windowTokens: needed + 50, recoveryReserveTokens } }))
  assert.is(idsOf(plan(50)).length, 2)
  assert.is(dropReason(plan(51), 'optional'), 'over_budget')
  const least = totalOfItems([USER], OVERHEAD)
  const user = (recoveryReserveTokens: number) =>
    requestOf([USER], 0, { budget: { windowTokens: least + 50, recoveryReserveTokens } })
  assert.equal(idsOf(planOf(user(50))), ['user-10'])
  assert.is(refusalOf('ProtectedOverBudget', user(51)).smallestInputTokens, least + 51)
})

test('REQ-PLAN-242 items required for recovery spend the reserve, and only where they are trusted as a user', () => {
  const recovery = itemOf('recovery', { kind: 'memory', binding: { requiredForRecovery: true } })
  const needed = totalOfItems([recovery, USER], OVERHEAD)
  const reserve = needed - totalOfItems([USER], OVERHEAD)
  const request = requestOf([recovery, USER], 0, {
    budget: { windowTokens: needed, recoveryReserveTokens: reserve },
  })
  assert.is(planOf(request).totalTokens, needed)
  const plan = planOf(request, { ...CALLER, trustCeiling: 'external' })
  assert.is(dropReason(plan, 'recovery'), 'over_budget')
})

test('REQ-PLAN-242 a plan of nothing but what recovery requires may spend the whole input budget', () => {
  const recovery = itemOf('recovery', { kind: 'memory', binding: { requiredForRecovery: true } })
  const needed = totalOfItems([recovery], OVERHEAD)
  const budget = (windowTokens: number) => ({ windowTokens, recoveryReserveTokens: windowTokens })
  assert.is(planOf(requestOf([recovery], 0, { budget: budget(needed) })).totalTokens, needed)
  const refused = refusalOf('ProtectedOverBudget', requestOf([recovery], 0, { budget: budget(needed - 1) }))
  assert.is(refused.smallestInputTokens, needed)
})

test('REQ-PLAN-013 reserves that pass the window, or the input budget, are refused with a pointer', () => {
  const refused = (budget: Parameters<typeof requestOf>[2]) =>
    refusalOf('BudgetInvalid', requestOf([USER], 0, budget)).pointer
  assert.is(
    refused({ budget: { windowTokens: 9, reservedOutputTokens: 10 } }),
    '/budget/reservedOutputTokens',
  )
  assert.is(
    refused({ budget: { windowTokens: 9, recoveryReserveTokens: 10 } }),
    '/budget/recoveryReserveTokens',
  )
})

test('REQ-PLAN-013 of the reserves that pass the window the one given is named, of two the larger', () => {
  const pointerOf = (reservedOutputTokens?: number, safetyMarginTokens?: number) => {
    const given = { reservedOutputTokens, safetyMarginTokens }
    const budget = Object.fromEntries(Object.entries(given).filter(([, tokens]) => tokens !== undefined))
    return refusalOf('BudgetInvalid', requestOf([USER], 0, { budget: { windowTokens: 9, ...budget } }))
      .pointer
  }
  assert.is(pointerOf(undefined, 10), '/budget/safetyMarginTokens')
  assert.is(pointerOf(0, 10), '/budget/safetyMarginTokens')
  assert.is(pointerOf(10), '/budget/reservedOutputTokens')
  assert.is(pointerOf(4, 6), '/budget/safetyMarginTokens')
  assert.is(pointerOf(6, 4), '/budget/reservedOutputTokens')
  assert.is(pointerOf(6, 6), '/budget/reservedOutputTokens')
})

test('REQ-PLAN-013 a window of zero plans nothing where nothing is protected, and costs nothing', () => {
  const plan = planOf(requestOf([messageOf('assistant', 1), itemOf('rule', { kind: 'skill' })], 0))
  assert.equal(idsOf(plan), [])
  assert.is(plan.totalTokens, 0)
  assert.is(planOf(requestOf([], 0)).totalTokens, 0)
  assert.is(refusalOf('ProtectedOverBudget', requestOf([USER], 0)).inputBudgetTokens, 0)
})

test('REQ-PEER-101 a minimum is reserved before anything optional is placed', () => {
  const memory = itemOf('memory', { kind: 'memory', content: 'word '.repeat(40) })
  const cost = costOfItems([memory], OVERHEAD.perMessageTokens)
  const hungry = [
    itemOf('rule', { kind: 'project-rule', content: 'rule '.repeat(35) }),
    messageOf('assistant', 5, { content: 'talk '.repeat(35) }),
  ]
  const windowTokens = totalOfItems([USER, memory], OVERHEAD) + 20
  const without = planOf(requestOf([...hungry, memory, USER], windowTokens))
  assert.is(dropReason(without, 'memory'), 'over_budget')
  const plan = planOf(
    requestOf([...hungry, memory, USER], windowTokens, { partitions: { memory: { minTokens: cost } } }),
  )
  assert.equal(idsOf(plan), ['memory', 'user-10'])
  assert.is(use(plan, 'memory').unmetMinTokens, 0)
})

test('REQ-PLAN-013 a minimum that nothing can fill is reported, and its tokens go to what is left over', () => {
  const talk = messageOf('assistant', 5, { content: 'talk '.repeat(20) })
  const windowTokens = totalOfItems([talk, USER], OVERHEAD)
  const plan = planOf(requestOf([talk, USER], windowTokens, { partitions: { memory: { minTokens: 1000 } } }))
  assert.equal(idsOf(plan), ['assistant-5', 'user-10'])
  assert.is(use(plan, 'memory').unmetMinTokens, 1000)
})

test('REQ-PLAN-013 ceilings that sum to more than the budget leave the budget the limit', () => {
  const items = PARTITIONS.flatMap((partition) =>
    [1, 2, 3].map((at) => {
      const spec = { ...OPTIONAL[partition], content: `${partition} ${String(at)} `.repeat(30) }
      return itemOf(
        `${partition}-${String(at)}`,
        partition === 'conversation' ? { ...spec, sequence: at } : spec,
      )
    }),
  )
  const partitions = Object.fromEntries(PARTITIONS.map((partition) => [partition, { maxTokens: 900 }]))
  const plan = planOf(requestOf([...items, USER], 1000, { partitions }))
  assert.ok(plan.totalTokens <= 1000)
  assert.ok(plan.totalTokens > 700)
})

test('REQ-PLAN-238 instructions, tools and task are filled before anything else', () => {
  const first = [
    itemOf('skill', { kind: 'skill' }),
    itemOf('tool', { kind: 'tool-schema' }),
    itemOf('task', { kind: 'task-state' }),
  ]
  const rest = [messageOf('assistant', 5), itemOf('memory', { kind: 'memory', priority: 1_000_000 })]
  const plan = planOf(requestOf([...rest, ...first, USER], totalOfItems([...first, USER], OVERHEAD)))
  assert.equal(idsOf(plan), ['skill', 'tool', 'task', 'user-10'])
})

test('REQ-PLAN-240 what is left over goes to conversation, then memory, evidence, project and summary', () => {
  const order = ['conversation', 'memory', 'evidence', 'project', 'summary'] as const
  const same = { content: 'same size', tokens: { expected: 200, safe: 200 } }
  const items = order.map((partition) => itemOf(partition, { ...OPTIONAL[partition], ...same }))
  for (let kept = 0; kept <= order.length; kept += 1) {
    const windowTokens = totalOfItems([...items.slice(0, kept), USER], OVERHEAD)
    const plan = planOf(requestOf([...items, USER], windowTokens))
    assert.equal([...idsOf(plan)].sort(), [...order.slice(0, kept), 'user-10'].sort())
  }
})

function use(plan: ReturnType<typeof planOf>, partition: string) {
  const found = plan.explanation.partitions.find((one) => one.partition === partition)
  if (found === undefined) throw new Error(`no partition ${partition}`)
  return found
}

test.run()
