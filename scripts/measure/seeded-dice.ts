/**
 * Which numbers does a measuring script draw? Always the same ones for the same seed, on every machine.
 */

/** Draws whole numbers. */
export interface Dice {
  /** A number of 0 to `limit - 1`. */
  readonly below: (limit: number) => number
  /** One of the entries, which must not be empty. */
  readonly pick: <A>(entries: readonly A[]) => A
}

/** Dice for a seed (mulberry32, Tommy Ettinger, public domain). */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, pick: (entries) => entries[below(entries.length)] as (typeof entries)[number] }
}

/** A seed for a name (FNV-1a over code units). */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < name.length; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}
