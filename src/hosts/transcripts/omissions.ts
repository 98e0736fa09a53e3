/**
 * What did not go along, item by item? Collected while messages are written, answered in the order of the plan.
 */
import type { Omission, OmissionWord } from './message-payload.js'
import type { ShownTurn } from './shown-turns.js'

export interface Omissions {
  readonly note: (itemId: string, why: OmissionWord) => void
  readonly list: () => readonly Omission[]
}

/** Nothing omitted yet, but for what stands in place of a turn. */
export function omissionsOf(turns: readonly ShownTurn[]): Omissions {
  const byItem = new Map<string, Set<OmissionWord>>()
  const note = (itemId: string, why: OmissionWord) => {
    const words = byItem.get(itemId)
    if (words === undefined) byItem.set(itemId, new Set([why]))
    else words.add(why)
  }
  for (const { itemId, replaced } of turns) if (replaced) note(itemId, 'by-reference')
  return {
    note,
    list: () => {
      const omitted: Omission[] = []
      for (const { itemId } of turns)
        for (const why of byItem.get(itemId) ?? []) omitted.push({ itemId, why })
      return omitted
    },
  }
}
