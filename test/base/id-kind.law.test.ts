/** Laws of identifiers and the kinds they begin with: which texts are one, at their bounds. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'uvu'
import { isIdKind } from '../../src/base/text/id-kind.js'
import { Identifier } from '../../src/contract/scalars.js'

const text = fc.string({
  unit: fc.constantFrom('a', 'Z', '0', '.', '_', ':', '/', '-', ' ', '\n', '\u00e9'),
  maxLength: 5,
})

test('REQ-PORT-222 an identifier has 1 to 160 ASCII characters and begins with a letter or digit', () => {
  fc.assert(
    fc.property(text, (given) => {
      assert.equal(
        Identifier.is(given),
        /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,159}$/.test(given) && !given.includes('\n'),
      )
    }),
  )
  assert.equal(Identifier.is('a'.repeat(160)), true)
  assert.equal(Identifier.is('a'.repeat(161)), false)
})

test('REQ-PORT-222 a kind with a hyphen and 95 further characters is an identifier', () => {
  fc.assert(
    fc.property(text, (given) => {
      if (isIdKind(given)) assert.ok(Identifier.is(`${given}-${'0'.repeat(95)}`))
      assert.equal(isIdKind(given), Identifier.is(given) && !/[:/]/.test(given))
    }),
  )
  assert.equal(isIdKind('a'.repeat(64)), true)
  assert.equal(isIdKind('a'.repeat(65)), false)
})

test.run()
