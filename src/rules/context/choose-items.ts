/**
 * Does this plan continue the one before it, or is the conversation cut? Between cuts a plan only appends; where cache
 * prices are given, only as long as a plain sliding tail would not have been cheaper.
 */
import { E, pipe, type Either } from '../../base/fp.js'
import type { BreakCause, CachePrices } from '../../contract/epoch.js'
import type { ProtectedOverBudget, ProtectedOverCeiling } from '../../contract/kernel-error.js'
import { admitSent, type SentPlan } from './admit-sent.js'
import {
  balanceAfter,
  balanceBefore,
  isCacheCheaper,
  openBalance,
  reserveOf,
  type Balance,
  type Priced,
} from './cache-account.js'
import type { Units } from './form-units.js'
import { growthOf } from './growth-of.js'
import { dropSettled, holdSent, starvedSupplements } from './hold-sent.js'
import { layOut, type LaidOut } from './lay-out.js'
import type { Ledger } from './ledger.js'
import { lowWaterShare, type Growth } from './low-water.js'
import { copyOf, isForRoom, type Fates, type PlanInput } from './plan-input.js'
import { selectItems } from './select-items.js'
import { barBehind, lowWaterFloor, nameVerdicts, tailStart, trimBehind } from './tail.js'

/** Everything that has a place, and how the plan stands to the one before it. */
export interface Chosen {
  readonly fates: Fates
  readonly ledger: Ledger
  readonly laidOut: readonly LaidOut[]
  /** The index in `facts` at which the tail begins; 0 where nothing is left out for want of room. */
  readonly tailFrom: number
  readonly isCut: boolean
  /** Why supplements of earlier messages fell, where it is no cut. */
  readonly settledCause: BreakCause
  readonly growth: Growth
  /** Null without cache prices. */
  readonly balance: Balance | null
}

type Refused = ProtectedOverBudget | ProtectedOverCeiling
type Choice = Pick<Chosen, 'fates' | 'ledger' | 'laidOut' | 'tailFrom' | 'isCut' | 'settledCause'>

/** Which items may be chosen: what became of each before the choice, and what belongs together. */
interface Choosing {
  readonly input: PlanInput
  readonly fates: Fates
  readonly units: Units
}

/**
 * Chooses what stands in the plan.
 *
 * @param fates what is protected is kept, what may not be shown is dropped; it may become that of the plan
 * @returns Left: what is protected cannot stand in the plan
 */
export function chooseItems(input: PlanInput, fates: Fates, units: Units): Either<Refused, Chosen> {
  const { cachePrices } = input
  const choosing: Choosing = { input, fates, units }
  const isTail = input.sent !== null && input.conversation === 'tail'
  const sent = isTail ? admitSent(input.sent, input, fates) : null
  if (sent === null) {
    return pipe(
      choosePlainTail(choosing),
      E.map((plain) => ({
        ...plain,
        growth: NO_GROWTH,
        balance: cachePrices === null ? null : openBalance(input, plain),
      })),
    )
  }
  const growth = growthOf(input, fates, sent)
  const continuing: Continuing = { ...choosing, sent, growth }
  if (cachePrices !== null) return chooseByPrice(continuing, cachePrices)
  return pipe(
    continuePlan(continuing),
    E.map((chosen) => ({ ...chosen, growth, balance: null })),
  )
}

const NO_GROWTH: Growth = { grownTokens: 0, requests: 0 }

interface Continuing extends Choosing {
  readonly sent: SentPlan
  readonly growth: Growth
}

/** The plan as if none had been made before: the longest tail that fits. The fates given become those of the plan. */
function choosePlainTail({ input, fates, units }: Choosing): Either<Refused, Choice> {
  return pipe(
    selectItems(input, fates, { units, growthTokens: 0 }),
    E.map((ledger) => ({
      fates,
      ledger,
      laidOut: layOut(input, fates, null),
      tailFrom: input.conversation === 'tail' ? tailStart(input, fates) : 0,
      isCut: false,
      settledCause: 'supplement_withdrawn',
    })),
  )
}

/**
 * What was sent stays and what is new comes behind it; where that does not fit, the conversation is cut. Where the plan
 * before shares no message with this one, nothing of it is held beside the conversation either.
 */
function continuePlan(continuing: Continuing): Either<Refused, Choice> {
  const isShared = continuing.sent.newestSeen >= 0
  const appended = isShared ? appendToSent(continuing) : appendUnsettled(continuing, 'conversation_changed')
  if (appended === null) return cutTail(continuing)
  return E.right(isShared ? feedNewest(continuing, appended) : appended)
}

/** What was recalled for the newest message goes before what was recalled for earlier ones. */
function feedNewest(continuing: Continuing, appended: Choice): Choice {
  const starved = starvedSupplements(continuing.input, appended.fates, continuing.sent)
  if (starved.length === 0) return appended
  const fed = appendUnsettled(continuing, 'supplement_displaced')
  return fed !== null && starved.some((index) => fed.fates.kept[index] !== null) ? fed : appended
}

/** Without the supplements of earlier messages. */
function appendUnsettled(continuing: Continuing, settledCause: BreakCause): Choice | null {
  const { input, sent, units } = continuing
  const fates = copyOf(continuing.fates)
  dropSettled(input, fates, { units, sent })
  const appended = appendToSent({ ...continuing, fates })
  return appended === null ? null : { ...appended, settledCause }
}

function appendToSent(continuing: Continuing): Choice | null {
  const { input, sent, units } = continuing
  const fates = copyOf(continuing.fates)
  holdSent(input, fates, { units, sent })
  barBehind(sent.floor, fates, units)
  const ledger = selectItems(input, fates, { units, growthTokens: growthRoom(continuing) })
  if (E.isLeft(ledger) || losesSent(input, fates, sent)) return null
  return {
    fates,
    ledger: ledger.right,
    laidOut: layOut(input, fates, sent),
    tailFrom: Math.max(sent.floor, tailStart(input, fates)),
    isCut: false,
    settledCause: 'supplement_withdrawn',
  }
}

/** Whether a tail leaves out for want of room what was sent of it. What is new and too large leaves the rest as it was. */
function losesSent(
  { conversationCount }: PlanInput,
  { dropped }: Fates,
  { floor, placeOf }: SentPlan,
): boolean {
  for (let index = floor; index < conversationCount; index++) {
    if ((placeOf[index] ?? -1) >= 0 && isForRoom(dropped[index])) return true
  }
  return false
}

/** The tail is chosen to find the mark; then everything is chosen anew beside what stays, which leaves room to others. */
function cutTail(continuing: Continuing): Either<Refused, Choice> {
  const { input, sent, units } = continuing
  const given = copyOf(continuing.fates)
  dropSettled(input, given, { units, sent })
  const fates = copyOf(given)
  const candidates = { units, growthTokens: growthRoom(continuing) }
  return pipe(
    selectItems(input, fates, candidates),
    E.flatMap((first) => {
      const mark = lowWaterMark(continuing, { fates, ledger: first })
      barBehind(mark, given, units)
      return pipe(
        selectItems(input, given, candidates),
        E.map((ledger) => {
          const tailFrom = Math.max(mark, tailStart(input, given))
          nameVerdicts(mark, { verdicts: fates, fates: given, ledger }, { input, units })
          const laidOut = layOut(input, given, null)
          return { fates: given, ledger, laidOut, tailFrom, isCut: true, settledCause: 'cut' }
        }),
      )
    }),
  )
}

function lowWaterMark(
  { growth, input, units }: Continuing,
  selected: { fates: Fates; ledger: Ledger },
): number {
  return lowWaterFloor(shareOf({ growth, input }), selected, { input, units })
}

/** What supplements may not fill up, so that the conversation can grow before it is cut again. */
function growthRoom({ growth, input }: Continuing): number {
  const { inputTokens } = input.budget
  return inputTokens - Math.floor((inputTokens * shareOf({ growth, input })) / 1000)
}

function shareOf({ growth, input }: Pick<Continuing, 'growth' | 'input'>): number {
  return lowWaterShare(growth, input.budget.inputTokens)
}

/**
 * With prices: what was sent stays only while the savings pay for leaving again at once. Otherwise the plan is the plain
 * tail's, less what stands behind the last cut, which never costs more than the plain tail itself.
 */
function chooseByPrice(continuing: Continuing, prices: CachePrices): Either<Refused, Chosen> {
  const { growth, input, sent, units } = continuing
  const fates = copyOf(continuing.fates)
  dropSettled(input, fates, { units, sent })
  return pipe(
    choosePlainTail({ ...continuing, fates }),
    E.map((plain) => {
      const priced: Priced = { input, sent, prices }
      const before = balanceBefore(priced, plain)
      const choice = holdWhatIsPaid(continuing, priced, before) ?? leanTail(continuing, priced, plain)
      return { ...choice, growth, balance: balanceAfter(priced, before, choice.laidOut) }
    }),
  )
}

/** The plan that holds what was sent, where the account covers leaving it after that plan; null where it does not. */
function holdWhatIsPaid(continuing: Continuing, priced: Priced, before: Balance): Choice | null {
  const reserve = reserveOf(priced)
  if (!isCacheCheaper(priced.prices) || before.savedThousandths < reserve) return null
  const held = continuePlan(continuing)
  if (E.isLeft(held)) return null
  const after = balanceAfter(priced, before, held.right.laidOut)
  return after.savedThousandths < reserve ? null : held.right
}

/** The plain tail from the floor on; where it does not reach the floor any more, cut to the low-water mark. */
function leanTail(continuing: Continuing, { prices }: Priced, plain: Choice): Choice {
  const { input, sent } = continuing
  const isOutgrown = losesSent(input, plain.fates, sent)
  if (!isCacheCheaper(prices)) return { ...plain, isCut: isOutgrown }
  if (isOutgrown) return { ...trimTo(lowWaterMark(continuing, plain), continuing, plain), isCut: true }
  return sent.floor === 0 ? plain : trimTo(sent.floor, continuing, plain)
}

/** The tail that was chosen, less what stands behind the floor; nothing else changes. */
function trimTo(floor: number, { input, units }: Continuing, plain: Choice): Choice {
  const fates = copyOf(plain.fates)
  const ledger = trimBehind(floor, fates, { input, units })
  nameVerdicts(floor, { verdicts: plain.fates, fates, ledger }, { input, units })
  const tailFrom = Math.max(floor, plain.tailFrom)
  return { ...plain, fates, ledger, laidOut: layOut(input, fates, null), tailFrom }
}
