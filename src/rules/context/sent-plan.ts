/**
 * What of the plan before is still there? Each of its items is looked up by id and compared by digest; nothing the plan
 * before claims is believed beyond that, so it can neither admit an item nor protect one.
 */
import type { Epoch } from '../../contract/epoch.js'
import type { ContextPlan, SelectedItem } from '../../contract/context-plan.js'
import type { ItemFacts } from './item-facts.js'
import { isTooLarge } from './plan-input.js'

/** The plan before, matched with the items of a request. */
export interface MatchedPlan {
  readonly entries: readonly SelectedItem[]
  /** Of each entry, its index in `facts`, or -1 where the item is gone or has another digest. */
  readonly order: Int32Array
  /** Of each index in `facts`, its place in the plan before, or -1. */
  readonly placeOf: Int32Array
  /** The item its tail begins with, and that of the plain tail of the account, or -1 where none is named or left. */
  readonly tailFrom: number
  readonly plainFrom: number
  /** Items beside the conversation that had no room in the plan before. */
  readonly leftOut: readonly number[]
  /** Items beside the conversation that the plan before names as left out, for whatever reason. */
  readonly passedOver: ReadonlySet<number>
  readonly epoch: Epoch
}

/** The items of a request, as matching needs them. */
export interface Matched {
  readonly facts: readonly ItemFacts[]
  readonly conversationCount: number
  /** The digest of an item. */
  readonly digestAt: (index: number) => string
}

/** Looks up every item of the plan before. */
export function matchSent({ epoch, explanation, selected }: ContextPlan, matched: Matched): MatchedPlan {
  const { facts, digestAt, conversationCount } = matched
  const indexOf = indexesOf([...selected, ...explanation.dropped], epoch, facts)
  const order = new Int32Array(selected.length).fill(-1)
  const placeOf = new Int32Array(facts.length).fill(-1)
  selected.forEach(({ itemId, digest }, place) => {
    const index = indexOf.get(itemId)
    if (index === undefined || placeOf[index] !== -1 || digestAt(index) !== digest) return
    order[place] = index
    placeOf[index] = place
  })
  const beginning = (itemId: string | undefined) => {
    const index = itemId === undefined ? -1 : (indexOf.get(itemId) ?? -1)
    return index < conversationCount ? index : -1
  }
  const beside = explanation.dropped.flatMap(({ itemId, reason }) => {
    const index = indexOf.get(itemId) ?? -1
    return index >= conversationCount ? [{ index, reason }] : []
  })
  return {
    entries: selected,
    order,
    placeOf,
    tailFrom: beginning(epoch.tailFrom),
    plainFrom: beginning(epoch.account?.tailFrom),
    leftOut: beside.flatMap(({ index, reason }) =>
      isTooLarge(reason) || reason === 'before_cut' ? [index] : [],
    ),
    passedOver: new Set(beside.map(({ index }) => index)),
    epoch,
  }
}

/** The indexes of the items the plan before names; a session may be far longer than a plan. */
function indexesOf(
  entries: readonly { readonly itemId: string }[],
  { tailFrom, account }: Epoch,
  facts: readonly ItemFacts[],
): ReadonlyMap<string, number> {
  const named = new Set<string>(entries.map(({ itemId }) => itemId))
  if (tailFrom !== undefined) named.add(tailFrom)
  if (account?.tailFrom !== undefined) named.add(account.tailFrom)
  const indexOf = new Map<string, number>()
  for (let index = 0; index < facts.length; index++) {
    const { itemId } = facts[index] as ItemFacts
    if (named.has(itemId)) indexOf.set(itemId, index)
  }
  return indexOf
}
