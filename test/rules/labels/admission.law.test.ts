/**
 * Do labels admit exactly what they say? Scopes are equal as wholes only, and reasons come in their order.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  SCOPE_KINDS,
  SENSITIVITY_LEVELS,
  TRUST_LEVELS,
  type Labels,
  type Scope,
} from '../../../src/contract/labels.js'
import {
  denialOf,
  effectiveTrust,
  isSameScope,
  isTrustedAs,
  type Gate,
} from '../../../src/rules/labels/admission.js'
import { runs } from '../../support/fc-runs.js'

/** Pieces from which joined texts collide: separators, escapes, wild cards, twins, nothing at all. */
const PIECES = [
  '',
  'acme',
  'acme-corp',
  ':',
  '.',
  '%',
  '%3A',
  '_',
  '\\',
  '*',
  '/',
  '"',
  ',',
  '\u0000',
  '\u00e9',
  'e\u0301',
  'ACME',
  ' ',
  '1',
  'true',
  '__proto__',
]

const anySegment = fc.oneof(
  fc.constantFrom(...PIECES),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 3 }).map((pieces) => pieces.join('')),
)
const anyScope: fc.Arbitrary<Scope> = fc.record({
  kind: fc.constantFrom(...SCOPE_KINDS),
  id: fc.array(anySegment, { minLength: 1, maxLength: 4 }),
})

const named = (name: string) => name as Labels['sinks'][number]
const anySinks = fc.uniqueArray(fc.constantFrom('model', 'mod', 'Model', '*', 'log').map(named), {
  maxLength: 3,
})

const anyLabels: fc.Arbitrary<Labels> = fc.record({
  scope: fc.oneof(anyScope, fc.constant<Scope>({ kind: 'tenant', id: ['acme'] })),
  trust: fc.constantFrom(...TRUST_LEVELS),
  sensitivity: fc.constantFrom(...SENSITIVITY_LEVELS),
  sinks: anySinks,
})

const anyGate: fc.Arbitrary<Gate> = fc.record({
  scopes: fc.array(fc.oneof(anyScope, fc.constant<Scope>({ kind: 'tenant', id: ['acme'] })), {
    maxLength: 3,
  }),
  sink: fc.record({
    sink: fc.constantFrom('model', 'log').map(named),
    locality: fc.constantFrom('local', 'remote'),
    clearance: fc.constantFrom(...SENSITIVITY_LEVELS),
  }),
  trustCeiling: fc.constantFrom(...TRUST_LEVELS),
  now: fc.constant('2026-03-01T12:00:00.000Z'),
})

const anyExpiry = fc.constantFrom(
  undefined,
  '2026-03-01T11:59:59.999Z',
  '2026-03-01T12:00:00.000Z',
  '2026-03-01T12:00:00.001Z',
)

/** One yes or no for each reason, in order, read from the words of the design. */
function reasonsAgainst(
  labels: Labels,
  expiresAt: string | undefined,
  { scopes, sink, now }: Gate,
): readonly string[] {
  const level = (sensitivity: Labels['sensitivity']) => SENSITIVITY_LEVELS.indexOf(sensitivity)
  const text = ({ kind, id }: Scope) => JSON.stringify([kind, ...id])
  const leaves = labels.sensitivity === 'restricted' && sink.locality === 'remote'
  const against = {
    expired: expiresAt !== undefined && !(now < expiresAt),
    scope_denied: !scopes.some((scope) => text(scope) === text(labels.scope)),
    sink_denied: !labels.sinks.some((name) => name === '*' || name === sink.sink),
    sensitivity_denied: leaves || level(labels.sensitivity) > level(sink.clearance),
  }
  return Object.entries(against).flatMap(([reason, holds]) => (holds ? [reason] : []))
}

test('REQ-PLAN-241 the denial is the first reason that holds: expired, scope, sink, sensitivity', () => {
  fc.assert(
    fc.property(anyLabels, anyExpiry, anyGate, (labels, expiresAt, gate) => {
      assert.is(denialOf(labels, expiresAt, gate), reasonsAgainst(labels, expiresAt, gate)[0] ?? null)
    }),
    runs(500),
  )
})

test('REQ-SCOPE-050 two scopes are the same only as wholes: kind, number and text of every segment', () => {
  fc.assert(
    fc.property(anyScope, anyScope, (a, b) => {
      assert.is(isSameScope(a, b), JSON.stringify([a.kind, a.id]) === JSON.stringify([b.kind, b.id]))
      assert.ok(isSameScope(a, { kind: a.kind, id: [...a.id] }))
      assert.not.ok(isSameScope(a, { kind: a.kind, id: [...a.id, ''] }))
    }),
    runs(500),
  )
})

test('REQ-SCOPE-050 a scope is no prefix, no pattern and no joined text of another', () => {
  const scope = (...id: readonly string[]): Scope => ({ kind: 'tenant', id })
  const apart: readonly (readonly [Scope, Scope])[] = [
    [scope('acme'), scope('acme-corp')],
    [scope('tenant', 'acme'), scope('tenant', 'acme', 's1')],
    [scope('a:b'), scope('a', 'b')],
    [scope('a.b', 'c'), scope('a', 'b.c')],
    [scope('a%3Ab'), scope('a:b')],
    [scope('a_b'), scope('aXb')],
    [scope('*'), scope('acme')],
    [scope('a\\', 'b'), scope('a', '\\b')],
    [scope(''), scope('', '')],
    [scope('\u00e9'), scope('e\u0301')],
    [scope('acme'), scope('ACME')],
    [scope('acme'), { kind: 'user', id: ['acme'] }],
  ]
  for (const [a, b] of apart) {
    assert.not.ok(isSameScope(a, b), JSON.stringify([a, b]))
    assert.not.ok(isSameScope(b, a), JSON.stringify([b, a]))
  }
})

test('REQ-SCOPE-052 tightening a label never turns a denial into an admission', () => {
  fc.assert(
    fc.property(anyLabels, anyGate, fc.nat(4), (labels, gate, steps) => {
      const sensitivity =
        SENSITIVITY_LEVELS[Math.min(4, SENSITIVITY_LEVELS.indexOf(labels.sensitivity) + steps)]
      const tighter = {
        ...labels,
        sensitivity: sensitivity ?? 'restricted',
        sinks: labels.sinks.slice(steps),
      }
      if (denialOf(labels, undefined, gate) !== null) assert.is.not(denialOf(tighter, undefined, gate), null)
    }),
    runs(300),
  )
})

test('REQ-PEER-102 and REQ-SCOPE-052 trust is the lower of what is claimed and what the caller may give', () => {
  for (const [claimed, trust] of TRUST_LEVELS.entries()) {
    for (const [most, ceiling] of TRUST_LEVELS.entries()) {
      const given = effectiveTrust(trust, ceiling)
      assert.is(given, TRUST_LEVELS[Math.min(claimed, most)])
      for (const [rank, level] of TRUST_LEVELS.entries())
        assert.is(isTrustedAs(given, level), Math.min(claimed, most) >= rank)
    }
  }
})

test.run()
