/**
 * Which items of one response must travel together? Reasoning with everything the model made after it, and parallel
 * calls with one another. It looks at kinds and neighbours only.
 */
import type { JsonRecord } from './json-record.js'
import { isMadeByModel, kindOfItem } from './responses-kinds.js'

/** Items between two things that were said to the model: one response of it, or several without a word between. */
type Run = readonly number[]

/** The runs of items the model made, by index; null stands for an entry that is no item and parts nothing. */
function runsOf(items: readonly (JsonRecord | null)[]): readonly Run[] {
  const runs: number[][] = []
  let open: number[] | null = null
  for (const [index, item] of items.entries()) {
    if (item === null) continue
    if (!isMadeByModel(item)) {
      open = null
    } else if (open === null) {
      open = [index]
      runs.push(open)
    } else open.push(index)
  }
  return runs
}

/** Of each item that is coupled with others, the name of its couple. */
export function couplesOf(items: readonly (JsonRecord | null)[]): ReadonlyMap<number, string> {
  const couples = new Map<number, string>()
  for (const run of runsOf(items)) {
    const kindAt = (index: number) => kindOfItem(items[index] as JsonRecord)
    const reasons = run.some((index) => kindAt(index) === 'reasoning')
    const start = run.findIndex((index) => kindAt(index) === 'reasoning' || kindAt(index) === 'call')
    for (const index of start === -1 ? [] : run.slice(start))
      if (reasons || kindAt(index) === 'call') couples.set(index, `response:${String(run[0])}`)
  }
  return couples
}

/** What reasoning asks of its neighbours when it goes back to the provider. */
export interface ReasoningBonds {
  /** Of reasoning, the item that must follow it. */
  readonly followers: ReadonlyMap<JsonRecord, JsonRecord>
  /** Of an item, the reasoning that must stand before it as long as it carries its id. */
  readonly required: ReadonlyMap<JsonRecord, JsonRecord>
}

export function reasoningBonds(items: readonly (JsonRecord | null)[]): ReasoningBonds {
  const followers = new Map<JsonRecord, JsonRecord>()
  const required = new Map<JsonRecord, JsonRecord>()
  for (const run of runsOf(items)) {
    let before: JsonRecord | null = null
    let reasoning: JsonRecord | null = null
    for (const index of run) {
      const item = items[index] as JsonRecord
      if (before !== null) followers.set(before, item)
      const isReasoning = kindOfItem(item) === 'reasoning'
      before = isReasoning ? item : null
      if (isReasoning) reasoning = item
      else if (reasoning !== null) required.set(item, reasoning)
    }
  }
  return { followers, required }
}
