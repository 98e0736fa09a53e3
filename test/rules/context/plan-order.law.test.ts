/**
 * Does anything but the request decide? Not the order of its items, the time zone, nor what was planned before.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { anyScenario } from '../../support/arbitrary-request.js'
import { runs } from '../../support/fc-runs.js'
import { itemOf, messageOf } from '../../support/item-of.js'
import { answerTo, environmentOf, idsOf, planOf, requestOf } from '../../support/kernel-under-test.js'

const shuffled = anyScenario().chain((scenario) =>
  fc
    .shuffledSubarray([...scenario.request.items], { minLength: scenario.request.items.length })
    .map((items) => ({ scenario, items })),
)

test('REQ-PLAN-230 and REQ-PLAN-014 the order in which items are given changes no byte of the answer', () => {
  fc.assert(
    fc.property(shuffled, ({ scenario: { request, caller, options }, items }) => {
      const environment = environmentOf(options)
      const answer = JSON.stringify(answerTo(request, caller, environment))
      assert.is(JSON.stringify(answerTo({ ...request, items }, caller, environment)), answer)
      assert.is(JSON.stringify(answerTo(request, caller, environmentOf(options))), answer)
    }),
    runs(200),
  )
})

test('REQ-PLAN-014 the order of the keys of a document changes no byte of the answer', () => {
  fc.assert(
    fc.property(anyScenario(), ({ request, caller }) => {
      const turned = reversedKeys(request)
      assert.is(
        JSON.stringify(answerTo(turned, reversedKeys(caller))),
        JSON.stringify(answerTo(request, caller)),
      )
    }),
    runs(100),
  )
})

/** The same data with the keys of every object in the opposite order. */
function reversedKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversedKeys)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, entry]) => [key, reversedKeys(entry)]),
  )
}

test('REQ-PLAN-014 the time zone of the process changes no byte of the answer', () => {
  const zone = process.env['TZ']
  const scenarios = fc.sample(anyScenario(), { numRuns: 20, seed: 7 })
  const answers = ['UTC', 'Asia/Tokyo', 'America/Los_Angeles'].map((name) => {
    process.env['TZ'] = name
    return scenarios.map(({ request, caller }) => JSON.stringify(answerTo(request, caller)))
  })
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  assert.equal(answers[1], answers[0])
  assert.equal(answers[2], answers[0])
})

test('REQ-PLAN-238 among supplements the higher priority stays, then the newer, then the kind, then the id by code unit', () => {
  const pair = (
    first: Parameters<typeof itemOf>[1],
    second: Parameters<typeof itemOf>[1],
    ids = ['b', 'a'],
  ) => {
    const make = (id: string, spec: Parameters<typeof itemOf>[1]) =>
      itemOf(id, { kind: 'memory', tokens: { expected: 100, safe: 100 }, content: id.repeat(40), ...spec })
    const items = [make(ids[0] ?? '', first), make(ids[1] ?? '', second), messageOf('user', 1)]
    return idsOf(planOf(requestOf(items, 190, { partitions: { memory: { maxTokens: 110 } } })))[0]
  }
  assert.is(pair({ priority: 2 }, { priority: 1 }), 'b')
  assert.is(pair({ priority: 1, createdAt: '2026-02-28T00:00:00.000Z' }, { priority: 2 }), 'a')
  assert.is(pair({ createdAt: '2026-02-03T00:00:00.000Z' }, { createdAt: '2026-02-02T00:00:00.000Z' }), 'b')
  assert.is(pair({}, { kind: 'pin', labels: { trust: 'external' } }), 'b')
  assert.is(pair({}, {}), 'a')
  assert.is(pair({}, {}, ['a', 'B']), 'B')
})

test('REQ-PEER-100 with equal priority and room for ten of fifty messages the newest ten stay, whatever the policy', () => {
  const turns = Array.from({ length: 50 }, (_, at) => messageOf('assistant', at, { content: 'same length' }))
  const user = messageOf('user', 100)
  const windowTokens = planOf(requestOf([...turns.slice(40), user], 100_000)).totalTokens
  for (const conversation of ['tail', 'by-priority'] as const) {
    const plan = planOf(requestOf([...turns, user], windowTokens, { conversation }))
    assert.equal(
      idsOf(plan),
      [...turns.slice(40), user].map(({ itemId }) => itemId),
    )
  }
})

test.run()
