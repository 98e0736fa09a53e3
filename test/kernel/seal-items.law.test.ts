/**
 * Does sealing change a plan? Never a byte of it; and nothing but sealing makes a sealed item.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItem, ContextItemInput } from '../../src/contract/context-item.js'
import { sealItems, type Environment } from '../../src/kernel/index.js'
import { anyScenario } from '../support/arbitrary-request.js'
import { anySession } from '../support/arbitrary-session.js'
import { runs } from '../support/fc-runs.js'
import { itemOf, messageOf } from '../support/item-of.js'
import {
  answerTo,
  CALLER,
  environmentOf,
  idsOf,
  planOf,
  PORTS,
  refusalOf,
  requestOf,
} from '../support/kernel-under-test.js'

function sealedBy(environment: Environment, items: readonly unknown[]): readonly ContextItem[] {
  const either = sealItems(environment, { items }, CALLER)
  if (either._tag === 'Left') throw new Error(either.left.message)
  return either.right
}

test('REQ-PLAN-237 a plan over sealed items, all or some of them, equals the plan over fresh ones byte for byte', () => {
  fc.assert(
    fc.property(
      anyScenario(),
      fc.array(fc.boolean(), { minLength: 1 }),
      ({ request, caller, options }, which) => {
        const environment = environmentOf(options)
        const sealed = sealedBy(environment, request.items)
        const mixed = request.items.map((item, at) => (which[at % which.length] === true ? sealed[at] : item))
        const fresh = JSON.stringify(answerTo(request, caller, environmentOf(options)))
        assert.is(JSON.stringify(answerTo({ ...request, items: sealed }, caller, environment)), fresh)
        assert.is(JSON.stringify(answerTo({ ...request, items: mixed }, caller, environment)), fresh)
        assert.is(JSON.stringify(answerTo({ ...request, items: sealed }, caller, environment)), fresh)
      },
    ),
    runs(150),
  )
})

test('REQ-PLAN-237 sealed copies equal their originals, in the order given, frozen all the way down', () => {
  fc.assert(
    fc.property(anySession(), (items) => {
      const environment = environmentOf()
      const sealed = sealedBy(environment, items)
      assert.equal(sealed, items)
      assert.ok(isFrozen(sealed))
      assert.ok(sealedBy(environment, sealed).every((item, at) => item === sealed[at]))
    }),
    runs(100),
  )
})

function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && Object.values(value).every(isFrozen)
}

test('REQ-PLAN-237 what happens to the original after sealing changes nothing', () => {
  const environment = environmentOf()
  const original = JSON.parse(JSON.stringify(messageOf('user', 1))) as {
    content: string
    labels: { sinks: string[] }
  }
  const [sealed] = sealedBy(environment, [original])
  const before = JSON.stringify(answerTo(requestOf([sealed as ContextItemInput], 1000), CALLER, environment))
  original.content = 'changed'
  original.labels.sinks.length = 0
  assert.is(
    JSON.stringify(answerTo(requestOf([sealed as ContextItemInput], 1000), CALLER, environment)),
    before,
  )
})

test('REQ-PLAN-237 a copy of a sealed item is no sealed item: it is looked at again', () => {
  const environment = environmentOf()
  const [sealed] = sealedBy(environment, [messageOf('user', 1)])
  const forged = { ...sealed, content: 'other text', tokens: { expected: 9, safe: 9, counter: 'feature-v1' } }
  const digestOf = (item: unknown) =>
    planOf(requestOf([item as ContextItemInput], 1000), CALLER, environment).selected[0]?.digest
  assert.is.not(digestOf(forged), digestOf(sealed))
  const broken = { ...sealed, priority: -1 }
  const refused = refusalOf('DocumentRefused', requestOf([broken as ContextItemInput], 1000), { environment })
  assert.equal(refused.issues[0]?.pointer, '/items/0/priority')
})

test('REQ-PLAN-237 an item sealed by another kernel is looked at again, and plans the same', () => {
  const ours = environmentOf()
  const [theirs] = sealedBy(environmentOf(), [messageOf('user', 1)])
  const again = sealedBy(ours, [theirs])
  assert.is.not(again[0], theirs)
  const plan = (item: unknown) => planOf(requestOf([item as ContextItemInput], 1000), CALLER, ours)
  assert.equal(plan(theirs), plan(again[0]))
})

test('REQ-PLAN-237 one refused item and nothing is sealed, with the pointer of the item', () => {
  const environment = environmentOf()
  const good = messageOf('user', 1)
  const refused = sealItems(environment, { items: [good, { ...good, itemId: 'x', kind: 'rumour' }] }, CALLER)
  assert.ok(refused._tag === 'Left' && refused.left._tag === 'DocumentRefused')
  assert.equal(refused.left.issues, [{ pointer: '/items/1/kind', expected: 'ItemKind' }])
  const doubled = sealItems(environment, { items: [good, { ...good }] }, CALLER)
  assert.ok(doubled._tag === 'Left' && doubled.left._tag === 'DocumentRefused')
  assert.equal(doubled.left.issues, [{ pointer: '/items/1/itemId', expected: 'unique-item-id' }])
})

test('REQ-PLAN-237 what answers the check and the copying differently is not sealed', () => {
  const item = itemOf('memory', { kind: 'memory' })
  const twoFaced = new Proxy(item, {
    get: (target, key) => (key === 'priority' ? -1 : Reflect.get(target, key)),
  })
  const refused = sealItems(environmentOf(), { items: [twoFaced] }, CALLER)
  assert.ok(refused._tag === 'Left' && refused.left._tag === 'DocumentRefused')
})

test('REQ-PORT-225 and REQ-PORT-224 sealing names a missing hash and refuses when the hash fails', () => {
  const { hash: _hash, ...others } = PORTS
  const without = sealItems({ ...environmentOf(), ports: others }, { items: [] }, CALLER)
  assert.ok(without._tag === 'Left' && without.left._tag === 'PortMissing')
  assert.equal([without.left.operation, without.left.ports], ['sealItems', ['hash']])
  const hash = { ...PORTS.hash, sha256Hex: () => ({ ok: true as const, value: 'nonsense' }) }
  const failing = { ...environmentOf(), ports: { ...PORTS, hash } }
  const failed = sealItems(failing, { items: [messageOf('user', 1)] }, CALLER)
  assert.ok(failed._tag === 'Left' && failed.left._tag === 'PortFailed')
  assert.is(failed.left.reason, 'malformed-reply')
  assert.equal(idsOf(planOf(requestOf([messageOf('user', 1)], 1000))), ['user-1'])
})

test.run()
