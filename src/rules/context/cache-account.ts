/**
 * What would a plain sliding tail have cost, and what does the plan cost beside it? An account in thousandths of an
 * uncached input token; where it has to guess, it guesses the plain tail cheaper, so what it calls saved is saved.
 */
import type { CacheAccount, CachePrices } from '../../contract/epoch.js'
import type { Identifier, TokenSum } from '../../contract/scalars.js'
import { expectedOf } from './columns.js'
import type { LaidOut } from './lay-out.js'
import type { Fates, PlanInput } from './plan-input.js'
import { isSupplement } from './floats.js'
import { commonPlaces } from './report-prefix.js'
import type { SentPlan } from './admit-sent.js'
import { tailBegin, tailFromAt } from './tail.js'

/** The account after a plan; becomes the `CacheAccount` of its epoch. */
export interface Balance {
  readonly savedThousandths: number
  /** The supplements of the plain tail, as indexes in `facts`, in order. */
  readonly supplements: readonly number[]
  readonly tailFrom: number
}

/** A plain tail: what it holds and where it begins. */
interface PlainTail {
  readonly fates: Fates
  readonly laidOut: readonly LaidOut[]
  readonly tailFrom: number
}

/** No account is kept above this: what is saved beyond it is not remembered. */
const SAVED_MAX = 1_000_000_000_000_000

/** The account of a plan that has none before it: nothing saved yet. */
export function openBalance(input: PlanInput, plain: PlainTail): Balance {
  return {
    savedThousandths: 0,
    supplements: supplementsOf(input, plain.laidOut),
    tailFrom: tailBegin(input, plain.fates, plain.tailFrom),
  }
}

/** What is planned behind which plan, and what cached tokens cost. */
export interface Priced {
  readonly input: PlanInput
  readonly sent: SentPlan
  readonly prices: CachePrices
}

/** Whether a token of the cache is cheaper than one sent anew; where it is not, a stable prefix saves nothing. */
export function isCacheCheaper({ readThousandths, writeThousandths }: CachePrices): boolean {
  return readThousandths < writeThousandths
}

/** What has to be saved before leaving what is held is certainly paid for: a whole window written anew. */
export function reserveOf({ input, prices }: Priced): number {
  return input.budget.inputTokens * (prices.writeThousandths - prices.readThousandths)
}

/** The account beside this plain tail as it would stand if the plan cost nothing. */
export function balanceBefore(priced: Priced, plain: PlainTail): Balance {
  const { input, sent, prices } = priced
  const opened = openBalance(input, plain)
  const saved = Math.min(sent.epoch.account?.savedThousandths ?? 0, SAVED_MAX)
  const reused = plainReuse(input, sent, { ...opened, laidOut: plain.laidOut })
  return { ...opened, savedThousandths: saved + costOf(tokensOf(input, plain.laidOut), reused, prices) }
}

/** The account after a plan. */
export function balanceAfter(
  { input, sent, prices }: Priced,
  before: Balance,
  laidOut: readonly LaidOut[],
): Balance {
  const cost = costOf(tokensOf(input, laidOut), reusedTokens(input, sent, laidOut), prices)
  const saved = Math.min(Math.max(before.savedThousandths - cost, 0), SAVED_MAX)
  return { ...before, savedThousandths: saved }
}

/** The account as the plan states it. */
export function accountOf(balance: Balance, input: PlanInput): CacheAccount {
  return {
    savedThousandths: balance.savedThousandths as TokenSum,
    supplements: balance.supplements.map((index) => input.facts[index]?.itemId as Identifier),
    ...tailFromAt(input, balance.tailFrom),
  }
}

function costOf(tokens: number, reused: number, { readThousandths, writeThousandths }: CachePrices): number {
  return reused * readThousandths + (tokens - reused) * writeThousandths
}

function tokensOf({ columns }: PlanInput, laidOut: readonly LaidOut[]): number {
  return laidOut.reduce((sum, { indexes }) => sum + expectedOf(columns, indexes), 0)
}

function reusedTokens(input: PlanInput, sent: SentPlan, laidOut: readonly LaidOut[]): number {
  const indexes = laidOut.flatMap((segment) => segment.indexes)
  return expectedOf(input.columns, indexes.slice(0, commonPlaces(sent, indexes)))
}

function supplementsOf(input: PlanInput, laidOut: readonly LaidOut[]): readonly number[] {
  return laidOut.flatMap(({ indexes }) => indexes.filter((index) => isSupplement(input, index)))
}

/**
 * At least what the plain tail reuses of its own last request. Where its tail begins elsewhere, or its supplements moved,
 * it reuses what stands before; everything else that is old is taken to be unchanged.
 */
function plainReuse(input: PlanInput, sent: SentPlan, plain: Balance & Pick<PlainTail, 'laidOut'>): number {
  const { columns, conversationCount, facts } = input
  const before = sent.epoch.account?.supplements ?? null
  const known = new Set<string>(before ?? sent.entries.map(({ itemId }) => itemId))
  const { plainFloor } = sent
  const sameStart = before === null || plainFloor === null || plain.tailFrom === plainFloor
  const hasMoved = before !== null && before.length > 0 && !isSameList(before, plain.supplements, facts)
  const isOld = (index: number) => {
    if (index < conversationCount) return index <= sent.newestConversation
    return isSupplement(input, index) ? known.has(String(facts[index]?.itemId)) : true
  }
  let reused = 0
  for (const { indexes } of plain.laidOut) {
    for (const index of indexes) {
      if (!sameStart && index < conversationCount && index >= plain.tailFrom) return reused
      if (hasMoved && index >= sent.newestUser && index < conversationCount) return reused
      if (isOld(index)) reused += columns.expected[index] ?? 0
    }
  }
  return reused
}

function isSameList(before: readonly string[], now: readonly number[], facts: PlanInput['facts']): boolean {
  return (
    before.length === now.length && before.every((itemId, at) => itemId === facts[now[at] as number]?.itemId)
  )
}
