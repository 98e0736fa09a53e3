/**
 * Which exchanges cannot be shown whole, and what falls with them? One broken exchange costs that exchange only;
 * what is bound to a dropped item falls with it, but never the other way round.
 */
import { pairExchanges, type Exchange, type Pairing, type PairingEntry } from '../../base/pairing.js'
import type { DropReason } from '../../contract/context-plan.js'
import { hasUserTrust } from './admit-items.js'
import { gives, SIGNAL } from './columns.js'
import type { ItemFacts } from './item-facts.js'
import type { Fates, PlanInput } from './plan-input.js'

/** Which items are bound to which: indexes in `facts`, both ways. */
export interface Bonds {
  /** `from` travels with `to`. */
  readonly pairs: readonly { readonly from: number; readonly to: number }[]
  /** Items bound to something that is not in the request. */
  readonly dangling: readonly number[]
}

/**
 * Pairs the conversation after admission, since what may not be shown must not take down what it merely overlaps or
 * stands behind; positions are indexes in `facts`, whose front is the conversation in order. Items that
 * make calls and are bound together are parts of one message.
 */
export function pairConversation(input: PlanInput, fates: Fates, bonds: Bonds): Pairing {
  const entries: PairingEntry[] = []
  for (let index = 0; index < input.conversationCount; index++) {
    const { entry } = input.facts[index] as ItemFacts
    entries.push(fates.dropped[index] === null ? entry : { ...entry, barred: true })
  }
  const joins = new Map<number, number[]>()
  for (const { from, to } of bonds.pairs) {
    const known = joins.get(from)
    if (known === undefined) joins.set(from, [to])
    else known.push(to)
  }
  for (const [from, joined] of joins) {
    const entry = entries[from]
    if (entry !== undefined) entries[from] = { ...entry, joins: joined }
  }
  return pairExchanges(entries)
}

/** Resolves `boundTo`; an item bound to itself is bound to nothing. */
export function findBonds({ facts, columns }: PlanInput): Bonds {
  if ((columns.anySignal & SIGNAL.bound) === 0) return NO_BONDS
  const indexOf = new Map<string, number>(facts.map((one, index) => [one.item.itemId, index]))
  const pairs: { from: number; to: number }[] = []
  const dangling: number[] = []
  facts.forEach(({ boundTo }, from) => {
    for (const target of boundTo) {
      const to = indexOf.get(target)
      if (to === undefined) dangling.push(from)
      else if (to !== from) pairs.push({ from, to })
    }
  })
  return { pairs, dangling }
}

/**
 * Drops what cannot be shown whole: orphan and duplicate results, exchanges that lack a half or whose half is not
 * admitted, and whatever is bound to a dropped item.
 */
export function breakExchanges(
  input: PlanInput,
  fates: Fates,
  found: { pairing: Pairing; bonds: Bonds },
): void {
  const { pairing, bonds } = found
  const pending: number[] = []
  const drop = (index: number, reason: DropReason) => {
    if (fates.dropped[index] === null) fates.dropped[index] = reason
    pending.push(index)
  }
  for (let index = 0; index < input.facts.length; index++) {
    if (fates.dropped[index] !== null) pending.push(index)
  }
  for (let index = 0; index < input.conversationCount; index++) {
    const defect = pairing.defectOf[index]
    if (defect === 'orphan') drop(index, 'orphan_result')
    else if (defect === 'duplicate') drop(index, 'duplicate_result')
  }
  const approved = approvedItems(input, bonds)
  pairing.exchanges.forEach((exchange, number) => {
    if (number === pairing.live || exchange.complete || isApproved(exchange, approved)) return
    for (const member of exchange.members) drop(member, 'exchange_incomplete')
  })
  for (const index of bonds.dangling) drop(index, 'exchange_incomplete')
  spreadDrops({ pending, fates, pairing, followers: followersOf(bonds) })
}

interface Spreading {
  readonly pending: number[]
  readonly fates: Fates
  readonly pairing: Pairing
  readonly followers: ReadonlyMap<number, readonly number[]>
}

/** Each exchange and each follower is visited once, so the spread is linear. */
function spreadDrops({ pending, fates, pairing, followers }: Spreading): void {
  const visited = new Uint8Array(pairing.exchanges.length)
  const drop = (index: number) => {
    if (fates.dropped[index] !== null) return
    fates.dropped[index] = 'exchange_incomplete'
    pending.push(index)
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const number = pairing.exchangeOf[next] ?? -1
    if (number >= 0 && visited[number] === 0) {
      visited[number] = 1
      pairing.exchanges[number]?.members.forEach(drop)
    }
    followers.get(next)?.forEach(drop)
  }
}

function followersOf(bonds: Bonds): ReadonlyMap<number, readonly number[]> {
  const followers = new Map<number, number[]>()
  for (const { from, to } of bonds.pairs) {
    const known = followers.get(to)
    if (known === undefined) followers.set(to, [from])
    else known.push(from)
  }
  return followers
}

/** Indexes whose calls may stay open because a trusted item says that an approval is open. */
function approvedItems(input: PlanInput, bonds: Bonds): ReadonlySet<number> {
  const approved = new Set<number>()
  if ((input.columns.anySignal & SIGNAL.approval) === 0) return approved
  const asks = (index: number) => {
    const facts = input.facts[index]
    return facts !== undefined && gives(input.columns, index, SIGNAL.approval) && hasUserTrust(facts, input)
  }
  for (let index = 0; index < input.facts.length; index++) if (asks(index)) approved.add(index)
  for (const { from, to } of bonds.pairs) if (asks(from)) approved.add(to)
  return approved
}

function isApproved(exchange: Exchange, approved: ReadonlySet<number>): boolean {
  return approved.size > 0 && exchange.members.some((member) => approved.has(member))
}

const NO_BONDS: Bonds = { pairs: [], dangling: [] }
