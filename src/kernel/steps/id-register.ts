/**
 * Has this id been met in this request? Items sealed together are known to differ, so of the largest part of a request
 * only the places are compared.
 */
import type { Batch, ItemFacts } from '../../rules/context/item-facts.js'

export interface IdRegister {
  /** False where an item of the same id has been met. */
  readonly isNew: (facts: ItemFacts) => boolean
}

/** An empty register; the first batch it meets is the one whose places it compares. */
export function openIdRegister(): IdRegister {
  let main: Batch | null = null
  let seen = new Uint8Array(0)
  const others = new Set<string>()
  const isSeenIn = ({ places }: Batch, itemId: string) => {
    const place = places.get(itemId)
    return place !== undefined && seen[place] === 1
  }
  return {
    isNew: ({ batch, itemId, place }) => {
      if (main === null && batch !== null) {
        main = batch
        seen = new Uint8Array(batch.places.size)
      }
      if (batch === null || batch !== main) {
        if (main !== null && isSeenIn(main, itemId)) return false
        return others.size !== others.add(itemId).size
      }
      if (seen[place] === 1 || (others.size > 0 && others.has(itemId))) return false
      seen[place] = 1
      return true
    },
  }
}
