/**
 * In which order do keys and numbers stand, on every engine and in every locale? It never folds, normalises or
 * asks a locale.
 */

/** The answer of a comparison: before, equal, after. */
export type Ordering = -1 | 0 | 1

/**
 * Compares two texts by UTF-16 code unit, the order of RFC 8785 section 3.2.3.
 *
 * @law a total order; composed and decomposed twins are never equal
 * @example compareCodeUnits('\ufb33', '\ud83d\ude02') // => 1, although the code point is lower
 * @since 0.1.0
 */
export function compareCodeUnits(a: string, b: string): Ordering {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/**
 * Compares two numbers, the smaller first.
 *
 * @param a not NaN; `-0` equals `0`.
 * @since 0.1.0
 */
export function compareNumbers(a: number, b: number): Ordering {
  if (a === b) return 0
  return a < b ? -1 : 1
}
