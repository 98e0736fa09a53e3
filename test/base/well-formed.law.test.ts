/** Laws of well-formed text, against the engine's own answer. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'uvu'
import { codePointCount, firstLoneSurrogate, isWellFormedText } from '../../src/base/text/well-formed.js'

const edges = [0x0, 0x61, 0xd7ff, 0xd800, 0xd83d, 0xdbff, 0xdc00, 0xde00, 0xdfff, 0xe000, 0xffff]
const text = fc
  .array(fc.constantFrom(...edges), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units))

type Engine = { isWellFormed(): boolean; toWellFormed(): string }

test('REQ-BASE-201 a text is well-formed exactly when the engine says so', () => {
  fc.assert(
    fc.property(text, (given) => {
      assert.equal(isWellFormedText(given), (given as unknown as Engine).isWellFormed())
    }),
    { numRuns: 1000 },
  )
})

test('REQ-BASE-201 the first lone surrogate stands where the engine first repairs', () => {
  fc.assert(
    fc.property(text, (given) => {
      const repaired = (given as unknown as Engine).toWellFormed()
      const oracle = [...Array(given.length).keys()].find((at) => given[at] !== repaired[at]) ?? -1
      assert.equal(firstLoneSurrogate(given), oracle)
    }),
    { numRuns: 1000 },
  )
})

test('REQ-BASE-201 code points are counted as iteration counts them', () => {
  fc.assert(
    fc.property(text, (given) => assert.equal(codePointCount(given), [...given].length)),
    { numRuns: 1000 },
  )
})

test('REQ-BASE-201 a long text is looked at to its last unit', () => {
  const long = 'a\u{1f600}'.repeat(100_000)
  assert.equal(isWellFormedText(long), true)
  assert.equal(codePointCount(long), 200_000)
  assert.equal(firstLoneSurrogate(`${long}\ud83d`), 300_000)
})

test.run()
