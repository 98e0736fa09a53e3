/**
 * Which items has this kernel validated, copied and digested? A seal is known by the identity of the copy, so no
 * forged field can claim it.
 */
import type { Digest } from '../../base/digest.js'
import type { ItemFacts } from '../../rules/context/item-facts.js'

/** What sealing found out, once. */
export interface Seal {
  readonly facts: ItemFacts
  readonly digest: Digest
}

/** The seals of one kernel; they go when their items go. */
export interface Seals {
  readonly find: (item: unknown) => Seal | undefined
  readonly add: (item: object, seal: Seal) => void
}

export function openSeals(): Seals {
  const known = new WeakMap<object, Seal>()
  return {
    find: (item) => (typeof item === 'object' && item !== null ? known.get(item) : undefined),
    add: (item, seal) => void known.set(item, seal),
  }
}
