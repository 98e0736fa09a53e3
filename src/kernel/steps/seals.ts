/**
 * Which items has this kernel validated, copied and digested? A seal is known by the identity of the copy, so no
 * forged field can claim it.
 */
import type { ItemFacts } from '../../rules/context/item-facts.js'

/** The seals of one kernel; they go when their items go. */
export interface Seals {
  /** The facts of a sealed item, with its digest; undefined for anything else. */
  readonly find: (item: unknown) => ItemFacts | undefined
  readonly add: (facts: ItemFacts) => void
}

export function openSeals(): Seals {
  const known = new WeakMap<object, ItemFacts>()
  return {
    find: (item) => (typeof item === 'object' && item !== null ? known.get(item) : undefined),
    add: (facts) => void known.set(facts.item, facts),
  }
}
