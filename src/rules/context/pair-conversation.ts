/**
 * Which items of the conversation belong to one exchange, and which are bound to which? It reports; what falls with
 * what is decided elsewhere.
 */
import {
  pairExchanges,
  type Defect,
  type Exchange,
  type Pairing,
  type PairingEntry,
} from '../../base/pairing.js'
import { gives } from './columns.js'
import type { ItemFacts } from './item-facts.js'
import type { Fates, PlanInput } from './plan-input.js'
import { SIGNAL } from './signals.js'

/** Which items are bound to which: indexes in `facts`, both ways. */
export interface Bonds {
  /** `from` travels with `to`. */
  readonly pairs: readonly { readonly from: number; readonly to: number }[]
  /** Items bound to something that is not in the request. */
  readonly dangling: readonly number[]
}

const NO_BONDS: Bonds = { pairs: [], dangling: [] }

/** Resolves `boundTo`; an item bound to itself is bound to nothing. */
export function findBonds({ facts, columns }: PlanInput): Bonds {
  if ((columns.anySignal & SIGNAL.bound) === 0) return NO_BONDS
  const indexOf = new Map<string, number>(facts.map((one, index) => [one.itemId, index]))
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

/** The items bound to each item. */
export function followersOf({ pairs }: Bonds): ReadonlyMap<number, readonly number[]> {
  return listsBy(pairs.map(({ from, to }) => [to, from]))
}

/** What pairing found, by indexes in `facts`. */
export interface PairedConversation extends Pick<Pairing, 'exchanges' | 'live'> {
  /** The exchange an item belongs to, or -1. */
  readonly exchangeOf: (index: number) => number
  /** Items with a result that answers nothing, and why. */
  readonly defects: readonly { readonly index: number; readonly defect: 'orphan' | 'duplicate' }[]
}

/**
 * Pairs the conversation after admission, since what may not be shown must not take down what it merely overlaps or
 * stands behind. Items that make calls and are bound together are parts of one message.
 *
 * Only items that make or answer calls are paired, and the newest other one that may be shown, which ends what is
 * running; every other item would pair with nothing.
 */
export function pairConversation(input: PlanInput, fates: Fates, bonds: Bonds): PairedConversation {
  const indexes = pairedIndexes(input, fates)
  const positionOf = new Int32Array(input.conversationCount).fill(-1)
  indexes.forEach((index, position) => {
    positionOf[index] = position
  })
  const joins = listsBy(bonds.pairs.map(({ from, to }) => [from, positionOf[to] ?? -1]))
  const entries = indexes.map((index) => entryAt(index, { input, fates, joins }))
  const { exchanges, exchangeOf, defectOf, live } = pairExchanges(entries)
  return {
    exchanges: exchanges.map((exchange) => atIndexes(exchange, indexes)),
    exchangeOf: (index) => {
      const position = positionOf[index] ?? -1
      return position < 0 ? -1 : (exchangeOf[position] as number)
    },
    defects: defectsAt(defectOf, indexes),
    live,
  }
}

function atIndexes({ complete, defect, members, open }: Exchange, indexes: readonly number[]): Exchange {
  const indexAt = (position: number) => indexes[position] as number
  return {
    complete,
    defect,
    members: members.map(indexAt),
    open: complete ? open : open.map(({ id, position }) => ({ id, position: indexAt(position) })),
  }
}

function defectsAt(defectOf: readonly Defect[], indexes: readonly number[]): PairedConversation['defects'] {
  const defects: { index: number; defect: 'orphan' | 'duplicate' }[] = []
  defectOf.forEach((defect, position) => {
    if (defect !== 'none') defects.push({ index: indexes[position] as number, defect })
  })
  return defects
}

function pairedIndexes({ columns, conversationCount }: PlanInput, fates: Fates): readonly number[] {
  const indexes: number[] = []
  let newestOther = -1
  for (let index = 0; index < conversationCount; index++) {
    if (gives(columns, index, SIGNAL.exchange)) indexes.push(index)
    else if (fates.dropped[index] === null) newestOther = index
  }
  if (newestOther < 0) return indexes
  const at = indexes.findIndex((index) => index > newestOther)
  return at < 0 ? [...indexes, newestOther] : [...indexes.slice(0, at), newestOther, ...indexes.slice(at)]
}

interface Entering {
  readonly input: PlanInput
  readonly fates: Fates
  readonly joins: ReadonlyMap<number, readonly number[]>
}

function entryAt(index: number, { input, fates, joins }: Entering): PairingEntry {
  const { entry } = input.facts[index] as ItemFacts
  const joined = joins.get(index)
  const isBarred = fates.dropped[index] !== null
  if (joined === undefined && !isBarred) return entry
  return {
    ...entry,
    ...(joined === undefined ? {} : { joins: joined }),
    ...(isBarred ? { barred: true } : {}),
  }
}

function listsBy(
  pairs: readonly (readonly [key: number, value: number])[],
): ReadonlyMap<number, readonly number[]> {
  const lists = new Map<number, number[]>()
  for (const [key, value] of pairs) {
    const list = lists.get(key)
    if (list === undefined) lists.set(key, [value])
    else list.push(value)
  }
  return lists
}
