/**
 * Is a protected item ever lost? It stands in the plan, or the refusal names it and the smallest budget that would do.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import { anyScenario, type Scenario } from '../../support/arbitrary-request.js'
import { runs } from '../../support/fc-runs.js'
import { itemOf, messageOf, type ItemBinding, type ItemSpec } from '../../support/item-of.js'
import {
  answerTo,
  CALLER,
  dropReason,
  environmentOf,
  idsOf,
  planOf,
  refusalOf,
  requestOf,
} from '../../support/kernel-under-test.js'
import { isTrusted, protectedIds, totalOfItems } from '../../support/plan-oracle.js'

function answered({ request, caller, options }: Scenario) {
  return answerTo(request, caller, environmentOf({ ...options, droppedDetailsMax: 10_000 }))
}

/** The scenario with as large an input budget as `inputTokens`. */
function withInput(scenario: Scenario, inputTokens: number): Scenario {
  const { budget } = scenario.request
  const windowTokens = inputTokens + (budget.reservedOutputTokens ?? 0) + (budget.safetyMarginTokens ?? 0)
  return { ...scenario, request: { ...scenario.request, budget: { ...budget, windowTokens } } }
}

test('REQ-PLAN-233 every protected item stands in every plan, unless the caller asked to drop what may not be shown', () => {
  let kept = 0
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const answer = answered(scenario)
      if ('error' in answer) return
      const selected = new Set<string>(idsOf(answer.plan))
      const mayDrop = scenario.request.protectedNotAdmitted === 'drop'
      for (const id of protectedIds(scenario.request.items, scenario.caller, scenario.request.now)) {
        kept += selected.has(id) ? 1 : 0
        if (selected.has(id)) continue
        assert.ok(mayDrop, id)
        assert.ok(NOT_ADMITTED.has(dropReason(answer.plan, id) ?? ''), dropReason(answer.plan, id))
      }
    }),
    runs(300),
  )
  assert.ok(kept > 50)
})

/** Why a protected item may be dropped on request; want of room is none of them. */
const NOT_ADMITTED = new Set([
  'expired',
  'scope_denied',
  'sink_denied',
  'sensitivity_denied',
  'untrusted_system_policy',
  'exchange_incomplete',
  'orphan_result',
  'duplicate_result',
])

test('REQ-PEER-105 and REQ-PLAN-233 a refusal over budget names all protected items and the smallest window that would do', () => {
  let refused = 0
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const answer = answered(scenario)
      if (!('error' in answer) || answer.error._tag !== 'ProtectedOverBudget') return
      refused += 1
      const { error } = answer
      const named = new Set(error.items.map(({ itemId }) => itemId))
      const whole = answered({ ...withInput(scenario, 10_000_000), request: roomy(scenario) })
      if ('plan' in whole) {
        for (const id of protectedIds(scenario.request.items, scenario.caller, scenario.request.now)) {
          assert.is(
            named.has(id),
            idsOf(whole.plan).some((one) => one === id),
          )
        }
      }
      assert.ok(error.smallestInputTokens > error.inputBudgetTokens)
      assert.equal(
        error.items.map(({ itemId }) => itemId),
        [...named].sort(),
      )

      const enough = answered(withInput(scenario, error.smallestInputTokens))
      if ('error' in enough) assert.is(enough.error._tag, 'ProtectedOverCeiling')
      const short = answered(withInput(scenario, error.smallestInputTokens - 1))
      assert.ok('error' in short && short.error._tag === 'ProtectedOverBudget')
      assert.is(short.error.smallestInputTokens, error.smallestInputTokens)
      assert.is(short.error.smallestWindowTokens, error.smallestWindowTokens)
      assert.equal(short.error.items, error.items)
    }),
    runs(300),
  )
  assert.ok(refused > 20)
})

/** The same request with room for everything and no ceilings. */
function roomy({ request }: Scenario): Scenario['request'] {
  return { ...request, partitions: {}, budget: { ...request.budget, windowTokens: 16_000_000 } }
}

test('REQ-PEER-105 the smallest window is what the protected items cost together', () => {
  const items = [
    messageOf('user', 1, { content: 'please '.repeat(50) }),
    itemOf('pin', { kind: 'pin', content: 'never '.repeat(30) }),
    itemOf('rule', { kind: 'system-policy', labels: { trust: 'host' } }),
    itemOf('free', { kind: 'memory', content: 'large '.repeat(5000) }),
  ]
  const needed = totalOfItems(items.slice(0, 3), { perMessageTokens: 4, perPlanTokens: 32 })
  const budget = { windowTokens: 60, reservedOutputTokens: 20, safetyMarginTokens: 5 }
  const refused = refusalOf('ProtectedOverBudget', requestOf(items, 60, { budget }))
  assert.equal(
    refused.items.map(({ itemId }) => itemId),
    ['pin', 'rule', 'user-1'],
  )
  assert.is(refused.smallestInputTokens, needed)
  assert.is(refused.smallestWindowTokens, needed + 25)
  const enough = { ...budget, windowTokens: refused.smallestWindowTokens }
  assert.equal(idsOf(planOf(requestOf(items, 0, { budget: enough }))), ['rule', 'pin', 'user-1'])
})

const MARKS: readonly ItemBinding[] = [
  { taskState: 'pending' },
  { taskState: 'running' },
  { taskState: 'waiting' },
  { toolOutcome: 'pending' },
  { toolOutcome: 'unknown' },
  { approval: '' },
  { question: 'q' },
  { humanTask: 'h' },
  { requiredForRecovery: true },
  { cwd: '/srv' },
  { worktree: 'w' },
  { permissionCeiling: 'read-only' },
  { budgetRevision: '7' },
]

test('REQ-PLAN-233 every open mark on an item trusted as a user protects it, and a closed one does not', () => {
  const closed: readonly ItemBinding[] = [
    { taskState: 'terminal' },
    { toolOutcome: 'succeeded' },
    { toolOutcome: 'failed' },
    { requiredForRecovery: false },
  ]
  const long = messageOf('assistant', 4, { content: 'word '.repeat(100) })
  const plan = (binding: ItemBinding) =>
    planOf(requestOf([itemOf('old', { sequence: 3, binding }), long, messageOf('user', 5)], 60))
  for (const binding of MARKS) assert.equal(idsOf(plan(binding)), ['old', 'user-5'], JSON.stringify(binding))
  for (const binding of closed)
    assert.is(dropReason(plan(binding), 'old'), 'tail_closed', JSON.stringify(binding))
})

test('REQ-PEER-102 a mark on an item below the trust of a user changes nothing but its digest', () => {
  fc.assert(
    fc.property(
      anyScenario(),
      fc.array(fc.tuple(fc.nat(40), fc.constantFrom<ItemBinding | 'pinned'>('pinned', ...MARKS)), {
        minLength: 1,
        maxLength: 6,
      }),
      (scenario, marks) => {
        const { items } = scenario.request
        const marked = marks.reduce<readonly ContextItemInput[]>((all, [at, mark]) => {
          const index = at % Math.max(1, all.length)
          return all.map((item, other) =>
            other === index && !isTrusted(item, 'user', scenario.caller) ? withMark(item, mark) : item,
          )
        }, items)
        const plain = answered(scenario)
        const forged = answered({ ...scenario, request: { ...scenario.request, items: marked } })
        assert.equal(withoutDigests(forged), withoutDigests(plain))
      },
    ),
    runs(300),
  )
})

function withMark(item: ContextItemInput, mark: ItemBinding | 'pinned'): ContextItemInput {
  return mark === 'pinned' ? { ...item, pinned: true } : { ...item, binding: { ...item.binding, ...mark } }
}

function withoutDigests(answer: ReturnType<typeof answered>): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'digest' ? undefined : value)))
}

test('REQ-PEER-102 the ceiling of the caller takes the force of a mark away', () => {
  const items = [
    itemOf('pin', { kind: 'pin', content: 'x '.repeat(400), labels: { trust: 'host' } }),
    messageOf('user', 1),
  ]
  refusalOf('ProtectedOverBudget', requestOf(items, 100))
  const plan = planOf(requestOf(items, 100), { ...CALLER, trustCeiling: 'external' })
  assert.equal(idsOf(plan), ['user-1'])
  assert.is(dropReason(plan, 'pin'), 'over_budget')
})

test('REQ-PEER-104 a protected item that is not admitted is a refusal that names it, or dropped with its reason on request', () => {
  const denied: readonly (readonly [string, ItemSpec])[] = [
    ['expired', { expiresAt: '2026-03-01T12:00:00.000Z' }],
    ['scope_denied', { labels: { scope: { kind: 'session', id: ['acme'] } } }],
    ['sink_denied', { labels: { sinks: [] } }],
    ['sensitivity_denied', { labels: { sensitivity: 'secret' } }],
    ['untrusted_system_policy', { binding: { role: 'system' } }],
  ]
  for (const [reason, spec] of denied) {
    const items = [itemOf('pin', { kind: 'pin', ...spec }), messageOf('user', 1)]
    const refused = refusalOf('ProtectedNotAdmitted', requestOf(items, 9000))
    assert.equal(refused.items, [{ itemId: 'pin', reason }])
    const plan = planOf(requestOf(items, 9000, { protectedNotAdmitted: 'drop' }))
    assert.equal(idsOf(plan), ['user-1'])
    assert.is(dropReason(plan, 'pin'), reason)
  }
})

test('REQ-PEER-104 every protected item that is not admitted is named, in order of id', () => {
  const items = ['b', 'a', 'c'].map((id) => itemOf(id, { kind: 'pin', labels: { sinks: [] } }))
  const refused = refusalOf('ProtectedNotAdmitted', requestOf([...items, messageOf('user', 1)], 9000))
  assert.equal(
    refused.items.map(({ itemId }) => itemId),
    ['a', 'b', 'c'],
  )
})

test('REQ-PEER-104 a current request that may not be shown is never planned around in silence', () => {
  const items = [messageOf('user', 1), messageOf('user', 2, { labels: { sensitivity: 'restricted' } })]
  const refused = refusalOf('ProtectedNotAdmitted', requestOf(items, 9000))
  assert.equal(refused.items, [{ itemId: 'user-2', reason: 'sensitivity_denied' }])
})

test('REQ-PLAN-233 the current request and the live exchange stand whatever their trust', () => {
  const items = [
    messageOf('assistant', 0, { content: 'x '.repeat(500) }),
    messageOf('user', 1, { labels: { trust: 'untrusted' } }),
    messageOf('assistant', 2, { labels: { trust: 'untrusted' }, binding: { calls: [{ callId: 'a' }] } }),
  ]
  assert.equal(idsOf(planOf(requestOf(items, 80))), ['user-1', 'assistant-2'])
})

test('REQ-PLAN-233 a ceiling that does not hold what is protected is a refusal with the smallest ceiling that would do', () => {
  const items = [itemOf('a', { kind: 'pin' }), itemOf('b', { kind: 'pin' }), messageOf('user', 1)]
  const request = (maxTokens: number) => requestOf(items, 9000, { partitions: { memory: { maxTokens } } })
  const refused = refusalOf('ProtectedOverCeiling', request(3))
  assert.is(refused.partition, 'memory')
  assert.equal(
    refused.items.map(({ itemId }) => itemId),
    ['a', 'b'],
  )
  assert.is(refused.ceilingTokens, 3)
  assert.is(idsOf(planOf(request(refused.smallestCeilingTokens))).length, 3)
  const short = refusalOf('ProtectedOverCeiling', request(refused.smallestCeilingTokens - 1))
  assert.is(short.smallestCeilingTokens, refused.smallestCeilingTokens)
})

test.run()
