/**
 * Where does the tail of the conversation begin, and what does it cost to begin later? Moves the beginning forward
 * only, at the border of an exchange; what is protected stays wherever it stands.
 */
import type { KeepReason } from '../../contract/context-plan.js'
import type { Identifier } from '../../contract/scalars.js'
import { addTo, costOf, openAccount, type OpenAccount } from './account.js'
import { bookOrdinary, plainCostAt } from './headroom.js'
import { groupAt, unitAt, type Units } from './form-units.js'
import { book, chargeOf, costIn, fitOf, openLedger, totalOf, type Ledger } from './ledger.js'
import { isForRoom, isOpen, isTooLarge, type Fates, type PlanInput } from './plan-input.js'

/** The reasons of a tail: what is in the plan for one of these may be left out again. */
const TAIL_REASONS: ReadonlySet<KeepReason | null> = new Set<KeepReason>([
  'in_tail',
  'left_over',
  'in_partition',
])

/** The index at which a selected tail begins; 0 where nothing of the conversation was left out for want of room. */
export function tailStart({ conversationCount }: PlanInput, { dropped }: Fates): number {
  for (let index = conversationCount - 1; index >= 0; index--) {
    if (isForRoom(dropped[index])) return index + 1
  }
  return 0
}

/**
 * The item that stands for the beginning of a tail in the next plan: the first that is in it, or where it holds nothing
 * the newest that had no room, which is tried again. 0 where nothing was left out for want of room.
 */
export function tailBegin({ conversationCount }: PlanInput, { dropped, kept }: Fates, start: number): number {
  let leftOut = start - 1
  while (leftOut >= 0 && !isForRoom(dropped[leftOut]) && dropped[leftOut] !== 'before_cut') leftOut -= 1
  if (leftOut < 0) return 0
  for (let index = start; index < conversationCount; index++) if (kept[index] !== null) return index
  return leftOut
}

/** The beginning of a tail as a plan names it. */
export function tailFromAt({ facts }: PlanInput, begin: number): { tailFrom?: Identifier } {
  const first = begin > 0 ? facts[begin] : undefined
  return first === undefined ? {} : { tailFrom: first.itemId }
}

/** Before selection: what stands behind the floor stays out, unless it is protected. */
export function barBehind(floor: number, fates: Fates, units: Units): void {
  for (let index = floor - 1; index >= 0; index--) {
    const group = groupAt(units, index)
    if (group !== null && (group.newest >= floor || group.newest !== index)) continue
    const members = group?.members ?? [index]
    if (!members.every((member) => isOpen(fates, member))) continue
    for (const member of members) fates.dropped[member] = 'before_cut'
  }
}

/** After selection: what stands behind the floor is left out, and the ledger is written anew. */
export function trimBehind(floor: number, fates: Fates, given: { input: PlanInput; units: Units }): Ledger {
  const { input, units } = given
  for (let index = floor - 1; index >= 0; index--) {
    const group = groupAt(units, index)
    if (group !== null && group.newest >= floor) continue
    if (!TAIL_REASONS.has(fates.kept[index] ?? null) && fates.dropped[index] !== 'tail_closed') continue
    for (const member of group?.members ?? [index]) {
      fates.kept[member] = null
      fates.dropped[member] = 'before_cut'
    }
  }
  return ledgerOf(input, fates, units)
}

/** Of a tail that was cut, and of the longest one. */
interface Judged {
  readonly verdicts: Fates
  readonly fates: Fates
  readonly ledger: Ledger
}

/**
 * Behind the floor an item is called too large only where it has no room beside what is chosen, so that a reference could
 * stand in its place; whatever would fit is kept out by the cut.
 */
export function nameVerdicts(
  floor: number,
  { verdicts, fates, ledger }: Judged,
  { input, units }: { input: PlanInput; units: Units },
): void {
  const limits = { input, soft: null, reservedTokens: 0 }
  for (let index = 0; index < floor; index++) {
    const verdict = verdicts.dropped[index] ?? null
    if (!isTooLarge(verdict) || fates.kept[index] !== null) continue
    const charge = chargeOf(unitAt(units, index, input), input)
    fates.dropped[index] = fitOf(ledger, charge, limits) === 'fits' ? 'before_cut' : verdict
  }
}

/**
 * The floor that leaves the conversation a share of its room, to the unit border that is nearest. The newest unit of the
 * tail stays even where it is larger: the immediate predecessor of the request is kept whole.
 *
 * @param share thousandths of the room
 * @returns at least where the tail begins anyway
 */
export function lowWaterFloor(
  share: number,
  { fates, ledger }: { fates: Fates; ledger: Ledger },
  { input, units }: { input: PlanInput; units: Units },
): number {
  const target = Math.floor((conversationRoom(input, ledger) * share) / 1000)
  const start = tailStart(input, fates)
  const account = protectedConversation(input, fates, units)
  let isNewest = true
  for (let index = input.conversationCount - 1; index >= start; index--) {
    if (!TAIL_REASONS.has(fates.kept[index] ?? null)) continue
    const group = groupAt(units, index)
    if (group !== null && group.newest !== index) continue
    const below = costOf(account, ledger.tariff)
    addTo(account, chargeOf(unitAt(units, index, input), input).whole)
    const above = costOf(account, ledger.tariff)
    if (!isNewest && above > target && above - target > target - below) return index + 1
    isNewest = false
  }
  return start
}

/** What the conversation could cost at most beside everything else that is chosen, in tokens. */
function conversationRoom(input: PlanInput, ledger: Ledger): number {
  const others = totalOf(ledger, input) - costIn(ledger, 'conversation')
  const ceiling = input.partitions.conversation?.maxTokens ?? Infinity
  return Math.max(0, Math.min(ceiling, input.budget.inputTokens - others))
}

function protectedConversation(input: PlanInput, { kept }: Fates, units: Units): OpenAccount {
  const account = openAccount()
  for (let index = 0; index < input.conversationCount; index++) {
    const reason = kept[index] ?? null
    if (reason === null || TAIL_REASONS.has(reason)) continue
    const group = groupAt(units, index)
    if (group === null || group.newest === index)
      addTo(account, chargeOf(unitAt(units, index, input), input).whole)
  }
  return account
}

/** A ledger of everything that is kept. */
function ledgerOf(input: PlanInput, { kept }: Fates, units: Units): Ledger {
  const ledger = openLedger(input)
  for (let index = 0; index < input.facts.length; index++) {
    if (kept[index] === null) continue
    const group = groupAt(units, index)
    if (group === null && plainCostAt(index, input) < Infinity) bookOrdinary(ledger, index, input)
    else if (group === null || group.members[0] === index)
      book(ledger, chargeOf(unitAt(units, index, input), input))
  }
  return ledger
}
