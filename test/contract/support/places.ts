/**
 * Where in a value does each inner shape stand, and what does the value look like with one place changed?
 */
import type { Shape } from '../../../src/contract/shape.js'

/** One place in a value: the shape expected there, the value that is there, and the way to it. */
export interface Place {
  readonly shape: Shape
  readonly value: unknown
  readonly path: readonly string[]
}

/** Every place of a value that has the shape, the outermost first. */
export function placesOf(shape: Shape, value: unknown, path: readonly string[] = []): readonly Place[] {
  return [{ shape, value, path }, ...innerPlaces(shape, value, path)]
}

function innerPlaces(shape: Shape, value: unknown, path: readonly string[]): readonly Place[] {
  if (shape._tag === 'List') {
    return (value as readonly unknown[]).flatMap((entry, index) =>
      placesOf(shape.item.shape, entry, [...path, String(index)]),
    )
  }
  if (shape._tag !== 'Sealed') return []
  const fields = { ...shape.required, ...shape.optional }
  return Object.entries(value as object).flatMap(([key, entry]) => {
    const field = fields[key]
    return field === undefined ? [] : placesOf(field.codec.shape, entry, [...path, key])
  })
}

/** A copy of the value with `replacement` at the end of the path; what is off the path is shared. */
export function withPlace(value: unknown, path: readonly string[], replacement: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return replacement
  const entry = (value as Record<string, unknown>)[key]
  const changed = withPlace(entry, rest, replacement)
  if (!Array.isArray(value)) return { ...(value as object), [key]: changed }
  const copy: unknown[] = [...(value as readonly unknown[])]
  copy[Number(key)] = changed
  return copy
}

/** A pick from a list by any natural number, so that a generated number always means something. */
export function pick<A>(list: readonly A[], choice: number): A {
  return list[choice % list.length] as A
}
