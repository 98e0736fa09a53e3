/**
 * Which supplements say the same? Identical supplements stand once, whichever of them gets a place first; messages,
 * task state and instructions are never merged, and a protected item is never dropped for being a twin.
 */
import type { ItemKind } from '../../contract/context-item.js'
import type { Units } from './form-units.js'
import type { ItemFacts } from './item-facts.js'
import type { Fates, PlanInput } from './plan-input.js'

/** Supplements that have a twin, and which text already stands in the plan. */
export interface Twins {
  /** By index in `facts`: the number of its text. Only for texts that occur more than once. */
  readonly textOf: ReadonlyMap<number, number>
  /** The numbers of the texts that have a place. */
  readonly placed: Set<number>
}

/** Finds the twins among supplements that stand alone. */
export function findTwins(input: PlanInput, fates: Fates, { groupOf }: Units): Twins {
  const { facts, conversationCount } = input
  const byText = new Map<string, number[]>()
  for (let index = conversationCount; index < facts.length; index++) {
    const one = facts[index] as ItemFacts
    if (fates.dropped[index] !== null || groupOf[index] !== 0 || !SUPPLEMENTS.has(one.item.kind)) continue
    const text = contentKey(one)
    const known = byText.get(text)
    if (known === undefined) byText.set(text, [index])
    else known.push(index)
  }
  const shared = [...byText.values()].filter((indexes) => indexes.length > 1)
  return {
    textOf: new Map(shared.flatMap((indexes, text) => indexes.map((index) => [index, text]))),
    placed: new Set(),
  }
}

/** Notes that an item has a place. */
export function placeText({ textOf, placed }: Twins, index: number): void {
  const text = textOf.get(index)
  if (text !== undefined) placed.add(text)
}

/** Whether a twin of the item already has a place. */
export function hasPlacedTwin({ textOf, placed }: Twins, index: number): boolean {
  const text = textOf.get(index)
  return text !== undefined && placed.has(text)
}

const SUPPLEMENTS: ReadonlySet<ItemKind> = new Set<ItemKind>([
  'memory',
  'pin',
  'summary',
  'history-evidence',
  'project-snippet',
])

/** A memory and a project snippet of the same words are two things; the partition is part of what is said. */
function contentKey({ item, partition }: ItemFacts): string {
  return item.content === undefined
    ? `${partition} ref ${String(item.contentRef?.digest)}`
    : `${partition} text ${item.content}`
}
