/**
 * What is the JSON Schema (2020-12) of every published document? Walked from the codecs' shapes, so that it
 * cannot say something else; rules no schema can express stand in it as `x-cmk-rules`.
 */
import { DOCUMENTS } from '../src/contract/documents.js'
import type { PublishedDocument } from '../src/contract/documents.js'
import type { SealedShape, Shape, TextShape } from '../src/contract/shape.js'
import { isConstant, membersOf, namedShapes } from './contract/named-shapes.js'
import type { GeneratedFile, Generator } from './house/generated-file.js'

type Json = Readonly<Record<string, unknown>>

/** Any well-formed text: under the `u` flag a surrogate pair is one code point, so only lone ones match. */
export const WELL_FORMED_PATTERN = '^[^\\ud800-\\udfff]*$'

/** Makes one schema a published document. */
export const generator: Generator = {
  ownedFolders: ['schema'],
  generate: () => DOCUMENTS.map(schemaFile),
}

/** The schema of a document, its keys in a fixed order. */
export function schemaOf(document: PublishedDocument): Json {
  const shapes = namedShapes(document.codec.shape)
  const inner = [...shapes].filter(([name]) => name !== document.codec.shape.name)
  inner.sort(([a], [b]) => (a < b ? -1 : 1))
  const definitions = inner.map(([name, shape]) => [name, bodyOf(shape)] as const)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: document.name,
    title: document.codec.shape.name,
    ...bodyOf(document.codec.shape),
    ...(definitions.length === 0 ? {} : { $defs: Object.fromEntries(definitions) }),
  }
}

function schemaFile(document: PublishedDocument): GeneratedFile {
  const [, stem, version] = document.name.split('/')
  return {
    path: `schema/${stem ?? ''}.${version ?? ''}.json`,
    text: `${JSON.stringify(schemaOf(document), null, 2)}\n`,
  }
}

function bodyOf(shape: Shape): Json {
  switch (shape._tag) {
    case 'Text':
      return textBody(shape)
    case 'Integer':
      return { type: 'integer', minimum: shape.min, maximum: shape.max }
    case 'Flag':
      return { type: 'boolean' }
    case 'OneOf':
      return { type: 'string', enum: shape.values }
    case 'List':
      return {
        type: 'array',
        items: referenceTo(shape.item.shape),
        minItems: shape.min,
        maxItems: shape.max,
      }
    case 'Sealed':
      return sealedBody(shape)
  }
}

function textBody(shape: TextShape): Json {
  return {
    type: 'string',
    minLength: shape.min,
    maxLength: shape.max,
    pattern: shape.pattern ?? WELL_FORMED_PATTERN,
  }
}

function sealedBody(shape: SealedShape): Json {
  const properties = membersOf(shape).map(
    ({ key, field }) => [key, { description: field.description, ...referenceTo(field.codec.shape) }] as const,
  )
  const rules = shape.rules.map(({ id, text }) => ({ id, text }))
  return {
    description: shape.description,
    type: 'object',
    properties: Object.fromEntries(properties),
    required: Object.keys(shape.required),
    additionalProperties: false,
    ...(rules.length === 0 ? {} : { 'x-cmk-rules': rules }),
  }
}

function referenceTo(shape: Shape): Json {
  return isConstant(shape) ? { const: shape.values[0] } : { $ref: `#/$defs/${shape.name}` }
}
