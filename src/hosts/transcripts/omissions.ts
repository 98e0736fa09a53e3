/**
 * What did not go along, item by item? Collected while messages are written, answered in the order of the plan.
 */
import type { Omission, OmissionWord } from './message-payload.js'
import type { ShownTurn } from './shown-turns.js'

export interface Omissions {
  readonly note: (itemId: string, why: OmissionWord) => void
  readonly list: () => readonly Omission[]
}

/** Nothing omitted yet. */
export function omissionsOf(turns: readonly ShownTurn[]): Omissions {
  const byItem = new Map<string, Set<OmissionWord>>()
  for (const { itemId, replaced } of turns) byItem.set(itemId, new Set(replaced ? ['by-reference'] : []))
  return {
    note: (itemId, why) => {
      byItem.get(itemId)?.add(why)
    },
    list: () => {
      const omitted: Omission[] = []
      for (const [itemId, words] of byItem) for (const why of words) omitted.push({ itemId, why })
      return omitted
    },
  }
}
