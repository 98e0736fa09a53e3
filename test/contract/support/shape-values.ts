/**
 * Which plain values have a shape? An arbitrary walked from the shape, small but with its edges in it.
 */
import fc from 'fast-check'
import type { IntegerShape, ListShape, SealedShape, Shape, TextShape } from '../../../src/contract/shape.js'

const TEXT_POINTS_MAX = 10
const LIST_ENTRIES_MAX = 2
const MATCHES = 100
/** Texts that a serialiser must escape, or must not. */
const ODD_TEXTS = [
  '"',
  '\\',
  '\u2028',
  '\n\u0007',
  '\u007f',
  '\ud83d\ude00',
  '\uffff',
  '</script>',
  '\u00e9e\u0301',
]

/** Made once: making an arbitrary of texts costs more than using it. */
const ANY_TEXT = fc.string({ unit: 'binary', maxLength: TEXT_POINTS_MAX })
const SOME_TEXT = fc.string({ unit: 'binary', minLength: 1, maxLength: TEXT_POINTS_MAX })

const known = new Map<Shape, fc.Arbitrary<unknown>>()

/** Values the codec of this shape accepts; rules are not minded. Keys come in any order. */
export function valuesOf(shape: Shape): fc.Arbitrary<unknown> {
  const found = known.get(shape)
  if (found !== undefined) return found
  const made = makeValues(shape)
  known.set(shape, made)
  return made
}

/** One value of the shape with every optional property and one entry in every list; always the same. */
export function fullValueOf(shape: Shape): unknown {
  if (shape._tag === 'List') return [fullValueOf(shape.item.shape)]
  if (shape._tag !== 'Sealed') return fc.sample(valuesOf(shape), { numRuns: 1, seed: 7 })[0]
  const fields = Object.entries({ ...shape.required, ...shape.optional })
  return Object.fromEntries(fields.map(([key, { codec }]) => [key, fullValueOf(codec.shape)]))
}

function makeValues(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape._tag) {
    case 'Text':
      return texts(shape)
    case 'Integer':
      return integers(shape)
    case 'Flag':
      return fc.boolean()
    case 'OneOf':
      return fc.constantFrom(...shape.values)
    case 'List':
      return lists(shape)
    case 'Sealed':
      return objects(shape)
  }
}

function texts(shape: TextShape): fc.Arbitrary<string> {
  if (shape.pattern !== undefined) return fc.constantFrom(...matches(shape.pattern))
  return fc.oneof(
    { weight: 3, arbitrary: shape.min === 0 ? ANY_TEXT : SOME_TEXT },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  )
}

/** A pool, because making a text from a pattern costs as much as a whole document. */
function matches(pattern: string): readonly string[] {
  return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: MATCHES, seed: 1 })
}

function integers(shape: IntegerShape): fc.Arbitrary<number> {
  return fc.oneof(fc.integer({ min: shape.min, max: shape.max }), fc.constantFrom(shape.min, shape.max))
}

function lists(shape: ListShape): fc.Arbitrary<readonly unknown[]> {
  const maxLength = Math.max(shape.min, Math.min(shape.max, LIST_ENTRIES_MAX))
  return fc.array(valuesOf(shape.item.shape), { minLength: shape.min, maxLength })
}

function objects(shape: SealedShape): fc.Arbitrary<unknown> {
  const fields = Object.entries({ ...shape.required, ...shape.optional })
  const model = Object.fromEntries(fields.map(([key, field]) => [key, valuesOf(field.codec.shape)]))
  const record = fc.record(model, { requiredKeys: Object.keys(shape.required) })
  return fc
    .tuple(record, fc.boolean())
    .map(([value, turned]) => (turned ? Object.fromEntries(Object.entries(value).reverse()) : value))
}
