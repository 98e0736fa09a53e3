/**
 * Which known word was probably meant? At most two slips away, or none.
 */

const SLIPS_MAX = 2
const WORD_MAX = 40

/** The nearest of `known`, or null when none is near; the first wins a tie. */
export function nearestWord(word: string, known: readonly string[]): string | null {
  if (word.length > WORD_MAX) return null
  let best: string | null = null
  let fewest = SLIPS_MAX + 1
  for (const candidate of known) {
    const slips = slipsBetween(word, candidate)
    if (slips < fewest && slips < candidate.length) {
      best = candidate
      fewest = slips
    }
  }
  return best
}

/** Levenshtein's distance (1965), one row at a time. */
function slipsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let line = 1; line <= from.length; line++) {
    const next = [line]
    for (let column = 1; column <= to.length; column++) {
      const swap = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1)
      next.push(Math.min(swap, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
