/** Laws of order: total, by code unit, the same in every locale. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'uvu'
import { compareCodeUnits, compareNumbers } from '../../src/base/order.js'

const units = fc.array(fc.constantFrom(0, 0x41, 0x61, 0xe9, 0x301, 0x20ac, 0xd83d, 0xde00, 0xfb33, 0xffff), {
  maxLength: 5,
})
const text = units.map((list) => String.fromCharCode(...list))

test('REQ-BASE-204 texts are ordered by their UTF-16 code units', () => {
  fc.assert(
    fc.property(units, units, (a, b) => {
      const oracle = Buffer.compare(bytes(a), bytes(b))
      assert.equal(compareCodeUnits(String.fromCharCode(...a), String.fromCharCode(...b)), oracle)
    }),
  )
})

function bytes(list: readonly number[]): Buffer {
  return Buffer.from(list.flatMap((unit) => [unit >> 8, unit & 0xff]))
}

test('REQ-BASE-204 the order is total: antisymmetric, transitive, equal only to itself', () => {
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      assert.equal(compareCodeUnits(a, b) + compareCodeUnits(b, a), 0)
      assert.equal(compareCodeUnits(a, b) === 0, a === b)
      if (compareCodeUnits(a, b) <= 0 && compareCodeUnits(b, c) <= 0) assert.ok(compareCodeUnits(a, c) <= 0)
    }),
  )
})

test('REQ-BASE-204 the example of RFC 8785 section 3.2.3 comes out in its order', () => {
  const given = ['\u20ac', '\r', '\ufb33', '1', '\u{1f600}', '\u0080', '\u00f6']
  assert.deepEqual(given.sort(compareCodeUnits), [
    '\r',
    '1',
    '\u0080',
    '\u00f6',
    '\u20ac',
    '\u{1f600}',
    '\ufb33',
  ])
})

test('REQ-PEER-126 composed and decomposed twins are two texts in one fixed order', () => {
  assert.equal(compareCodeUnits('e\u0301', '\u00e9'), -1)
  assert.equal(compareCodeUnits('\u00e9', 'e\u0301'), 1)
})

test('REQ-BASE-204 numbers are ordered by value, and minus zero equals zero', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (a, b) => {
      assert.equal(compareNumbers(a, b), a < b ? -1 : a > b ? 1 : 0)
    }),
  )
  assert.equal(compareNumbers(-0, 0), 0)
})

test.run()
