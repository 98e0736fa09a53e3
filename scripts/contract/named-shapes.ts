/**
 * Which named shapes does a document consist of? Walks a shape; two different shapes of one name are a defect.
 */
import type { Field, OneOfShape, SealedShape, Shape } from '../../src/contract/shape.js'

/** A property of a sealed shape, with its name and whether it must be there. */
export interface Member {
  readonly key: string
  readonly field: Field<unknown>
  readonly isRequired: boolean
}

/** Every named shape below `root`, the innermost first and `root` last; constants have no name. */
export function namedShapes(root: Shape): ReadonlyMap<string, Shape> {
  const found = new Map<string, Shape>()
  const visit = (shape: Shape): void => {
    for (const inner of innerShapes(shape)) visit(inner)
    if (isConstant(shape)) return
    const known = found.get(shape.name)
    if (known !== undefined && fingerprint(known) !== fingerprint(shape)) {
      throw new Error(`two different shapes are named ${shape.name}`)
    }
    if (known === undefined) found.set(shape.name, shape)
  }
  visit(root)
  return found
}

/** The members of a sealed shape, the required ones first, in the order of the codec. */
export function membersOf(shape: SealedShape): readonly Member[] {
  const members = (fields: SealedShape['required'], isRequired: boolean): readonly Member[] =>
    Object.entries(fields).map(([key, field]) => ({ key, field, isRequired }))
  return [...members(shape.required, true), ...members(shape.optional, false)]
}

/** A closed list of one word: the constant that names a document. */
export function isConstant(shape: Shape): shape is OneOfShape {
  return shape._tag === 'OneOf' && shape.values.length === 1
}

function innerShapes(shape: Shape): readonly Shape[] {
  if (shape._tag === 'List') return [shape.item.shape]
  return shape._tag === 'Sealed' ? membersOf(shape).map(({ field }) => field.codec.shape) : []
}

function fingerprint(shape: Shape): string {
  return JSON.stringify(shape)
}
