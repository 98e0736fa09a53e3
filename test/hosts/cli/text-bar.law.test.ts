/**
 * Is a bar as long as its share, and is no share hidden?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import fc from 'fast-check'
import { percentOf, textBar } from '../../../src/hosts/cli/text-bar.js'
import { grouped, printable } from '../../../src/hosts/cli/printable.js'

const share = fc
  .tuple(fc.nat(1_000_000), fc.nat(1_000_000))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)

test('REQ-CLI-260 a bar has its width in cells, is empty only for nothing, and grows with its share', () => {
  fc.assert(
    fc.property(share, fc.integer({ min: 1, max: 60 }), ([part, whole], width) => {
      const bar = textBar(part, whole, width)
      assert.is(bar.length, width)
      assert.is(bar.trim() === '', part === 0)
      if (part < whole) assert.ok(eighths(textBar(part + 1, whole, width)) >= eighths(bar))
      if (part === whole && whole > 0) assert.is(bar, '█'.repeat(width))
      assert.is(percentOf(part, whole) === '0 %', part === 0)
    }),
  )
})

test('REQ-CLI-260 numbers are grouped the same in every locale', () => {
  assert.equal([0, 12, 999, 1000, 16_777_216].map(grouped), ['0', '12', '999', '1,000', '16,777,216'])
})

test('REQ-CLI-260 a foreign word cannot move the cursor, turn the line round or fill the screen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (word) => {
      const shown = printable(`${word}\u0000\u001b[31m\u009b\u202e\u2028\ud800`)
      assert.not.match(shown, /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/u)
    }),
  )
  assert.is(Array.from(printable('😀'.repeat(5000))).length, 121)
  assert.is(printable('toolu_01AB-ü'), 'toolu_01AB-ü')
})

function eighths(bar: string): number {
  const blocks = [' ', '▏', '▎', '▍', '▌', '▋', '▊', '▉', '█']
  return Array.from(bar).reduce((sum, block) => sum + blocks.indexOf(block), 0)
}

test.run()
