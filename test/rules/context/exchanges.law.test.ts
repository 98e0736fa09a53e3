/**
 * Is an exchange ever split? Every session is paired a second time, naively, over all its items.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { anyScenario, sumOf, type Scenario } from '../../support/arbitrary-request.js'
import { runs } from '../../support/fc-runs.js'
import { callOf, FOREIGN_SCOPE, messageOf, resultOf } from '../../support/item-of.js'
import {
  answerTo,
  CALLER,
  dropReason,
  environmentOf,
  idsOf,
  planOf,
  requestOf,
} from '../../support/kernel-under-test.js'
import { naivePairing } from '../../support/pairing-oracle.js'
import { barredIds, denialReason, isTrusted } from '../../support/plan-oracle.js'

function planned({ request, caller, options }: Scenario): ContextPlan | null {
  const answer = answerTo(request, caller, environmentOf({ ...options, droppedDetailsMax: 10_000 }))
  return 'plan' in answer ? answer.plan : null
}

function pairingOf({ request, caller }: Scenario) {
  return naivePairing(request.items, barredIds(request.items, caller, request.now))
}

test('REQ-PLAN-232 and REQ-PLAN-005 a call stands with all its results or none of it stands', () => {
  let whole = 0
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const plan = planned(scenario)
      if (plan === null) return
      const { calls, defective, exchanges } = pairingOf(scenario)
      const selected = new Set<string>(idsOf(plan))
      for (const { itemId, answers } of calls) {
        for (const answer of answers) assert.is(selected.has(answer), selected.has(itemId))
      }
      for (const exchange of exchanges) {
        const standing = [...exchange].filter((id) => selected.has(id)).length
        assert.ok(standing === 0 || standing === exchange.size)
        whole += standing > 1 ? 1 : 0
      }
      for (const id of defective) assert.not.ok(selected.has(id))
    }),
    runs(300),
  )
  assert.ok(whole > 30, `only ${String(whole)} exchanges kept`)
})

test('REQ-PLAN-232 a call without a result stands only as awaited: in the live exchange or with an open approval', () => {
  let awaited = 0
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const plan = planned(scenario)
      if (plan === null) return
      const { items } = scenario.request
      const { calls, live, exchanges } = pairingOf(scenario)
      const selected = new Set<string>(idsOf(plan))
      const open = calls.filter(({ itemId, answers }) => answers.length === 0 && selected.has(itemId))
      assert.equal(
        plan.awaiting.map(({ itemId, callId }) => `${itemId} ${callId}`).sort(),
        open.map(({ itemId, callId }) => `${itemId} ${callId}`).sort(),
      )
      awaited += open.length
      for (const { itemId } of open) {
        const exchange = exchanges.find((one) => one.has(itemId))!
        assert.ok(live.has(itemId) || isApproved(exchange, items, scenario))
      }
    }),
    runs(300),
  )
  assert.ok(awaited > 0)
})

function isApproved(
  exchange: ReadonlySet<string>,
  items: readonly ContextItemInput[],
  { caller }: Scenario,
): boolean {
  return items.some(
    (item) =>
      item.binding?.approval !== undefined &&
      isTrusted(item, 'user', caller) &&
      [item.itemId, ...(item.binding.boundTo ?? [])].some((id) => exchange.has(id)),
  )
}

test('REQ-PLAN-004 a chosen result stands after the call it answers', () => {
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const plan = planned(scenario)
      if (plan === null) return
      const place = new Map<string, number>(idsOf(plan).map((id, at) => [id, at]))
      for (const { itemId, answers } of pairingOf(scenario).calls) {
        for (const answer of answers) {
          if (place.has(answer)) assert.ok(place.get(itemId)! < place.get(answer)!)
        }
      }
    }),
    runs(300),
  )
})

test('REQ-PEER-103 a pair of which one half may not be shown is dropped whole, each item with a reason', () => {
  let halved = 0
  fc.assert(
    fc.property(anyScenario({ bonds: false }), (scenario) => {
      const plan = planned(scenario)
      if (plan === null) return
      const { request, caller } = scenario
      const byId = new Map(request.items.map((item) => [item.itemId, item]))
      for (const exchange of pairingOf(scenario).exchanges) {
        const denied = [...exchange].filter((id) => denialReason(byId.get(id)!, caller, request.now) !== null)
        if (denied.length === 0) continue
        halved += denied.length < exchange.size ? 1 : 0
        for (const id of exchange) {
          assert.is.not(dropReason(plan, id), undefined)
          const own = denialReason(byId.get(id)!, caller, request.now)
          if (own !== null) assert.is(dropReason(plan, id), own)
        }
      }
    }),
    runs(300),
  )
  assert.ok(halved > 0)
})

/** A session of turns, an exchange that is put in or left out, and turns after it; enough room for everything. */
const aroundAnExchange = fc
  .record({
    before: fc.integer({ min: 1, max: 3 }),
    after: fc.integer({ min: 1, max: 3 }),
    ids: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1, maxLength: 3 }),
    breach: fc.constantFrom('lose a result', 'foreign result', 'expired call', 'doubled result'),
    spanning: fc.boolean(),
    window: fc.integer({ min: 20, max: 100 }),
  })
  .map(({ before, after, ids, breach, spanning, window }) => {
    const turn = (sequence: number) => [
      messageOf('user', sequence),
      callOf(sequence + 1, ['t']),
      resultOf(sequence + 2, ['t']),
    ]
    const span = spanning ? [callOf(40, ['over']), resultOf(70, ['over'])] : []
    const around = [
      ...span,
      ...Array.from({ length: before }, (_, at) => turn(at * 3)).flat(),
      ...Array.from({ length: after }, (_, at) => turn(100 + at * 3)).flat(),
    ]
    return { around, broken: brokenExchange(ids, breach), breach, window }
  })

function brokenExchange(ids: readonly string[], breach: string): readonly ContextItemInput[] {
  const call = callOf(50, ids, breach === 'expired call' ? { expiresAt: '2026-02-02T00:00:00.000Z' } : {})
  const results = ids.map((id, at) => {
    const foreign = breach === 'foreign result' && at === 0
    return resultOf(51 + at, [id], foreign ? { labels: { scope: FOREIGN_SCOPE } } : {})
  })
  if (breach === 'lose a result') return [call, ...results.slice(1)]
  return breach === 'doubled result' ? [call, ...results, resultOf(60, [ids[0] ?? ''])] : [call, ...results]
}

test('REQ-PEER-103 and REQ-PLAN-006 a broken exchange costs that exchange only', () => {
  fc.assert(
    fc.property(aroundAnExchange, ({ around, broken, breach, window }) => {
      const tokens = Math.max(120, Math.floor((sumOf(around) * window) / 100))
      const without = planOf(requestOf(around, tokens))
      const withBroken = planOf(requestOf([...around, ...broken], tokens))
      if (breach === 'doubled result') {
        assert.is(dropReason(withBroken, 'tool-60'), 'duplicate_result')
        return
      }
      assert.equal(withBroken.selected, without.selected)
      for (const { itemId } of broken) assert.is.not(dropReason(withBroken, itemId), undefined)
    }),
    runs(200),
  )
})

test('REQ-PLAN-003 two hundred exchanges that reuse one id are two hundred groups', () => {
  const items = Array.from({ length: 200 }, (_, at) => [
    callOf(at * 2 + 1, ['x']),
    resultOf(at * 2 + 2, ['x']),
  ]).flat()
  const all = [messageOf('user', 0), ...items, messageOf('user', 1000)]
  for (const kept of [1, 57, 199]) {
    const tail = [messageOf('user', 1000), ...items.slice(-2 * kept)]
    const plan = planOf(requestOf(all, planOf(requestOf(tail, 1_000_000)).totalTokens))
    assert.is(idsOf(plan).length, 1 + 2 * kept)
    assert.equal(
      idsOf(plan).slice(0, -1),
      items.slice(-2 * kept).map((item) => item.itemId),
    )
  }
})

test('REQ-PLAN-004 a lost call is not completed by a result of a later turn, and an orphan waits for no call', () => {
  const items = [
    messageOf('user', 1),
    resultOf(2, ['a']),
    callOf(3, ['a']),
    messageOf('user', 4),
    callOf(5, ['a']),
    resultOf(6, ['a']),
    messageOf('user', 7),
  ]
  const plan = planOf(requestOf(items, 100_000))
  assert.equal(idsOf(plan), ['user-1', 'user-4', 'assistant-5', 'tool-6', 'user-7'])
  assert.is(dropReason(plan, 'tool-2'), 'orphan_result')
  assert.is(dropReason(plan, 'assistant-3'), 'exchange_incomplete')
})

test('REQ-PLAN-006 a live call at the tail is protected, half answered or not, and named as awaited', () => {
  const filler = Array.from({ length: 20 }, (_, at) =>
    messageOf('assistant', at + 1, { content: 'x '.repeat(200) }),
  )
  const live = [callOf(101, ['a', 'b'], { content: 'go' }), resultOf(102, ['b'], { content: 'done' })]
  const items = [...filler, messageOf('user', 100, { content: 'do it' }), ...live]
  const plan = planOf(requestOf(items, 90))
  assert.equal(idsOf(plan), ['user-100', 'assistant-101', 'tool-102'])
  assert.equal(plan.awaiting, [{ itemId: 'assistant-101', callId: 'a' }])
  assert.equal(
    plan.selected.map(({ reason }) => reason),
    ['current_request', 'live_exchange', 'live_exchange'],
  )
})

test('REQ-PEER-103 a call with several rising parts is one exchange, and a part that does not rise is a duplicate', () => {
  const parts = [0, 1, 5].map((part, at) =>
    resultOf(3 + at, [], { binding: { role: 'tool', results: [{ callId: 'a', part }] } }),
  )
  const late = resultOf(9, [], { binding: { role: 'tool', results: [{ callId: 'a', part: 5 }] } })
  const plan = planOf(
    requestOf([messageOf('user', 1), callOf(2, ['a']), ...parts, late, messageOf('user', 10)], 9000),
  )
  assert.equal(idsOf(plan), ['user-1', 'assistant-2', 'tool-3', 'tool-4', 'tool-5', 'user-10'])
  assert.is(dropReason(plan, 'tool-9'), 'duplicate_result')
})

test('REQ-PLAN-005 parallel calls and overlapping exchanges stand together, even across a user message', () => {
  const items = [
    messageOf('user', 1),
    callOf(2, ['a', 'b'], { content: 'x '.repeat(300) }),
    messageOf('user', 3),
    callOf(4, ['c']),
    resultOf(5, ['b']),
    resultOf(6, ['c']),
    resultOf(7, ['a']),
    messageOf('user', 8),
  ]
  assert.is(idsOf(planOf(requestOf(items, 100_000))).length, 8)
  const tight = planOf(requestOf(items, 300))
  const exchange = ['assistant-2', 'assistant-4', 'tool-5', 'tool-6', 'tool-7']
  for (const id of exchange) assert.is.not(dropReason(tight, id), undefined)
  assert.equal(planOf(requestOf(items, 100_000), { ...CALLER, trustCeiling: 'untrusted' }).awaiting, [])
})

test.run()
