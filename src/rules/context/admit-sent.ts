/**
 * What of the plan before may be gone on from? Only what may still be shown: an item that is denied now is as good as
 * gone, so that no plan tells a denied item from one that is not there.
 */
import { gives } from './columns.js'
import { isDenied, type Fates, type PlanInput } from './plan-input.js'
import type { MatchedPlan } from './sent-plan.js'
import { SIGNAL } from './signals.js'

/** The plan before, without what is denied. */
export interface SentPlan extends MatchedPlan {
  /** The newest item of the conversation that was sent, or -1. */
  readonly newestConversation: number
  /** The newest user message that was sent, or -1. */
  readonly newestUser: number
  /** The newest item of the conversation that the plan before reckoned with, sent or not; -1: it shares none with this. */
  readonly newestSeen: number
  /** Where the tail begins: what is older stays out until the next cut. */
  readonly floor: number
  /** Where the plain tail of the account begins; null where that cannot be told. */
  readonly plainFloor: number | null
}

/** Null where nothing is left to go on from. */
export function admitSent(matched: MatchedPlan, input: PlanInput, { dropped }: Fates): SentPlan | null {
  const { conversationCount, columns } = input
  const order = matched.order.slice()
  const placeOf = matched.placeOf.slice()
  let [newest, newestConversation, newestUser] = [-1, -1, -1]
  for (let place = 0; place < order.length; place++) {
    const index = order[place] as number
    if (index < 0) continue
    if (isDenied(dropped[index])) {
      order[place] = -1
      placeOf[index] = -1
      continue
    }
    newest = Math.max(newest, index)
    if (index >= conversationCount) continue
    newestConversation = Math.max(newestConversation, index)
    if (gives(columns, index, SIGNAL.userMessage)) newestUser = Math.max(newestUser, index)
  }
  const admitted = (index: number) => (index >= 0 && isDenied(dropped[index]) ? -1 : index)
  const [tailFrom, plainFrom] = [admitted(matched.tailFrom), admitted(matched.plainFrom)]
  if (newest < 0 && tailFrom < 0) return null
  const found = { ...matched, order, placeOf, tailFrom, plainFrom, newestConversation, newestUser }
  return {
    ...found,
    newestSeen: Math.max(newestConversation, tailFrom),
    floor: floorOf(found, conversationCount),
    plainFloor: matched.epoch.account?.tailFrom === undefined ? 0 : plainFrom < 0 ? null : plainFrom,
  }
}

/** Where the tail began; where that item is gone, at the next one that was sent and is still there. */
function floorOf(
  {
    entries,
    epoch,
    newestConversation,
    order,
    tailFrom,
  }: MatchedPlan & { readonly newestConversation: number },
  conversationCount: number,
): number {
  if (epoch.tailFrom === undefined) return 0
  if (tailFrom >= 0) return tailFrom
  const place = entries.findIndex(({ itemId }) => itemId === epoch.tailFrom)
  for (let next = place < 0 ? entries.length : place + 1; next < entries.length; next++) {
    const index = order[next] as number
    if (index >= 0 && index < conversationCount) return index
  }
  return newestConversation + 1
}
