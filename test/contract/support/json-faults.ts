/**
 * Which JSON values stand near the edge of a shape, on either side of it?
 */
import fc from 'fast-check'
import type { SealedShape, Shape, TextShape } from '../../../src/contract/shape.js'
import { pick, placesOf, withPlace } from './places.js'
import { fullValueOf, valuesOf } from './shape-values.js'

const WRONG_TYPES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  '',
  'x',
  [],
  {},
  [null],
  { a: 1 },
]
const UNKNOWN_KEYS = [
  'extra',
  '',
  'constructor',
  'toString',
  'hasOwnProperty',
  '__proto__',
  'length',
  'Schema',
]
const LONE_SURROGATES = ['\ud800', '\udfff', 'a\ud83d', '\ude00\ud83d', '\ud83d\ud83d\ude00']
const LONG_POINTS_MAX = 5000
const LONG_LIST_MAX = 64

/** Instants that look right and are not, and two that look wrong and are right. */
export const ODD_INSTANTS = [
  '2026-02-30T00:00:00.000Z',
  '1900-02-29T00:00:00.000Z',
  '2100-02-29T00:00:00.000Z',
  '2000-02-29T00:00:00.000Z',
  '2024-02-29T23:59:59.999Z',
  '2023-02-29T00:00:00.000Z',
  '2026-04-31T00:00:00.000Z',
  '2026-13-01T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T00:00:60.000Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01t00:00:00.000z',
  '2026-01-01T00:00:00.000+00:00',
  '1969-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00.000Z\n',
]

/** Values of the shape with one place replaced by something near its edge. */
export function jsonFaultsOf(shape: Shape): fc.Arbitrary<unknown> {
  return fc.tuple(valuesOf(shape), fc.nat(), fc.nat()).map(([value, where, which]) => {
    const place = pick(placesOf(shape, value), where)
    return withPlace(value, place.path, pick(edgesOf(place.shape, place.value), which))
  })
}

/** One full value of the shape, with every place in turn replaced by everything near its edge. */
export function everyJsonFaultOf(shape: Shape): readonly unknown[] {
  const value = fullValueOf(shape)
  return placesOf(shape, value).flatMap((place) =>
    edgesOf(place.shape, place.value).map((edge) => withPlace(value, place.path, edge)),
  )
}

function edgesOf(shape: Shape, value: unknown): readonly unknown[] {
  switch (shape._tag) {
    case 'Text':
      return [...WRONG_TYPES, ...textEdges(shape)]
    case 'Integer':
      return [...WRONG_TYPES, shape.min - 1, shape.min, shape.max, shape.max + 1, shape.min + 0.5, -0]
    case 'Flag':
      return [...WRONG_TYPES, 'true', 'false', 1, false]
    case 'OneOf':
      return [
        ...WRONG_TYPES,
        ...shape.values.flatMap((word) => [word, `${word} `, word.slice(1), word + word]),
      ]
    case 'List':
      return [...WRONG_TYPES, ...listEdges(value as readonly unknown[], shape.max)]
    case 'Sealed':
      return [...WRONG_TYPES, ...objectEdges(shape, value as Record<string, unknown>)]
  }
}

function textEdges(shape: TextShape): readonly string[] {
  const long = [shape.min - 1, shape.min, shape.max, shape.max + 1].filter(
    (count) => count >= 0 && count <= LONG_POINTS_MAX,
  )
  return [
    ...long.flatMap((count) => ['a'.repeat(count), '\ud83d\ude00'.repeat(count)]),
    ...LONE_SURROGATES,
    ...(shape.pattern === undefined
      ? []
      : [...ODD_INSTANTS, '-a', 'a/b:c._-', 'a\n', `sha256:${'F'.repeat(64)}`]),
  ]
}

function listEdges(entries: readonly unknown[], max: number): readonly unknown[] {
  const [first] = entries
  const long = first === undefined || max > LONG_LIST_MAX ? [] : [max, max + 1]
  return [
    [...entries, null],
    [...entries, ...entries],
    ...long.map((size) => Array<unknown>(size).fill(first)),
  ]
}

function objectEdges(shape: SealedShape, value: Record<string, unknown>): readonly unknown[] {
  const without = Object.keys(value).map((gone) =>
    Object.fromEntries(Object.entries(value).filter(([key]) => key !== gone)),
  )
  const nulled = Object.keys(shape.optional).map((key) => ({ ...value, [key]: null }))
  return [...UNKNOWN_KEYS.map((key) => withOwnKey(value, key)), ...without, ...nulled]
}

/** As JSON.parse does it: `__proto__` becomes an own key like any other. */
function withOwnKey(value: object, key: string): object {
  const copy = { ...value }
  Object.defineProperty(copy, key, { value: 1, enumerable: true, configurable: true, writable: true })
  return copy
}
