/**
 * Which supplements say what another one says already? Identical supplements stand once; messages and task state
 * are never merged, and a protected item is never dropped for being a twin.
 */
import type { Unit } from './form-units.js'
import type { ItemFacts } from './item-facts.js'
import { byPreference } from './plan-order.js'
import type { Fates, PlanInput } from './plan-input.js'

/** Drops every unprotected supplement whose content stands in a better one of the same partition. */
export function deduplicate(input: PlanInput, fates: Fates, units: readonly Unit[]): readonly Unit[] {
  const supplements = units.filter((unit) => unit.members.length === 1 && isSupplement(unit.first))
  const kept = new Set<string>()
  const twins = new Set<Unit>()
  const ranked = [...supplements].sort(
    (a, b) => Number(b.isProtected) - Number(a.isProtected) || byPreference(a.first, b.first),
  )
  for (const unit of ranked) {
    const key = contentKey(unit.first)
    if (kept.has(key) && !unit.isProtected) twins.add(unit)
    else kept.add(key)
  }
  for (const unit of twins) for (const index of unit.members) fates.dropped[index] = 'duplicate_content'
  return twins.size === 0 ? units : units.filter((unit) => !twins.has(unit))
}

function isSupplement(facts: ItemFacts): boolean {
  return facts.sequence < 0 && facts.item.kind !== 'task-state'
}

function contentKey({ item, partition }: ItemFacts): string {
  return item.content === undefined
    ? `${partition} ref ${String(item.contentRef?.digest)}`
    : `${partition} text ${item.content}`
}
