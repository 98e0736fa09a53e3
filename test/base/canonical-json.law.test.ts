/** Laws of canonical JSON over generated values, against an oracle that shares no code with it. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'uvu'
import { MAX_DEPTH, canonicalJson, canonicalJsonWithout, quoteJson } from '../../src/base/canonical-json.js'

const KEYS = [
  '__proto__',
  'constructor',
  'toString',
  'toJSON',
  'length',
  '10',
  '9',
  '',
  '/',
  '~',
  'é',
  'e\u0301',
]

const key = fc.oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.constantFrom(...KEYS))

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.constantFrom(null, true, false, 0, -0, 1e21, 5e-324),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom('"', '\\', '\n', '\u0000', '\u007f', '\u2028', '中', '\u{1f600}', 'a'),
    }),
    fc.array(tie('value'), { maxLength: 6 }),
    members(tie('value'), 8),
    members(tie('value'), 40),
  ),
}))

function members(member: fc.Arbitrary<unknown>, keysMax: number): fc.Arbitrary<object> {
  const entries = fc.uniqueArray(fc.tuple(key, member), { selector: ([name]) => name, maxLength: keysMax })
  return fc.tuple(entries, fc.boolean()).map(([list, bare]) => objectOf(list, bare))
}

function objectOf(entries: readonly (readonly [string, unknown])[], bare: boolean): object {
  const made = bare ? (Object.create(null) as object) : {}
  for (const [name, member] of entries) {
    Object.defineProperty(made, name, { value: member, enumerable: true, writable: true, configurable: true })
  }
  return made
}

/** A second opinion: sorts by code unit with a comparison of its own and leaves the leaves to `JSON.stringify`. */
function oracle(whole: unknown): string {
  if (Array.isArray(whole)) return `[${whole.map(oracle).join(',')}]`
  if (typeof whole !== 'object' || whole === null) return JSON.stringify(whole)
  const entries = Object.entries(whole).sort(([a], [b]) => Buffer.compare(bigEndian(a), bigEndian(b)))
  return `{${entries.map(([name, member]) => `${JSON.stringify(name)}:${oracle(member)}`).join(',')}}`
}

function bigEndian(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}

/** The same value with every object built in another order. */
function rebuilt(whole: unknown): unknown {
  if (Array.isArray(whole)) return whole.map(rebuilt)
  if (typeof whole !== 'object' || whole === null) return whole
  const entries = Object.entries(whole).map(([name, member]) => [name, rebuilt(member)] as const)
  return objectOf(entries.reverse(), true)
}

function textOf(whole: unknown): string {
  const canonical = canonicalJson(whole)
  assert.equal(canonical._tag, 'Right')
  return (canonical as { right: string }).right
}

test('REQ-BASE-201 any JSON value has the text an independent writer gives it', () => {
  fc.assert(
    fc.property(value, (whole) => assert.equal(textOf(whole), oracle(whole))),
    { numRuns: 500 },
  )
})

test('REQ-BASE-201 the order in which keys were inserted never shows', () => {
  fc.assert(fc.property(value, (whole) => assert.equal(textOf(rebuilt(whole)), textOf(whole))))
})

test('REQ-BASE-201 a wide object is ordered as a narrow one', () => {
  const name = fc.string({
    unit: fc.constantFrom('a', 'b', '1', 'é', '中', '\ufb33', '\u{1f600}'),
    maxLength: 6,
  })
  const names = fc.uniqueArray(name, { minLength: 20, maxLength: 60, size: 'max' })
  fc.assert(
    fc.property(names, (list) => {
      const whole = objectOf(
        list.map((key) => [key, 0] as const),
        false,
      )
      assert.equal(textOf(whole), oracle(whole))
    }),
  )
})

test('REQ-BASE-201 reading the text back gives the value', () => {
  fc.assert(
    fc.property(value, (whole) => {
      const back: unknown = JSON.parse(textOf(whole))
      assert.deepEqual(back, JSON.parse(JSON.stringify(whole)))
      assert.equal(textOf(back), textOf(whole))
    }),
  )
})

test('REQ-BASE-201 a quoted text is read back as it was, and only what must be escaped is', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('\u001f', '"', ' ', '\\') }),
  )
  fc.assert(
    fc.property(text, (given) => {
      assert.equal(quoteJson(given), JSON.stringify(given))
      assert.equal(JSON.parse(quoteJson(given)), given)
    }),
  )
})

test('REQ-BASE-203 a refused leaf is named by a pointer that leads to it', () => {
  const path = fc.array(fc.oneof(key, fc.nat({ max: 3 })), { minLength: 1, maxLength: MAX_DEPTH })
  fc.assert(
    fc.property(path, (steps) => {
      const refused = canonicalJson(nested(steps, Number.NaN))
      const pointer = steps
        .map((step) => `/${String(step).split('~').join('~0').split('/').join('~1')}`)
        .join('')
      assert.deepEqual(refused, {
        _tag: 'Left',
        left: { _tag: 'NotCanonical', pointer, reason: 'not-finite' },
      })
    }),
  )
})

function nested(steps: readonly (string | number)[], leaf: unknown): unknown {
  return [...steps].reverse().reduce<unknown>((inner, step) => {
    if (typeof step === 'string')
      return objectOf(
        [
          ['\u0000 first', 1],
          [step, inner],
        ].slice(step === '\u0000 first' ? 1 : 0) as [string, unknown][],
        false,
      )
    return [...Array.from({ length: step }, () => null), inner]
  }, leaf)
}

test('REQ-BASE-202 leaving out a key equals an object that never had it', () => {
  fc.assert(
    fc.property(members(value, 8), key, value, (whole, omitted, extra) => {
      const rest = objectOf(
        Object.entries(whole).filter(([name]) => name !== omitted),
        false,
      )
      const more = objectOf([...Object.entries(rest), [omitted, extra]], false)
      assert.deepEqual(canonicalJsonWithout(more, omitted), canonicalJson(rest))
      assert.deepEqual(canonicalJsonWithout([more], omitted), canonicalJson([more]))
    }),
  )
})

test.run()
