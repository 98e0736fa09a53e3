/**
 * Which exchanges cannot be shown whole, and what falls with them? One broken exchange costs that exchange only;
 * what is bound to a dropped item falls with it, but never the other way round.
 */
import type { Exchange } from '../../base/pairing.js'
import type { DropReason } from '../../contract/context-plan.js'
import { hasUserTrust } from './admit-items.js'
import { gives } from './columns.js'
import { SIGNAL } from './signals.js'
import { followersOf, type Bonds, type PairedConversation } from './pair-conversation.js'
import type { Fates, PlanInput } from './plan-input.js'

/**
 * Drops what cannot be shown whole: orphan and duplicate results, exchanges that lack a half or whose half is not
 * admitted, and whatever is bound to a dropped item.
 */
export function breakExchanges(
  input: PlanInput,
  fates: Fates,
  found: { pairing: PairedConversation; bonds: Bonds },
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
  for (const { index, defect } of pairing.defects) {
    drop(index, defect === 'orphan' ? 'orphan_result' : 'duplicate_result')
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
  readonly pairing: PairedConversation
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
    const number = pairing.exchangeOf(next)
    if (number >= 0 && visited[number] === 0) {
      visited[number] = 1
      pairing.exchanges[number]?.members.forEach(drop)
    }
    followers.get(next)?.forEach(drop)
  }
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
