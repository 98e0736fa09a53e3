/**
 * Is the root of a whole number exact? Squared again in unbounded whole numbers.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { integerRoot } from '../../src/base/integer-root.js'
import { runs } from '../support/fc-runs.js'

const LARGEST = 2 ** 52

function checkRoot(value: number): void {
  const root = BigInt(integerRoot(value))
  assert.ok(root * root <= BigInt(value), String(value))
  assert.ok((root + 1n) * (root + 1n) > BigInt(value), String(value))
}

test('REQ-PLAN-247 the root of a whole number is the largest whose square is not above it', () => {
  fc.assert(fc.property(fc.oneof(fc.nat(), fc.integer({ min: 0, max: LARGEST })), checkRoot), runs(1000))
})

test('REQ-PLAN-247 the root is exact beside every square and power of two', () => {
  const roots = fc.integer({ min: 1, max: 67_108_863 })
  fc.assert(
    fc.property(roots, fc.integer({ min: -1, max: 1 }), (root, beside) => checkRoot(root * root + beside)),
    runs(1000),
  )
  for (let power = 0; power <= 52; power++) {
    for (const beside of power === 52 ? [-1, 0] : [-1, 0, 1]) checkRoot(Math.max(0, 2 ** power + beside))
  }
})

test('REQ-PLAN-247 what is below one has the root zero', () => {
  for (const value of [0, -0, -1, -4, 0.5]) assert.is(integerRoot(value), 0)
})

test.run()
