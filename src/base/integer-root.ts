/**
 * What is the square root of a whole number, rounded down? By whole numbers alone.
 */

/**
 * The largest whole number whose square is at most `value`.
 *
 * @param value a whole number from 0 to 2^52; what is below 0 has the root 0.
 * @law root² <= value < (root + 1)²
 * @example integerRoot(24) // => 4
 */
export function integerRoot(value: number): number {
  if (value < 1) return 0
  let root = firstGuess(value)
  for (;;) {
    const better = Math.floor((root + Math.floor(value / root)) / 2)
    if (better >= root) return root
    root = better
  }
}

/** A power of two that is not below the root: from above, Newton's steps only fall. */
function firstGuess(value: number): number {
  let guess = 1
  while (guess * guess <= value) guess *= 2
  return guess
}
