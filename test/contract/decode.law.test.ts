import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { decode, ISSUES_MAX } from '../../src/contract/decode.js'
import { DOCUMENTS } from '../../src/contract/documents.js'
import { DEFAULT_KERNEL_OPTIONS, KernelOptions } from '../../src/contract/kernel-options.js'
import { ContextItem } from '../../src/contract/context-item.js'
import { ContextPlan } from '../../src/contract/context-plan.js'
import { PlanRequest } from '../../src/contract/plan-request.js'
import { everyHostileValueOf } from './support/hostile-values.js'
import { pick, placesOf, withPlace } from './support/places.js'
import { sampleItem, samplePlan, sampleRequest } from './support/samples.js'
import { valuesOf } from './support/shape-values.js'

const MARKER = 'PLANTED-b7c1'

for (const { name, codec } of DOCUMENTS) {
  test(`REQ-CON-211 ${name} refuses every key it does not know, wherever it stands`, () => {
    fc.assert(
      fc.property(valuesOf(codec.shape), fc.nat(), fc.string(), (value, where, key) => {
        const objects = placesOf(codec.shape, value).filter(({ shape }) => shape._tag === 'Sealed')
        const place = pick(objects, where)
        fc.pre(!Object.hasOwn(fieldsOf(place.shape), key))
        const grown = Object.defineProperty({ ...(place.value as object) }, key, {
          value: 1,
          enumerable: true,
        })
        const refusal = refusalOf(decode(codec, withPlace(value, place.path, grown)))
        assert.is(refusal._tag, 'DocumentRefused')
        assert.ok(
          issuesOf(refusal).some(({ pointer, expected }) => {
            return expected === 'unknown-key' && pointer === [...toPointer(place.path), '/?'].join('')
          }),
          JSON.stringify(refusal),
        )
      }),
      { numRuns: 40 },
    )
  })

  test(`REQ-CON-211 ${name} refuses what is no plain data, and runs none of it`, () => {
    for (const { name, value, runs } of everyHostileValueOf(codec.shape)) {
      assert.is(refusalOf(decode(codec, value)).code, 'CMK_DOCUMENT_REFUSED', name)
      assert.is(runs(), 0, `${name} ran`)
    }
  })

  test(`REQ-CON-213 a refusal of ${name} names where and what was expected, never what was given`, () => {
    fc.assert(
      fc.property(valuesOf(codec.shape), fc.nat(), fc.nat(), (value, where, which) => {
        const place = pick(placesOf(codec.shape, value), where)
        const planted = pick(plantings(place.value), which)
        const refusal = refusalOf(decode(codec, withPlace(value, place.path, planted)))
        assert.not.ok(JSON.stringify(refusal).includes(MARKER), JSON.stringify(refusal))
        const here = toPointer(place.path).join('')
        assert.ok(
          issuesOf(refusal).some(({ pointer }) => pointer.startsWith(here)),
          JSON.stringify(refusal),
        )
      }),
      { numRuns: 80 },
    )
  })
}

test('REQ-SCOPE-055 no text of a refused scope, label or content reaches the refusal', () => {
  const item = sampleItem()
  const labels = { ...(item['labels'] as object), trust: MARKER, scope: { kind: MARKER, id: [MARKER] } }
  for (const value of [
    { ...item, labels },
    { ...item, content: `${MARKER}\ud800` },
    { ...item, [MARKER]: MARKER },
    { ...item, source: { store: MARKER, id: MARKER, [MARKER]: [MARKER] } },
  ]) {
    const refusal = refusalOf(decode(ContextItem, value))
    assert.not.match(JSON.stringify(refusal), MARKER)
  }
})

test('REQ-CON-213 a refusal names a bounded number of issues however many there are', () => {
  const items = Array.from({ length: 1000 }, () => ({ ...sampleItem(), priority: -1 }))
  const refusal = refusalOf(decode(PlanRequest, { ...sampleRequest(), items }))
  assert.is(issuesOf(refusal).length, ISSUES_MAX)
  assert.equal(issuesOf(refusal)[1], { pointer: '/items/1/priority', expected: 'Priority' })
})

test('REQ-CON-213 a decoded document is the very value that was given', () => {
  const item = sampleItem()
  const decoded = decode(ContextItem, item)
  assert.ok(decoded._tag === 'Right' && (decoded.right as unknown) === item)
})

test('REQ-CON-215 a document of a newer version is refused whole, whatever else it holds', () => {
  const newer = (codec: typeof ContextPlan | typeof KernelOptions | typeof PlanRequest, value: unknown) =>
    refusalOf(decode<unknown>(codec as never, value))
  const plan = newer(ContextPlan, { ...samplePlan(), schema: 'cmk/context-plan/v2', [MARKER]: 1 })
  const options = newer(KernelOptions, { ...DEFAULT_KERNEL_OPTIONS, schema: 'cmk/kernel-options/v9' })
  const request = newer(PlanRequest, { schema: 'cmk/plan-request/v12' })
  for (const refusal of [plan, options, request]) {
    assert.is(refusal.code, 'CMK_DOCUMENT_NEWER')
    assert.is(refusal.retry, 'never')
    assert.ok(refusal._tag === 'DocumentNewer' && refusal.supported === 1)
  }
})

test('REQ-CON-215 another document, an older version or an odd name is a refused shape, not a newer version', () => {
  for (const schema of [
    'cmk/context-item/v2',
    'cmk/context-plan/v0',
    'cmk/context-plan/v2.0',
    'v2',
    2,
    MARKER,
  ]) {
    const refusal = refusalOf(decode(ContextPlan, { ...samplePlan(), schema }))
    assert.is(refusal.code, 'CMK_DOCUMENT_REFUSED', String(schema))
    assert.equal(issuesOf(refusal)[0]?.pointer, '/schema')
  }
})

/** Values that hold the marker and fit no shape. */
function plantings(value: unknown): readonly unknown[] {
  const inObject = typeof value === 'object' && !Array.isArray(value) ? [{ ...value, [MARKER]: MARKER }] : []
  return [
    `\ud800${MARKER}`,
    { [MARKER]: MARKER },
    [[MARKER]],
    [{ [MARKER]: MARKER }],
    Symbol(MARKER),
    () => MARKER,
    ...inObject,
  ]
}

type Refusal = Extract<ReturnType<typeof decode>, { readonly _tag: 'Left' }>['left']

function refusalOf(result: ReturnType<typeof decode>): Refusal {
  if (result._tag === 'Left') return result.left
  throw new Error('the document was taken')
}

function issuesOf(refusal: Refusal): readonly { readonly pointer: string; readonly expected: string }[] {
  return refusal._tag === 'DocumentRefused' ? refusal.issues : []
}

function fieldsOf(shape: Parameters<typeof placesOf>[0]): object {
  return shape._tag === 'Sealed' ? { ...shape.required, ...shape.optional } : {}
}

function toPointer(path: readonly string[]): readonly string[] {
  return path.map((segment) => `/${segment}`)
}

test.run()
