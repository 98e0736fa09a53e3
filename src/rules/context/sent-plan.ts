/**
 * What of the plan before is still there? Each of its items is looked up by id and compared by digest; nothing the plan
 * before claims is believed beyond that, so it can neither admit an item nor protect one.
 */
import type { Epoch } from '../../contract/epoch.js'
import type { ContextPlan, SelectedItem } from '../../contract/context-plan.js'
import { gives, type Columns } from './columns.js'
import type { ItemFacts } from './item-facts.js'
import { isTooLarge } from './plan-input.js'
import { SIGNAL } from './signals.js'

export interface SentPlan {
  readonly entries: readonly SelectedItem[]
  /** Of each entry, its index in `facts`, or -1 where the item is gone or has another digest. */
  readonly order: Int32Array
  /** Of each index in `facts`, its place in the plan before, or -1. */
  readonly placeOf: Int32Array
  /** The newest item of the conversation that was sent, or -1. */
  readonly newestConversation: number
  /** The newest user message that was sent, or -1. */
  readonly newestUser: number
  /** Where the tail begins: what is older stays out until the next cut. */
  readonly floor: number
  /** Where the plain tail of the account begins. */
  readonly plainFloor: number
  /** Items beside the conversation that had no room in the plan before. */
  readonly leftOut: readonly number[]
  readonly epoch: Epoch
}

/** The items of a request, as matching needs them. */
export interface Matched {
  readonly facts: readonly ItemFacts[]
  readonly conversationCount: number
  readonly columns: Columns
  /** The digest of an item. */
  readonly digestAt: (index: number) => string
}

/** Looks up every item of the plan before. */
export function matchSent({ epoch, explanation, selected }: ContextPlan, matched: Matched): SentPlan {
  const { facts, digestAt, conversationCount, columns } = matched
  const withoutRoom = explanation.dropped.filter(
    ({ reason }) => isTooLarge(reason) || reason === 'before_cut',
  )
  const indexOf = indexesOf([...selected, ...withoutRoom], epoch, facts)
  const order = new Int32Array(selected.length).fill(-1)
  const placeOf = new Int32Array(facts.length).fill(-1)
  let [newestConversation, newestUser] = [-1, -1]
  selected.forEach(({ itemId, digest }, place) => {
    const index = indexOf.get(itemId)
    if (index === undefined || placeOf[index] !== -1 || digestAt(index) !== digest) return
    order[place] = index
    placeOf[index] = place
    if (index >= conversationCount) return
    newestConversation = Math.max(newestConversation, index)
    if (gives(columns, index, SIGNAL.userMessage)) newestUser = Math.max(newestUser, index)
  })
  const floorAt = (itemId: string | undefined) => {
    const index = itemId === undefined ? 0 : (indexOf.get(itemId) ?? 0)
    return index < conversationCount ? index : 0
  }
  return {
    entries: selected,
    order,
    placeOf,
    newestConversation,
    newestUser,
    floor: floorAt(epoch.tailFrom),
    plainFloor: floorAt(epoch.account?.tailFrom),
    leftOut: withoutRoom.flatMap(({ itemId }) => {
      const index = indexOf.get(itemId) ?? -1
      return index >= conversationCount ? [index] : []
    }),
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
