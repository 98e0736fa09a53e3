/**
 * Has this id been met in this request? Items sealed together are known to differ, so of one batch
 * only the places are compared.
 */
import type { ItemFacts } from '../../rules/context/item-facts.js'
import type { Batch } from '../../rules/context/seal.js'

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
    isNew: ({ itemId, seal }) => {
      if (main === null && seal !== null) {
        main = seal.batch
        seen = new Uint8Array(main.places.size)
      }
      if (seal === null || seal.batch !== main) {
        if (main !== null && isSeenIn(main, itemId)) return false
        return others.size !== others.add(itemId).size
      }
      if (seen[seal.place] === 1 || (others.size > 0 && others.has(itemId))) return false
      seen[seal.place] = 1
      return true
    },
  }
}
