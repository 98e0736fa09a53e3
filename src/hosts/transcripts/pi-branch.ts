/**
 * Which entries of a Pi session lie on another branch than its last entry? Older files have no tree: none do.
 */
import { asRecord } from './json-record.js'

/**
 * Walks from the last entry with an id to the root. Where a parent is missing (its line was torn), the walk goes on
 * at the entry before: a gap must not cost the history before it.
 *
 * @returns indexes of entries with an id that the walk did not meet.
 */
export function offBranchOf(entries: readonly unknown[]): ReadonlySet<number> {
  const indexOfId = new Map<string, number>()
  const parents: unknown[] = []
  let last = -1
  for (const [index, value] of entries.entries()) {
    const entry = asRecord(value)
    parents.push(entry?.['parentId'])
    // The header of a file has an id too, but stands in no tree.
    if (typeof entry?.['id'] !== 'string' || entry['parentId'] === undefined) continue
    indexOfId.set(entry['id'], index)
    last = index
  }
  const on = new Set<number>()
  for (let at = last; at >= 0 && !on.has(at);) {
    on.add(at)
    const parent = parents[at]
    if (parent === null) break
    at = (typeof parent === 'string' ? indexOfId.get(parent) : undefined) ?? at - 1
  }
  return new Set([...indexOfId.values()].filter((index) => !on.has(index)))
}
