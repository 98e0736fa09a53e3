import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { schemaOf } from '../../scripts/generate-schema.js'
import { CONTENT_MAX, ContextItem } from '../../src/contract/context-item.js'
import { DOCUMENTS } from '../../src/contract/documents.js'
import { Instant } from '../../src/contract/scalars.js'
import { jsonFaultsOf, ODD_INSTANTS } from './support/json-faults.js'
import { sampleItem } from './support/samples.js'
import { valuesOf } from './support/shape-values.js'

const ajv = new Ajv2020({ strict: true, ownProperties: true, keywords: ['x-cmk-rules'] })
const documents = DOCUMENTS.map(({ name, codec }) => ({
  name,
  codec,
  accepts: ajv.compile(schemaOf({ name, codec })),
}))

for (const { name, codec, accepts } of documents) {
  test(`REQ-CON-210 codec and schema accept every value made from the shape of ${name}`, () => {
    fc.assert(
      fc.property(valuesOf(codec.shape), (value) => {
        assert.ok(codec.is(value), 'the codec refuses')
        assert.ok(accepts(value), JSON.stringify(accepts.errors))
      }),
      { numRuns: 30 },
    )
  })

  test(`REQ-CON-210 codec and schema agree on every value near the edge of ${name}`, () => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(jsonFaultsOf(codec.shape), (value) => {
        const accepted = accepts(value)
        assert.is(codec.is(value), accepted, JSON.stringify(accepts.errors))
        seen[accepted ? 'accepted' : 'refused'] += 1
      }),
      { numRuns: 300 },
    )
    assert.ok(seen.refused > 0, 'no value was refused')
    assert.ok(seen.accepted > 0, 'no value was accepted')
  })
}

test('REQ-CON-210 codec and schema agree on the largest content and on one code point more', () => {
  const accepts = documents.find(({ name }) => name === 'cmk/context-item/v1')?.accepts
  const astral = '\ud83d\ude00'
  for (const [content, accepted] of [
    ['a'.repeat(CONTENT_MAX), true],
    ['a'.repeat(CONTENT_MAX + 1), false],
    [astral.repeat(CONTENT_MAX), true],
    [astral.repeat(CONTENT_MAX) + 'a', false],
  ] as const) {
    const item = { ...sampleItem(), content }
    assert.is(ContextItem.is(item), accepted)
    assert.is(accepts?.(item), accepted)
  }
})

test('REQ-CON-210 an instant is a real date of the years 1970 to 9999 in exactly one spelling', () => {
  const real = ODD_INSTANTS.filter((text) => Instant.is(text))
  assert.equal(real, ['2000-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z', '9999-12-31T23:59:59.999Z'])
})

test('REQ-CON-210 an instant is accepted exactly where the calendar has it', () => {
  const day = fc.tuple(fc.integer({ min: 1960, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.nat(32))
  fc.assert(
    fc.property(day, ([year, month, date]) => {
      const text = `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}T12:00:00.000Z`
      const atEpochMs = Date.UTC(year, month - 1, date, 12)
      const isReal = new Date(atEpochMs).toISOString() === text && year >= 1970
      assert.is(Instant.is(text), isReal, text)
    }),
    { numRuns: 1000 },
  )
})

test('REQ-CON-217 every field of every schema has a description, and every value a bound', () => {
  for (const { name, codec } of DOCUMENTS) {
    const schema = schemaOf({ name, codec }) as unknown as SchemaNode
    const bodies = [schema, ...Object.values(schema.$defs ?? {})]
    for (const body of bodies) {
      assert.ok(isBounded(body), `${name}: ${JSON.stringify(body)}`)
      for (const [key, field] of Object.entries(body.properties ?? {})) {
        assert.ok((field.description ?? '').length > 3, `${name}: ${key} has no description`)
        assert.ok(field.const !== undefined || resolves(field.$ref, schema), `${name}: ${key} has no shape`)
      }
    }
  }
})

interface SchemaNode {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly const?: string
  readonly $ref?: string
  readonly description?: string
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: SchemaNode
  readonly additionalProperties?: boolean
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly $defs?: Readonly<Record<string, SchemaNode>>
}

function isBounded(body: SchemaNode): boolean {
  const isSpan = (min?: number, max?: number) => min !== undefined && max !== undefined && min <= max
  switch (body.type) {
    case 'string':
      return body.enum !== undefined || (isSpan(body.minLength, body.maxLength) && body.pattern !== undefined)
    case 'integer':
      return isSpan(body.minimum, body.maximum)
    case 'boolean':
      return true
    case 'array':
      return isSpan(body.minItems, body.maxItems) && body.items?.$ref !== undefined
    default:
      return body.additionalProperties === false && body.required !== undefined
  }
}

function resolves(reference: string | undefined, schema: SchemaNode): boolean {
  return schema.$defs?.[reference?.replace('#/$defs/', '') ?? ''] !== undefined
}

test.run()
