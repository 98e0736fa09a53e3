/**
 * Where does a supplement stand that was sent before? Where it was: before the item of the conversation it was sent
 * before. A new one stands before the newest user message, or last where that message was sent already.
 */
import { compareNumbers } from '../../base/order.js'
import { isFloat } from './floats.js'
import type { LaidOut } from './lay-out.js'
import type { Fates, PlanInput } from './plan-input.js'
import type { SentPlan } from './admit-sent.js'

interface Held {
  readonly input: PlanInput
  readonly fates: Fates
  readonly sent: SentPlan
  /** The newest user message that is kept. */
  readonly anchor: number
}

/** A floating item and the item of the conversation it stands before; `Infinity`: it stands last. */
interface Floating {
  readonly index: number
  readonly before: number
  /** Its place in the plan before; what is new follows, in plan order. */
  readonly place: number
}

/** The segments with every floating item moved to where it stays. */
export function interleaveSent(laidOut: readonly LaidOut[], held: Held): readonly LaidOut[] {
  const { input, fates, anchor } = held
  const floating = laidOut
    .flatMap(({ indexes }) => indexes.filter((index) => isFloat(input, fates, index)))
    .map(floatingAt(held))
    .sort((a, b) => compareNumbers(a.before, b.before) || compareNumbers(a.place, b.place))
  if (floating.length === 0) return laidOut
  const head = laidOut
    .filter(({ segment }) => segment === 'instructions' || segment === 'standing')
    .map(({ segment, indexes }) => ({
      segment,
      indexes: indexes.filter((index) => !isFloat(input, fates, index)),
    }))
  const conversation = laidOut.find(({ segment }) => segment === 'conversation')?.indexes ?? []
  const current = laidOut.find(({ segment }) => segment === 'current')?.indexes ?? []
  const body = merge([...conversation, ...current], floating, input.conversationCount)
  return [...head, ...cutBody(body, { anchor, isFloating: (index) => isFloat(input, fates, index) })]
}

/** Finds the place of a floating item; those that were sent keep their order, those that are new theirs. */
function floatingAt({ sent, anchor, input }: Held): (index: number, rank: number) => Floating {
  const followers = followersOf(sent, input.conversationCount)
  const isAnchorNew = anchor > sent.newestConversation
  return (index, rank) => {
    const place = sent.placeOf[index] ?? -1
    if (place >= 0) return { index, place, before: followers[place] as number }
    return { index, place: sent.order.length + rank, before: isAnchorNew ? anchor : Infinity }
  }
}

/** Of each place in the plan before, the item of the conversation that follows it; the next new one after the last. */
function followersOf({ order, newestConversation }: SentPlan, conversationCount: number): readonly number[] {
  const followers = new Array<number>(order.length)
  let follower = newestConversation + 1
  for (let place = order.length - 1; place >= 0; place--) {
    const index = order[place] as number
    if (index >= 0 && index < conversationCount) follower = index
    followers[place] = follower
  }
  return followers
}

/** Each floating item before the first item of the conversation that is not older than the one it was sent before. */
function merge(
  conversation: readonly number[],
  floating: readonly Floating[],
  conversationCount: number,
): readonly number[] {
  const body: number[] = []
  let next = 0
  for (const index of conversation) {
    const isMessage = index < conversationCount
    for (; isMessage && next < floating.length; next++) {
      const { before, index: supplement } = floating[next] as Floating
      if (before > index) break
      body.push(supplement)
    }
    body.push(index)
  }
  for (; next < floating.length; next++) body.push((floating[next] as Floating).index)
  return body
}

/** Supplements directly before the newest user message, or at the end, are fresh; all others belong to what they stand in. */
function cutBody(
  body: readonly number[],
  { anchor, isFloating }: { anchor: number; isFloating: (index: number) => boolean },
): readonly LaidOut[] {
  const at = body.indexOf(anchor)
  let freshFrom = at
  while (freshFrom > 0 && isFloating(body[freshFrom - 1] as number)) freshFrom -= 1
  let lastFrom = body.length
  while (lastFrom > at && isFloating(body[lastFrom - 1] as number)) lastFrom -= 1
  return [
    { segment: 'conversation', indexes: body.slice(0, freshFrom) },
    { segment: 'fresh', indexes: body.slice(freshFrom, at) },
    { segment: 'current', indexes: body.slice(at, lastFrom) },
    { segment: 'fresh', indexes: body.slice(lastFrom) },
  ]
}
