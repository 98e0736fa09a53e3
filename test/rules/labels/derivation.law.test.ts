/**
 * Does derivation only ever tighten? What is made of several things is admitted nowhere one of them is denied.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { SENSITIVITY_LEVELS, TRUST_LEVELS, type Labels, type Scope } from '../../../src/contract/labels.js'
import { denialOf, type Gate } from '../../../src/rules/labels/admission.js'
import { deriveLabels } from '../../../src/rules/labels/derivation.js'
import { runs } from '../../support/fc-runs.js'

const named = (name: string) => name as Labels['sinks'][number]
const anySinks = fc.array(fc.constantFrom('model', 'log', '*', 'B', '\u00e9', 'e\u0301').map(named), {
  maxLength: 4,
})
const SCOPES: readonly Scope[] = [
  { kind: 'session', id: ['s'] },
  { kind: 'session', id: ['s', ''] },
]

function anyParent(scope: fc.Arbitrary<Scope>): fc.Arbitrary<Labels> {
  return fc.record({
    scope,
    trust: fc.constantFrom(...TRUST_LEVELS),
    sensitivity: fc.constantFrom(...SENSITIVITY_LEVELS),
    sinks: anySinks,
  })
}

const kindred = fc.array(anyParent(fc.constant(SCOPES[0] as Scope)), { minLength: 1, maxLength: 4 })

const anyGate: fc.Arbitrary<Gate> = fc.record({
  scopes: fc.constantFrom(SCOPES, []),
  sink: fc.record({
    sink: fc.constantFrom('model', 'log', 'elsewhere').map(named),
    locality: fc.constantFrom('local', 'remote'),
    clearance: fc.constantFrom(...SENSITIVITY_LEVELS),
  }),
  trustCeiling: fc.constant('host'),
  now: fc.constant('2026-03-01T12:00:00.000Z'),
})

test('REQ-SCOPE-052 what is derived is admitted nowhere a parent is denied, and where all parents are admitted', () => {
  fc.assert(
    fc.property(kindred, anyGate, (parents, gate) => {
      const derived = deriveLabels(parents)
      assert.ok(derived !== null)
      const denied = parents.some((parent) => denialOf(parent, undefined, gate) !== null)
      assert.is(denialOf(derived, undefined, gate) !== null, denied)
    }),
    runs(500),
  )
})

test('REQ-SCOPE-052 what is derived has the least trust and the most sensitivity of its parents', () => {
  fc.assert(
    fc.property(kindred, (parents) => {
      const derived = deriveLabels(parents)
      assert.ok(derived !== null)
      const trusts = parents.map(({ trust }) => TRUST_LEVELS.indexOf(trust))
      const levels = parents.map(({ sensitivity }) => SENSITIVITY_LEVELS.indexOf(sensitivity))
      assert.is(derived.trust, TRUST_LEVELS[Math.min(...trusts)])
      assert.is(derived.sensitivity, SENSITIVITY_LEVELS[Math.max(...levels)])
      assert.equal(derived.scope, SCOPES[0])
    }),
    runs(300),
  )
})

test('REQ-SCOPE-052 the order and the repetition of parents change nothing, and deriving again changes nothing', () => {
  fc.assert(
    fc.property(kindred, (parents) => {
      const derived = deriveLabels(parents)
      assert.ok(derived !== null)
      assert.equal(deriveLabels([...parents].reverse()), derived)
      assert.equal(deriveLabels([...parents, ...parents]), derived)
      assert.equal(deriveLabels([derived, ...parents]), derived)
      assert.equal(deriveLabels([derived]), derived)
      assert.equal(derived.sinks, [...new Set(derived.sinks)].sort())
    }),
    runs(300),
  )
})

test('REQ-SCOPE-052 parents of different scopes, or none, derive nothing', () => {
  fc.assert(
    fc.property(fc.array(anyParent(fc.constantFrom(...SCOPES)), { maxLength: 4 }), (parents) => {
      const scopes = new Set(parents.map(({ scope }) => scope))
      assert.is(deriveLabels(parents) === null, scopes.size !== 1)
    }),
    runs(200),
  )
})

test.run()
