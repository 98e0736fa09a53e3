/** Cases of canonical JSON: the vectors of RFC 8785, and every kind of value that has no canonical text. */
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { test } from 'uvu'
import { MAX_DEPTH, canonicalJson } from '../../src/base/canonical-json.js'
import type { NotCanonical } from '../../src/base/canonical-json.js'
import { sharedFile } from '../support/shared-file.js'

const VECTORS = new URL('../../fixtures/canonical-json/rfc8785/', import.meta.url)
const ES6_NUMBERS = sharedFile('jcs', 'es6-numbers-10k.txt')

function right(value: unknown): string {
  const canonical = canonicalJson(value)
  assert.equal(canonical._tag, 'Right')
  return (canonical as { right: string }).right
}

function refused(value: unknown, reason: NotCanonical['reason'], pointer: string): void {
  assert.deepEqual(canonicalJson(value), { _tag: 'Left', left: { _tag: 'NotCanonical', pointer, reason } })
}

function define(owner: object, key: PropertyKey, property: PropertyDescriptor): object {
  return Object.defineProperty(owner, key, property)
}

const throwing = (trap: string) => () => {
  throw new Error(trap)
}

test('REQ-BASE-201 the vectors of RFC 8785 come out byte for byte', () => {
  const files = readdirSync(new URL('input/', VECTORS))
  assert.equal(files.length, 6)
  for (const file of files) {
    const input: unknown = JSON.parse(readFileSync(new URL(`input/${file}`, VECTORS), 'utf8'))
    const bytes = Buffer.from(right(input), 'utf8')
    assert.deepEqual(bytes, readFileSync(new URL(`output/${file}`, VECTORS)), file)
  }
})

const testOfNumbers = ES6_NUMBERS === null ? test.skip : test
testOfNumbers('REQ-BASE-201 ten thousand numbers have the ECMAScript text', () => {
  const lines = readFileSync(ES6_NUMBERS ?? '', 'utf8')
    .trim()
    .split('\n')
  assert.equal(lines.length, 10_000)
  for (const line of lines) {
    const [bits = '', text] = line.split(',')
    const number = Buffer.from(bits.padStart(16, '0'), 'hex').readDoubleBE()
    assert.equal(right(number), text, line)
  }
})

test('REQ-BASE-201 minus zero is zero, and keys that look like numbers are texts', () => {
  assert.equal(right({ b: -0, '10': 1, '9': 2, a: [] }), '{"10":1,"9":2,"a":[],"b":0}')
  assert.equal(right({ c: {}, b: null, a: [true, false] }), '{"a":[true,false],"b":null,"c":{}}')
})

test('REQ-PEER-126 keys such as __proto__, constructor and toString are data', () => {
  const text = '{"__proto__":{"a":1},"constructor":2,"toJSON":4,"toString":3}'
  assert.equal(right(JSON.parse(text)), text)
})

test('REQ-PEER-126 composed and decomposed twins are two keys with one fixed order', () => {
  const text = '{"e\u0301":1,"\u00e9":2}'
  assert.equal(right({ '\u00e9': 2, 'e\u0301': 1 }), text)
  assert.equal(right({ 'e\u0301': 1, '\u00e9': 2 }), text)
})

test('REQ-BASE-201 keys are ordered by UTF-16 code unit, not by code point', () => {
  assert.equal(right({ '\ufb33': 1, '\u{1f600}': 2 }), '{"\u{1f600}":2,"\ufb33":1}')
})

test('REQ-BASE-201 one object in two places is no cycle', () => {
  const shared = { a: 1 }
  assert.equal(right([shared, { shared }]), '[{"a":1},{"shared":{"a":1}}]')
})

test('REQ-BASE-203 scalars without a JSON text are refused by name', () => {
  refused(Number.NaN, 'not-finite', '')
  refused({ a: [1, -Infinity] }, 'not-finite', '/a/1')
  refused({ a: undefined }, 'undefined', '/a')
  refused([1n], 'bigint', '/0')
  refused({ f: () => 1 }, 'function', '/f')
  refused({ s: Symbol('s') }, 'symbol', '/s')
})

test('REQ-BASE-203 a lone surrogate is refused in a text at the text, in a key at the owner', () => {
  refused({ a: ['ok', 'x\ud800'] }, 'lone-surrogate', '/a/1')
  refused('\udc00\ud800', 'lone-surrogate', '')
  refused({ a: { 'k\udfff': 1 } }, 'lone-surrogate', '/a')
})

test('REQ-BASE-203 the pointer escapes tilde and slash', () => {
  refused({ 'a/b': { '~1': { '': [undefined] } } }, 'undefined', '/a~1b/~01//0')
})

test('REQ-PEER-126 getters are never run', () => {
  let runs = 0
  const get = () => (runs += 1)
  refused({ a: define({}, 'b', { get, enumerable: true }) }, 'accessor', '/a/b')
  refused(define({}, 'b', { get, enumerable: false }), 'accessor', '/b')
  refused(define({}, 'b', { set: get, enumerable: true }), 'accessor', '/b')
  refused(define([1, 2], '1', { get, enumerable: true }), 'accessor', '/1')
  refused(define({}, 'toJSON', { get, enumerable: true }), 'accessor', '/toJSON')
  refused(define({}, '__proto__', { get, enumerable: true }), 'accessor', '/__proto__')
  assert.equal(runs, 0)
})

test('REQ-BASE-201 toJSON is never called, not even from Object.prototype', () => {
  let runs = 0
  const toJSON = () => (runs += 1)
  refused({ toJSON }, 'function', '/toJSON')
  define(Object.prototype, 'toJSON', { value: toJSON, configurable: true, writable: true })
  try {
    assert.equal(right({ a: ['"', 1] }), '{"a":["\\"",1]}')
  } finally {
    Reflect.deleteProperty(Object.prototype, 'toJSON')
  }
  assert.equal(runs, 0)
})

test('REQ-BASE-203 prototypes other than the plain ones are refused', () => {
  class Point {
    x = 1
  }
  class List extends Array<number> {}
  const exotic = [
    new Point(),
    new Date(0),
    new Map(),
    /a/,
    new Uint8Array(2),
    Object(1) as unknown,
    Object('a') as unknown,
    Object.create({ a: 1 }) as unknown,
    Object.create(Array.prototype) as unknown,
    Object.setPrototypeOf([1], null) as unknown,
    Object.setPrototypeOf([1], Object.prototype) as unknown,
    List.of(1, 2),
    new Error('e'),
    Promise.resolve(),
  ]
  for (const value of exotic) {
    refused(value, 'exotic-prototype', '')
    refused({ a: value }, 'exotic-prototype', '/a')
  }
})

test('REQ-BASE-203 symbol keys, hidden keys and extra keys of an array are refused', () => {
  refused({ a: { [Symbol.iterator]: 1 } }, 'symbol-key', '/a')
  refused([Object.assign([1], { [Symbol('s')]: 1 })], 'symbol-key', '/0')
  refused(define({ a: 1 }, 'b', { value: 2 }), 'unreadable', '/b')
  refused(define([1], '0', { value: 2, enumerable: false }), 'unreadable', '/0')
  refused(Object.assign([1], { note: 1 }), 'extra-array-key', '')
  refused({ a: define([1], 'note', { value: 1 }) }, 'extra-array-key', '/a')
  refused(Object.assign([1], { '-1': 1 }), 'extra-array-key', '')
  refused(/a/.exec('a'), 'extra-array-key', '')
  refused((() => arguments_(1))(), 'symbol-key', '')
})

function arguments_(...given: unknown[]): unknown {
  return (
    function () {
      return arguments
    } as (...all: unknown[]) => unknown
  )(...given)
}

test('REQ-PEER-126 array holes are refused, however long the array', () => {
  refused([1, , 3], 'hole', '/1')
  refused(new Array(3), 'hole', '/0')
  refused(new Array(4_294_967_295), 'hole', '/0')
  refused(Object.assign(new Array(2), { 0: 1, note: 1 }), 'hole', '/1')
})

test('REQ-PEER-126 cycles are refused where they close', () => {
  const ring: Record<string, unknown> = {}
  ring['a/b'] = [{ ring }]
  refused(ring, 'cycle', '/a~1b/0/ring')
  const list: unknown[] = []
  list.push(1, list)
  refused({ list }, 'cycle', '/list/1')
})

test('REQ-PEER-126 depth 64 has a text and depth 65 is refused', () => {
  assert.equal(MAX_DEPTH, 64)
  const deep = (depth: number): unknown =>
    depth === 0 ? 1 : depth % 2 === 0 ? [deep(depth - 1)] : { a: deep(depth - 1) }
  assert.equal(right(deep(64)), JSON.stringify(deep(64)))
  refused(deep(65), 'too-deep', '/a/0'.repeat(32))
  const endless: unknown = new Proxy(
    {},
    { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => property(endlessOne()) },
  )
  refused(endless, 'too-deep', '/a'.repeat(64))
})

function endlessOne(): unknown {
  return new Proxy({}, { ownKeys: () => ['a'], getOwnPropertyDescriptor: () => property(endlessOne()) })
}

function property(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true }
}

test('REQ-PEER-126 a proxy that throws or contradicts itself is a refusal, not an exception', () => {
  const hostile = [
    new Proxy({}, { getPrototypeOf: throwing('prototype') }),
    new Proxy({}, { ownKeys: throwing('keys') }),
    new Proxy([1], { ownKeys: throwing('keys') }),
    new Proxy([1], { get: throwing('length') }),
    new Proxy({}, { ownKeys: () => [1] as unknown as string[] }),
    revoked({}),
    revoked([]),
  ]
  for (const value of hostile) refused({ a: [value] }, 'unreadable', '/a/0')
  refused(
    { a: new Proxy({ b: 1 }, { getOwnPropertyDescriptor: throwing('descriptor') }) },
    'unreadable',
    '/a',
  )
  refused({ a: new Proxy({}, { ownKeys: () => ['b'] }) }, 'unreadable', '/a/b')
  assert.equal(right(new Proxy({ a: 1 }, {})), '{"a":1}')
})

function revoked(target: object): unknown {
  const { proxy, revoke } = Proxy.revocable(target, {})
  revoke()
  return proxy
}

test('REQ-BASE-201 wide values overflow neither the stack nor an argument list', () => {
  const wide = Array.from({ length: 250_000 }, (_, at) => at % 10)
  assert.equal(right(wide), JSON.stringify(wide))
  const keys = wide.slice(0, 150_000).map((_, at) => `k${String(at).padStart(6, '0')}`)
  const record = Object.fromEntries(keys.map((key) => [key, 0]))
  assert.equal(right(Object.fromEntries(Object.entries(record).reverse())), JSON.stringify(record))
})

test.run()
