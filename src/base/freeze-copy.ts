/**
 * How is plain data kept from changing under us? By a deep copy that is frozen all the way down.
 */

/**
 * A frozen deep copy of plain data that has already been decoded.
 *
 * @param value No cycles, no accessors, depth bounded by its codec.
 * @law the copy equals the value; writing to either changes nothing in the other
 */
export function freezeCopy<A>(value: A): A {
  if (Array.isArray(value)) return Object.freeze(value.map(freezeCopy)) as unknown as A
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) copy[key] = freezeCopy((value as Record<string, unknown>)[key])
  return Object.freeze(copy) as A
}
