import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { generator, schemaOf } from '../../scripts/generate-schema.js'
import { readOnDisk } from '../../scripts/generate.js'
import { listFiles } from '../../scripts/house/source-files.js'
import { CONTENT_MAX, ContextItem } from '../../src/contract/context-item.js'
import { DOCUMENTS } from '../../src/contract/documents.js'
import { Instant } from '../../src/contract/scalars.js'
import { everyJsonFaultOf, jsonFaultsOf, ODD_INSTANTS } from './support/json-faults.js'
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
    const check = (value: unknown): void => {
      const accepted = accepts(value)
      assert.is(codec.is(value), accepted, JSON.stringify(accepts.errors))
      seen[accepted ? 'accepted' : 'refused'] += 1
    }
    for (const value of everyJsonFaultOf(codec.shape)) check(value)
    fc.assert(fc.property(jsonFaultsOf(codec.shape), check), { numRuns: 100 })
    assert.ok(seen.refused > 0, 'no value was refused')
    assert.ok(seen.accepted > 0, 'no value was accepted')
  })
}

test('REQ-CON-210 codec and schema agree on the largest content and on one code point more', () => {
  const accepts = documents.find(({ name }) => name === 'cmk/context-item/v1')?.accepts
  const astral = '\ud83d\ude00'
  for (const [content, accepted] of [
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

test('REQ-CON-210 an instant is accepted exactly where the calendar has its day', () => {
  const two = (count: number) => String(count).padStart(2, '0')
  const check = (year: number, month: number, day: number) => {
    const text = `${year}-${two(month)}-${two(day)}T12:00:00.000Z`
    const time = new Date(Date.UTC(year, month - 1, day, 12))
    assert.is(Instant.is(text), year >= 1970 && time.toISOString() === text, text)
  }
  for (let year = 1960; year <= 9999; year++) check(year, 2, 29)
  for (const year of [1969, 1970, 2023, 2024, 9999]) {
    for (let month = 0; month <= 13; month++) for (let day = 0; day <= 32; day++) check(year, month, day)
  }
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

test('REQ-CON-217 the published schemas are the ones made from the codecs, and there are no others', async () => {
  const made = await generator.generate()
  assert.ok(made.length === DOCUMENTS.length)
  for (const { path, text } of made) assert.is(readOnDisk(path), text, path)
  assert.equal([...listFiles('schema')].sort(), made.map(({ path }) => path).sort())
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
    case 'object':
      return body.additionalProperties === false && body.required !== undefined
    case undefined:
    default:
      return false
  }
}

function resolves(reference: string | undefined, schema: SchemaNode): boolean {
  return schema.$defs?.[reference?.replace('#/$defs/', '') ?? ''] !== undefined
}

test.run()
