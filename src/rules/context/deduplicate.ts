/**
 * Which supplements say what another one says already? Identical supplements stand once; messages and task state
 * are never merged, and a protected item is never dropped for being a twin.
 */
import type { Units } from './form-units.js'
import type { ItemFacts } from './item-facts.js'
import { byPreference } from './plan-order.js'
import type { Fates, PlanInput } from './plan-input.js'

/** Drops every unprotected supplement whose content stands in a better one of the same partition. */
export function deduplicate(input: PlanInput, fates: Fates, { groupOf }: Units): void {
  const { facts, conversationCount } = input
  const supplements: number[] = []
  for (let index = conversationCount; index < facts.length; index++) {
    const standsAlone = fates.dropped[index] === null && groupOf[index] === 0
    if (standsAlone && facts[index]?.item.kind !== 'task-state') supplements.push(index)
  }
  const isProtected = (index: number) => fates.kept[index] !== null
  supplements.sort(
    (a, b) =>
      Number(isProtected(b)) - Number(isProtected(a)) ||
      byPreference(facts[a] as ItemFacts, facts[b] as ItemFacts),
  )
  const seen = new Set<string>()
  for (const index of supplements) {
    const key = contentKey(facts[index] as ItemFacts)
    if (seen.has(key) && !isProtected(index)) fates.dropped[index] = 'duplicate_content'
    seen.add(key)
  }
}

function contentKey({ item, partition }: ItemFacts): string {
  return item.content === undefined
    ? `${partition} ref ${String(item.contentRef?.digest)}`
    : `${partition} text ${item.content}`
}
