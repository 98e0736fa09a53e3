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

test('REQ-PLAN-237 items of two calls, mixed in one request, plan as fresh ones do', () => {
  let made = 0
  fc.assert(
    fc.property(
      anyScenario(),
      fc.array(fc.constantFrom(0, 1, 2), { minLength: 1 }),
      ({ request, caller, options }, which) => {
        const environment = environmentOf(options)
        const callOf = (at: number) => which[at % which.length] ?? 0
        const sealed = [0, 1].map((call) =>
          sealedBy(
            environment,
            request.items.filter((_, at) => callOf(at) === call),
          ),
        )
        const next = [0, 0]
        const mixed = request.items.map((item, at) => {
          const call = callOf(at)
          return call === 2 ? item : sealed[call]?.[next[call]!++]
        })
        const fresh = answerTo(request, caller, environmentOf(options))
        if ('plan' in fresh) made += 1
        const answer = answerTo({ ...request, items: mixed }, caller, environment)
        assert.is(JSON.stringify(answer), JSON.stringify(fresh))
      },
    ),
    runs(150),
  )
  assert.ok(made > 20)
})

test('REQ-PLAN-237 an id that two calls sealed is refused at the second of its items, whichever comes first', () => {
  const environment = environmentOf()
  const item = (id: number) => messageOf('user', id)
  const first = sealedBy(environment, [item(1), item(2), item(3)])
  const second = sealedBy(environment, [item(4), item(2), item(5)])
  const fresh = [item(6), { ...item(7), itemId: 'user-2' }]
  const mixes = [
    { items: [...first, ...second], at: 4 },
    { items: [...second, ...first], at: 4 },
    { items: [second[1], first[0], first[1]], at: 2 },
    { items: [fresh[1], ...first], at: 2 },
    { items: [...first, ...fresh], at: 4 },
    { items: [first[0], second[0], ...fresh, second[1]], at: 4 },
    { items: [first[1], second[0], first[1]], at: 2 },
  ]
  for (const { items, at } of mixes) {
    const refused = refusalOf('DocumentRefused', requestOf(items as ContextItemInput[], 1000), {
      environment,
    })
    assert.equal(refused.issues, [{ pointer: `/items/${String(at)}/itemId`, expected: 'unique-item-id' }])
  }
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
  const forged = { ...sealed, content: 'other text', tokens: { expected: 9, safe: 9, counter: 'feature-v3' } }
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
})

test('REQ-PORT-224 a hash that fails in the middle leaves nothing sealed', () => {
  const items = [messageOf('user', 1), messageOf('user', 2), messageOf('user', 3)]
  const sealedWhere = (failsAt: number) => {
    let calls = 0
    let added = 0
    const environment = environmentOf()
    const seals = { ...environment.seals, add: () => (added += 1) }
    const sha256Hex = (text: string | Uint8Array) => {
      calls += 1
      return calls === failsAt ? { ok: true as const, value: 'nonsense' } : PORTS.hash.sha256Hex(text)
    }
    const ports = { ...PORTS, hash: { ...PORTS.hash, sha256Hex } }
    const { _tag } = sealItems({ ...environment, seals, ports }, { items }, CALLER)
    return { _tag, added, calls }
  }
  const whole = sealedWhere(Infinity)
  assert.equal([whole._tag, whole.added], ['Right', 3])
  for (let failsAt = 1; failsAt <= whole.calls; failsAt += 1) {
    const broken = sealedWhere(failsAt)
    assert.equal([broken._tag, broken.added], ['Left', 0])
  }
})

test.run()
