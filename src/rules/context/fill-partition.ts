/**
 * How is one partition filled? Conversation as a contiguous tail, newest first, that closes at the first unit
 * that does not fit; everything else one by one in order of preference.
 */
import type { DropReason, KeepReason } from '../../contract/context-plan.js'
import type { Charge } from './account.js'
import { book, chargeOf, fitOf, type Fit, type Ledger, type Limits } from './ledger.js'
import { groupAt, unitAt, type Unit, type Units } from './form-units.js'
import { bookOrdinary, headroomOf, plainCostAt, plainCostOf } from './headroom.js'
import { hasPlacedTwin, placeText, type Twins } from './find-twins.js'
import { isForRoom, type Fates, type PlanInput } from './plan-input.js'

export interface Filling extends Limits {
  readonly fates: Fates
  readonly ledger: Ledger
  readonly twins: Twins
  readonly reason: KeepReason
}

/** Takes each unit that fits and has no place yet, in the order given. */
export function fillGreedily(units: readonly Unit[], filling: Filling): void {
  for (const unit of units) {
    if (filling.fates.kept[unit.first] !== null) continue
    if (hasPlacedTwin(filling.twins, unit.first)) {
      leave(unit, 'duplicate_content', filling.fates)
      continue
    }
    const charge = chargeOf(unit, filling.input)
    const fit = fitOf(filling.ledger, charge, filling)
    if (fit === 'fits') keep(unit, charge, filling)
    else leave(unit, reasonOf(fit), filling.fates)
  }
}

/**
 * Takes units of the conversation, newest first, until one does not fit.
 *
 * The first unit of the tail, the immediate predecessor of what is protected, is kept whole even where it is larger
 * than the soft share, as long as the budget holds it; the tail then closes.
 */
export function fillTail(units: Units, filling: Filling): void {
  const { fates, input, ledger } = filling
  let isFirst = filling.soft !== null
  let headroom = headroomOf(ledger, filling)
  for (let index = input.conversationCount - 1; index >= 0; index--) {
    if (!isWaiting(index, fates) || isOlderMember(units, index)) continue
    const cost = plainCost(units, index, input)
    if (cost <= headroom) {
      headroom -= cost
      keepOrdinary(units, index, filling)
      isFirst = false
      continue
    }
    if (!keepIfItFits(unitAt(units, index, input), isFirst, filling))
      return closeTail(units, index - 1, filling)
    isFirst = false
    headroom = headroomOf(ledger, filling)
  }
}

/** Keeps a unit near a limit if it fits; false where the tail closes with it. */
function keepIfItFits(unit: Unit, isFirst: boolean, filling: Filling): boolean {
  const charge = chargeOf(unit, filling.input)
  const fit = fitOf(filling.ledger, charge, filling)
  const oversized = isFirst && fit === 'over_soft_share' && fitsWithoutShare(charge, filling)
  if (fit === 'fits' || oversized) keep(unit, charge, filling)
  else leave(unit, reasonOf(fit), filling.fates)
  return fit === 'fits'
}

/** A unit is tried at its newest member. */
function isOlderMember(units: Units, index: number): boolean {
  const group = groupAt(units, index)
  return group !== null && group.newest !== index
}

function plainCost(units: Units, index: number, input: PlanInput): number {
  const group = groupAt(units, index)
  return group === null ? plainCostAt(index, input) : plainCostOf(group.members, input)
}

function keepOrdinary(units: Units, index: number, { fates, input, ledger, reason }: Filling): void {
  for (const member of groupAt(units, index)?.members ?? [index]) {
    bookOrdinary(ledger, member, input)
    fates.dropped[member] = null
    fates.kept[member] = reason
  }
}

/** Everything older stays out, unless a later turn gives it a place. */
function closeTail(units: Units, from: number, { fates }: Filling): void {
  for (let index = from; index >= 0; index--) {
    if (!isWaiting(index, fates)) continue
    const group = groupAt(units, index)
    if (group === null) fates.dropped[index] = 'tail_closed'
    // Once for each group, and never for the one that closed the tail: its older members stand here too.
    else if (group.newest === index) leave(group, 'tail_closed', fates)
  }
}

/** Whether an item has no place and was left out for want of room only, so that a later turn may still take it. */
function isWaiting(index: number, { kept, dropped }: Fates): boolean {
  return kept[index] === null && (dropped[index] === null || isForRoom(dropped[index]))
}

function fitsWithoutShare(charge: Charge, filling: Filling): boolean {
  return fitOf(filling.ledger, charge, { ...filling, soft: null }) === 'fits'
}

/** A unit over its soft share waits for what is left over; if nothing is, the budget was the reason. */
function reasonOf(fit: Fit): DropReason {
  return fit === 'over_ceiling' ? 'over_ceiling' : 'over_budget'
}

function keep(unit: Unit, charge: Charge, { fates, ledger, reason, twins }: Filling): void {
  book(ledger, charge)
  placeText(twins, unit.first)
  for (const index of unit.members) {
    fates.dropped[index] = null
    fates.kept[index] = reason
  }
}

/** A later turn may still give the unit a place, so the reason is the last one that held. */
function leave(unit: Unit, reason: DropReason, fates: Fates): void {
  for (const index of unit.members) fates.dropped[index] = reason
}
