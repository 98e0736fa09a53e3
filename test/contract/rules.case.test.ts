import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { namedShapes } from '../../scripts/contract/named-shapes.js'
import { schemaOf } from '../../scripts/generate-schema.js'
import { brokenRules, decode, ISSUES_MAX, keepsRules } from '../../src/contract/decode.js'
import { DOCUMENTS } from '../../src/contract/documents.js'
import { ContextItem } from '../../src/contract/context-item.js'
import { Calibration, UsageFigures, UsageSample } from '../../src/contract/calibration.js'
import { PartitionLimits, PlanRequest } from '../../src/contract/plan-request.js'
import type { Codec, SealedShape } from '../../src/contract/shape.js'
import { sampleCalibration, sampleItem, sampleRequest, sampleUsage } from './support/samples.js'

const REF = {
  store: 'objects',
  objectId: 'o-1',
  digest: `sha256:${'00'.repeat(32)}`,
  byteLength: 9,
  summary: '',
  recoverable: true,
}

/** A value that breaks one rule and no other, and the place the refusal names. */
interface RuleCase {
  readonly rule: string
  readonly codec: Codec<unknown>
  readonly value: unknown
  readonly pointer: string
}

const ITEM_CASES = [
  ['one-content', { contentRef: REF }, '/content'],
  ['one-content', { content: undefined }, '/content'],
  ['sequence-of-conversation', { source: { store: 'session', id: 'entry-1' } }, '/source/sequence'],
  ['expected-within-safe', { tokens: { expected: 6, safe: 5, counter: 'features/v1' } }, '/tokens/safe'],
  ['calls-in-conversation', { kind: 'memory', binding: { calls: [] } }, '/binding/calls'],
  ['calls-in-conversation', { kind: 'pin', binding: { results: [] } }, '/binding/results'],
  ['expiry-after-creation', { expiresAt: '2026-03-04T05:06:07.088Z' }, '/expiresAt'],
] as const

const SCALED = 'feature-v3:x1.250000:1.312500'
const FIGURES = { estimatedTokens: 400, safeTokens: 399, observedTokens: 400 }

const CALIBRATION_CASES = [
  ['counter-is-raw', UsageSample, { ...sampleUsage(), counter: SCALED }, '/counter'],
  ['counter-is-raw', Calibration, { ...sampleCalibration(), counter: SCALED }, '/counter'],
  ['estimated-within-safe', UsageSample, { ...sampleUsage(), ...FIGURES }, '/safeTokens'],
  ['estimated-within-safe', UsageFigures, FIGURES, '/safeTokens'],
  ['samples-hold-window', Calibration, { ...sampleCalibration(), samples: 0 }, '/samples'],
  [
    'ratios-of-window',
    Calibration,
    { ...sampleCalibration(), expectedMillionths: 2_000_000 },
    '/expectedMillionths',
  ],
  ['ratios-of-window', Calibration, { ...sampleCalibration(), safeMillionths: 2_000_000 }, '/safeMillionths'],
] as const

const CASES: readonly RuleCase[] = [
  ...ITEM_CASES.map(([rule, change, pointer]) => ({
    rule,
    codec: anyCodec(ContextItem),
    value: withoutUndefined({ ...sampleItem(), ...change }),
    pointer,
  })),
  {
    rule: 'minimum-within-maximum',
    codec: anyCodec(PartitionLimits),
    value: { minTokens: 2, maxTokens: 1 },
    pointer: '/minTokens',
  },
  ...CALIBRATION_CASES.map(([rule, codec, value, pointer]) => ({
    rule,
    codec: anyCodec<never>(codec as unknown as Codec<never>),
    value,
    pointer,
  })),
]

for (const { rule, codec, value, pointer } of CASES) {
  test(`REQ-CON-216 ${codec.shape.name} that breaks only ${rule} at ${pointer} has the shape and is refused`, () => {
    assert.ok(codec.is(value), 'the shape is refused')
    assert.equal(brokenRules(codec.shape, value), [{ pointer, expected: rule }])
    const decoded = decode(codec, value)
    assert.ok(decoded._tag === 'Left' && decoded.left._tag === 'DocumentRefused')
    assert.equal(decoded.left.issues, [{ pointer, expected: rule }])
  })
}

test('REQ-CON-216 every rule of every document is broken alone by one of these values', () => {
  const rules = DOCUMENTS.flatMap(({ codec }) => [...namedShapes(codec.shape).values()])
    .filter((shape) => shape._tag === 'Sealed')
    .flatMap((shape) => shape.rules.map(({ id }) => `${shape.name} ${id}`))
  const broken = new Set(CASES.map(({ codec, rule }) => `${codec.shape.name} ${rule}`))
  assert.equal([...broken].sort(), [...new Set(rules)].sort())
})

const NARROW = { minTokens: 2, maxTokens: 1 }
const WIDE = { minTokens: 1, maxTokens: 2 }
const UNMETERED = { ...sampleItem(), tokens: { expected: 6, safe: 5, counter: 'features/v1' } }

const NESTED_CASES = [
  [
    'minimum-within-maximum',
    { partitions: { memory: NARROW, project: WIDE } },
    '/partitions/memory/minTokens',
  ],
  ['expected-within-safe', { items: [UNMETERED] }, '/items/0/tokens/safe'],
  ['expected-within-safe', { items: [sampleItem(), UNMETERED] }, '/items/1/tokens/safe'],
] as const

for (const [rule, change, pointer] of NESTED_CASES) {
  test(`REQ-CON-216 a plan request whose inner document breaks ${rule} is refused at ${pointer}`, () => {
    const request = { ...sampleRequest(), ...change }
    assert.ok(PlanRequest.is(request), 'the shape is refused')
    assert.equal(brokenRules(PlanRequest.shape, request), [{ pointer, expected: rule }])
    assert.is(keepsRules(PlanRequest.shape, request), false)
    const decoded = decode(PlanRequest, request)
    assert.ok(decoded._tag === 'Left' && decoded.left._tag === 'DocumentRefused')
    assert.equal(decoded.left.issues, [{ pointer, expected: rule }])
  })
}

test('REQ-CON-216 breaches of inner documents are named outermost first, and no more than the bound', () => {
  const request = {
    ...sampleRequest(),
    items: Array.from({ length: ISSUES_MAX + 1 }, () => ({ ...UNMETERED, content: undefined })).map(
      withoutUndefined,
    ),
  }
  const decoded = decode(PlanRequest, request)
  assert.ok(decoded._tag === 'Left' && decoded.left._tag === 'DocumentRefused')
  assert.is(decoded.left.issues.length, ISSUES_MAX)
  assert.equal(
    decoded.left.issues.slice(0, 3).map(({ pointer }) => pointer),
    ['/items/0/content', '/items/0/tokens/safe', '/items/1/content'],
  )
})

test('REQ-CON-216 a schema lists every rule of its document under x-cmk-rules', () => {
  for (const { name, codec } of DOCUMENTS) {
    const schema = schemaOf({ name, codec })
    const listed = schema['x-cmk-rules'] ?? []
    const own = (codec.shape as SealedShape).rules.map(({ id, text }) => ({ id, text }))
    assert.equal(listed, own)
  }
})

test('REQ-CON-216 a document that keeps every rule is taken', () => {
  assert.is(decode(ContextItem, sampleItem())._tag, 'Right')
  assert.is(decode(PartitionLimits, { minTokens: 1, maxTokens: 1 })._tag, 'Right')
  assert.is(decode(PlanRequest, { ...sampleRequest(), partitions: { memory: WIDE } })._tag, 'Right')
})

function anyCodec<A>(codec: Codec<A>): Codec<unknown> {
  return codec as unknown as Codec<unknown>
}

function withoutUndefined(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined))
}

test.run()
