/**
 * Can bad input crash the kernel, be repaired in silence, or be repeated in a refusal? Every answer to it is typed.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { KERNEL_ERRORS } from '../../src/contract/kernel-error.js'
import type { KernelError } from '../../src/contract/kernel-error.js'
import { planContext, sealItems } from '../../src/kernel/index.js'
import { anyScenario } from '../support/arbitrary-request.js'
import { runs } from '../support/fc-runs.js'
import { callOf, itemOf, messageOf, NOW, resultOf } from '../support/item-of.js'
import { answerTo, CALLER, environmentOf, refusalOf, requestOf } from '../support/kernel-under-test.js'

/** No identifier, since ids may stand in a refusal. */
const MARKER = 'planted marker 7f3a'

const getter = (): object => Object.defineProperty({}, MARKER, { enumerable: true, get: explode })

function explode(): never {
  throw new Error(`${MARKER} was run`)
}

const cyclic: Record<string, unknown> = { [MARKER]: MARKER }
cyclic['self'] = cyclic

/** A proxy each of whose traps throws. */
const grenade = new Proxy(
  {},
  Object.fromEntries(
    ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf'].map((trap) => [trap, explode]),
  ),
)

/** Passes every look at its descriptors and throws when it is read. */
const lateGrenade = <A extends object>(value: A): A => new Proxy(value, { get: explode })

/** A value of no document. */
const HOSTILE: readonly unknown[] = [
  undefined,
  null,
  true,
  NaN,
  -0,
  1e308,
  Infinity,
  10n,
  MARKER,
  `\ud800${MARKER}`,
  Symbol(MARKER),
  () => MARKER,
  [],
  [MARKER],
  [, 1],
  {},
  { [MARKER]: 1 },
  { constructor: MARKER },
  JSON.parse('{"__proto__": {"marker": "planted marker 7f3a"}}'),
  Object.create({ [MARKER]: 1 }),
  new Map([[MARKER, MARKER]]),
  new Date(0),
  new Proxy([], {}),
  cyclic,
  getter(),
  grenade,
  lateGrenade({}),
  Object.assign([], { extra: MARKER }),
  Object.defineProperty({}, 'hidden', { value: MARKER, enumerable: false }),
  { [Symbol(MARKER)]: 1 },
]

/** By number: the generator would look into the value itself. */
const anyHostile = fc.nat(HOSTILE.length - 1)

/** Every place in a document, as a path; whole numbers are indexes of arrays. */
function placesIn(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, entry]) => placesIn(entry, [...path, key]))]
}

/** The document with another value at a place. */
function planted(document: unknown, [key, ...rest]: readonly string[], value: unknown): unknown {
  if (key === undefined) return value
  const entry = (document as Record<string, unknown>)[key]
  if (Array.isArray(document))
    return document.map((one: unknown, at) => (String(at) === key ? planted(entry, rest, value) : one))
  return { ...(document as object), [key]: planted(entry, rest, value) }
}

function isTyped(error: KernelError): boolean {
  const known = KERNEL_ERRORS[error._tag]
  return known.code === error.code && known.retry === error.retry && error.message.length > 0
}

test('REQ-CON-213 and REQ-SCOPE-055 anything hostile anywhere in a request or caller is a typed refusal that repeats nothing of it', () => {
  let refused = 0
  fc.assert(
    fc.property(anyScenario(), fc.nat(), anyHostile, ({ request, caller }, at, number) => {
      const document = { request, caller }
      const places = placesIn(document).slice(1)
      const bad = planted(document, places[at % places.length]!, HOSTILE[number]) as {
        request: unknown
        caller: unknown
      }
      const answer = answerTo(bad.request, bad.caller)
      if ('plan' in answer) return
      refused += 1
      assert.ok(isTyped(answer.error))
      assert.not.ok(JSON.stringify(answer.error).includes(MARKER), JSON.stringify(answer.error))
      if (answer.error._tag !== 'DocumentRefused') return
      for (const { pointer, expected } of answer.error.issues) {
        assert.ok(pointer === '' || pointer.startsWith('/'))
        assert.ok(expected.length > 0)
      }
    }),
    runs(600),
  )
  assert.ok(refused > 200)
})

test('REQ-SCOPE-055 no text of a request is repeated by any refusal', () => {
  fc.assert(
    fc.property(anyScenario(), fc.constantFrom('refuse', 'ceiling', 'rule'), ({ request, caller }, how) => {
      const items = request.items.map((item) => ({
        ...item,
        ...(item.content === undefined ? {} : { content: `${MARKER} ${item.content}` }),
        source: { ...item.source, id: MARKER, uri: MARKER },
        binding: { ...item.binding, cwd: MARKER },
      }))
      const partitions = how === 'ceiling' ? { conversation: { maxTokens: 0 } } : {}
      const doubled = how === 'rule' ? [...items, ...items] : items
      const answer = answerTo(
        { ...request, items: doubled, partitions, protectedNotAdmitted: 'refuse' },
        caller,
      )
      if ('error' in answer) assert.not.ok(JSON.stringify(answer.error).includes(MARKER))
    }),
    runs(200),
  )
})

test('REQ-CON-213 whole documents of the wrong kind are refused, for every operation', () => {
  const environment = environmentOf()
  const request = requestOf([], 1)
  HOSTILE.forEach((value, number) => {
    const isEmptyList = Array.isArray(value) && value.length === 0
    const answers = [
      planContext(environment, value, CALLER),
      planContext(environment, request, value),
      sealItems(environment, value, CALLER),
      sealItems(environment, { items: [] }, value),
      ...(isEmptyList ? [] : [planContext(environment, { ...request, items: value }, CALLER)]),
      ...(isEmptyList ? [] : [sealItems(environment, { items: value }, CALLER)]),
    ]
    for (const answer of answers) {
      assert.ok(answer._tag === 'Left' && isTyped(answer.left), `number ${String(number)}`)
      assert.not.ok(JSON.stringify(answer.left).includes(MARKER))
    }
  })
})

test('REQ-CON-213 accessors are refused without being run, and what throws while it is read is refused', () => {
  const item = messageOf('user', 1)
  let ran = 0
  const trap = { enumerable: true, configurable: true, get: () => (ran += 1) }
  for (const key of Object.keys(item)) {
    const request = requestOf([Object.defineProperty({ ...item }, key, trap)], 100)
    assert.is(refusalOf('DocumentRefused', request).issues[0]?.pointer.startsWith('/items/0'), true)
  }
  for (const key of ['items', 'budget', 'now']) {
    refusalOf('DocumentRefused', Object.defineProperty({ ...requestOf([item], 100) }, key, trap))
  }
  refusalOf('DocumentRefused', requestOf([item], 100), {
    caller: Object.defineProperty({ ...CALLER }, 'scopes', trap),
  })
  assert.is(ran, 0)
  refusalOf('DocumentRefused', requestOf([lateGrenade(item)], 100))
  refusalOf('DocumentRefused', requestOf([{ ...item, binding: lateGrenade({ role: 'user' as const }) }], 100))
  refusalOf('DocumentRefused', requestOf([item], 100), { caller: lateGrenade({ ...CALLER }) })
  refusalOf('DocumentRefused', { ...requestOf([], 100), items: grenade })
})

test('REQ-PEER-107 the instant of a stamped request is strict', () => {
  const bad = [
    null,
    0,
    1_772_366_400_000,
    '',
    '2026-03-01',
    '2026-03-01T12:00:00Z',
    '2026-03-01T12:00:00.000',
    '2026-02-30T12:00:00.000Z',
    '2025-02-29T00:00:00.000Z',
    '2026-03-01T12:00:00.000+00:00',
    '2026-03-01T24:00:00.000Z',
    '+12026-03-01T12:00:00.000Z',
    '1969-12-31T23:59:59.999Z',
    ' 2026-03-01T12:00:00.000Z',
    '2026-03-01T12:00:00.000Z\n',
  ]
  for (const now of bad) {
    const refused = refusalOf('DocumentRefused', { ...requestOf([], 100), now })
    assert.equal(refused.issues, [{ pointer: '/now', expected: 'Instant' }])
  }
  const { now: _now, ...unstamped } = requestOf([], 100)
  assert.equal(refusalOf('DocumentRefused', unstamped).issues, [{ pointer: '/now', expected: 'missing-key' }])
  assert.ok('plan' in answerTo({ ...requestOf([], 100), now: '2028-02-29T00:00:00.000Z' }))
})

test('REQ-CON-215 and REQ-CON-211 a newer request is refused whole, and an unknown key is never dropped', () => {
  const newer = refusalOf('DocumentNewer', { ...requestOf([], 100), schema: 'cmk/plan-request/v2' })
  assert.is(newer.supported, 1)
  assert.ok('plan' in answerTo({ ...requestOf([], 100), schema: 'cmk/plan-request/v1' }))
  refusalOf('DocumentRefused', { ...requestOf([], 100), schema: 'cmk/other/v1' })
  const unknown = refusalOf('DocumentRefused', { ...requestOf([], 100), [MARKER]: 1 })
  assert.equal(unknown.issues, [{ pointer: '/?', expected: 'unknown-key' }])
  const inside = refusalOf(
    'DocumentRefused',
    requestOf([{ ...messageOf('user', 1), [MARKER]: 1 } as never], 100),
  )
  assert.equal(inside.issues, [{ pointer: '/items/0/?', expected: 'unknown-key' }])
})

test('REQ-CON-216 rules no schema can express are refused with their pointer and their name', () => {
  const issue = (...items: Parameters<typeof requestOf>[0]) =>
    refusalOf('DocumentRefused', requestOf(items, 100)).issues.map(
      ({ pointer, expected }) => `${pointer} ${expected}`,
    )
  const item = messageOf('user', 1)
  assert.equal(issue(item, { ...messageOf('user', 2), itemId: item.itemId }), [
    '/items/1/itemId unique-item-id',
  ])
  assert.equal(issue(item, { ...messageOf('assistant', 1) }), ['/items/1/source/sequence unique-sequence'])
  assert.equal(issue(itemOf('x')), ['/items/0/source/sequence sequence-of-conversation'])
  const { content: _content, ...empty } = item
  assert.equal(issue(empty), ['/items/0/content one-content'])
  assert.equal(issue({ ...item, tokens: { ...item.tokens, expected: 99, safe: 1 } }), [
    '/items/0/tokens/safe expected-within-safe',
  ])
  assert.equal(issue({ ...item, expiresAt: '1999-01-01T00:00:00.000Z' }), [
    '/items/0/expiresAt expiry-after-creation',
  ])
  assert.equal(issue(itemOf('m', { kind: 'memory', binding: { calls: [] } })), [
    '/items/0/binding/calls calls-in-conversation',
  ])
  const limits = refusalOf(
    'DocumentRefused',
    requestOf([], 100, { partitions: { memory: { minTokens: 2, maxTokens: 1 } } }),
  )
  assert.equal(limits.issues, [
    { pointer: '/partitions/memory/minTokens', expected: 'minimum-within-maximum' },
  ])
})

test('REQ-PLAN-012 what is far too large is refused, not a stack overflow: text of 100 MB, depth of 100,000', () => {
  const item = messageOf('user', 1)
  const large = refusalOf('DocumentRefused', requestOf([{ ...item, content: 'a'.repeat(100_000_000) }], 100))
  assert.equal(large.issues, [{ pointer: '/items/0/content', expected: 'Content' }])
  let deep: unknown = MARKER
  for (let depth = 0; depth < 100_000; depth += 1) deep = { deep }
  refusalOf('DocumentRefused', { ...requestOf([], 100), items: [deep] })
  refusalOf('DocumentRefused', deep)
  refusalOf('DocumentRefused', { ...requestOf([], 100), items: new Array(1_000_000_000) })
})

test('REQ-PLAN-012 a message of 200,000 calls and one of 200,000 results are planned', () => {
  const ids = Array.from({ length: 200_000 }, (_, at) => `c${String(at)}`)
  const answer = answerTo(requestOf([callOf(1, ids), resultOf(2, ids), messageOf('user', 3)], 1000))
  assert.ok('plan' in answer)
  assert.is(answer.plan.selected.length, 3)
  const open = answerTo(requestOf([messageOf('user', 1), callOf(2, ids), resultOf(3, ids.slice(1))], 1000))
  assert.ok('plan' in open)
  assert.equal(open.plan.awaiting, [{ itemId: 'assistant-2', callId: 'c0' }])
  const parts = Array.from({ length: 200_000 }, (_, part) => ({ callId: 'a', part }))
  const many = resultOf(2, [], { binding: { role: 'tool', results: parts } })
  const one = answerTo(requestOf([callOf(1, ['a']), many, messageOf('user', 3)], 1000))
  assert.ok('plan' in one && one.plan.selected.length === 3)
})

test('REQ-PEER-108 and REQ-PLAN-012 a session of 100,000 items is planned', () => {
  const items = Array.from({ length: 25_000 }, (_, at) => [
    messageOf('user', at * 4, { content: 'go' }),
    callOf(at * 4 + 1, ['same id'], { content: 'calling' }),
    resultOf(at * 4 + 2, ['same id'], { content: 'done' }),
    messageOf('assistant', at * 4 + 3, { content: 'ok' }),
  ]).flat()
  const answer = answerTo({ ...requestOf(items, 2000), now: NOW })
  assert.ok('plan' in answer)
  const { selected, explanation } = answer.plan
  assert.ok(selected.length > 50)
  assert.is(explanation.dropped.length, 1_000)
  assert.ok(explanation.droppedCapped)
  assert.is(explanation.droppedTotals.reduce((sum, total) => sum + total.items, 0) + selected.length, 100_000)
})

test('REQ-PEER-106 no protected item falls for being a twin, and what it says is not said again', () => {
  const same = { content: 'the very same text' }
  const items = [
    itemOf('pin-a', { kind: 'pin', ...same }),
    itemOf('pin-b', { kind: 'pin', ...same }),
    itemOf('pinned', { kind: 'memory', pinned: true, ...same }),
    itemOf('memory', { kind: 'memory', ...same, priority: 1_000_000 }),
    messageOf('user', 1),
  ]
  const answer = answerTo(requestOf(items, 10_000))
  assert.ok('plan' in answer)
  const ids = answer.plan.selected.map(({ itemId }) => String(itemId)).sort()
  assert.equal(ids, ['pin-a', 'pin-b', 'pinned', 'user-1'])
  assert.is(answer.plan.explanation.dropped[0]?.reason, 'duplicate_content')
})

test('REQ-PEER-106 identical supplements are kept once and messages never merge', () => {
  const same = { content: 'the very same text' }
  const items = [
    itemOf('b', { kind: 'memory', ...same }),
    itemOf('a', { kind: 'memory', ...same }),
    itemOf('c', { kind: 'memory', ...same, priority: 900_000 }),
    itemOf('snippet', { kind: 'project-snippet', ...same }),
    messageOf('assistant', 1, same),
    messageOf('assistant', 2, same),
    messageOf('user', 3),
  ]
  const answer = answerTo(requestOf(items, 10_000))
  assert.ok('plan' in answer)
  const ids = answer.plan.selected.map(({ itemId }) => String(itemId))
  assert.equal(ids, ['assistant-1', 'assistant-2', 'c', 'snippet', 'user-3'])
  assert.equal(
    answer.plan.explanation.dropped.map(({ itemId, reason }) => [itemId, reason]),
    [
      ['a', 'duplicate_content'],
      ['b', 'duplicate_content'],
    ],
  )
})

test.run()
