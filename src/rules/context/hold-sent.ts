/**
 * What of that which was sent stays, and what falls at a cut? Between cuts everything stays that stands beside the tail;
 * a cut takes along the supplements of earlier user messages.
 */
import { groupAt, type Unit, type Units } from './form-units.js'
import { isFloat } from './floats.js'
import { newestKeptUserMessage } from './lay-out.js'
import { isOpen, isTooLarge, type Fates, type PlanInput } from './plan-input.js'
import type { SentPlan } from './admit-sent.js'

interface Sending {
  readonly units: Units
  readonly sent: SentPlan
}

/**
 * Keeps everything beside the tail that was sent and may still be shown: supplements, and what stands in front of the
 * tail because it was protected once, as the request of a turn is that outgrew its room. What had no room then, and would
 * stand in front of what was sent, stays out until the cut.
 */
export function holdSent(input: PlanInput, fates: Fates, { units, sent }: Sending): void {
  const isBeside = (index: number) => index >= input.conversationCount
  for (const members of membersOf(sent.leftOut, units)) {
    const isInFront = (index: number) =>
      isBeside(index) && isOpen(fates, index) && !isFloat(input, fates, index)
    if (members.every(isInFront)) for (const index of members) fates.dropped[index] = 'before_cut'
  }
  const isSent = (index: number) => (sent.placeOf[index] ?? -1) >= 0
  for (const members of membersOf(sent.order, units)) {
    const isBeforeTail = members.every((index) => isSent(index) && (isBeside(index) || index < sent.floor))
    for (const index of members) {
      const isHeld = isBeforeTail || (isSent(index) && isBeside(index))
      if (isHeld && isOpen(fates, index)) fates.kept[index] = 'sent_before'
    }
  }
}

/** The units that items belong to, each once. */
function membersOf(indexes: Iterable<number>, units: Units): readonly (readonly number[])[] {
  const groups = new Set<Unit>()
  const members: (readonly number[])[] = []
  for (const index of indexes) {
    const group = index < 0 ? null : groupAt(units, index)
    if (group !== null) groups.add(group)
    else if (index >= 0) members.push([index])
  }
  for (const group of groups) members.push(group.members)
  return members
}

/**
 * Leaves out supplements that were sent with an earlier user message, unless they are protected: they were recalled for
 * that message, and what a plan leaves out can be recalled again. Task state was recalled for none.
 */
export function dropSettled(input: PlanInput, fates: Fates, { units, sent }: Sending): void {
  const current = placeOfMessage(newestKeptUserMessage(input, fates), { input, sent })
  const settledUpTo = current < 0 ? sent.order.length : blockStart(input, sent, current)
  for (let place = 0; place < settledUpTo; place++) {
    const index = sent.order[place] ?? -1
    if (index < 0 || !isOpen(fates, index)) continue
    const isRecalled = isFloat(input, fates, index) && input.facts[index]?.partition !== 'task'
    if (isRecalled && groupAt(units, index) === null) fates.dropped[index] = 'sent_earlier'
  }
}

/** New supplements that found no room: neither sent nor handed over with the plan before. */
export function starvedSupplements(input: PlanInput, fates: Fates, sent: SentPlan): readonly number[] {
  const starved: number[] = []
  for (let index = input.conversationCount; index < input.facts.length; index++) {
    const isNew = (sent.placeOf[index] ?? -1) < 0 && !sent.passedOver.has(index)
    if (isNew && isTooLarge(fates.dropped[index]) && isFloat(input, fates, index)) starved.push(index)
  }
  return starved
}

/** Where a message stood in the plan before, also where it was worded otherwise; or -1. */
function placeOfMessage(index: number, { input, sent }: { input: PlanInput; sent: SentPlan }): number {
  if (index < 0) return -1
  const place = sent.placeOf[index] ?? -1
  const itemId = input.facts[index]?.item.itemId
  return place >= 0 ? place : sent.entries.findIndex((entry) => entry.itemId === itemId)
}

/** Where the supplements begin that stand directly before a place; of those that are gone the segment tells. */
function blockStart({ conversationCount }: PlanInput, { entries, order }: SentPlan, place: number): number {
  const isSupplementAt = (at: number) => {
    const index = order[at] ?? -1
    return index < 0 ? entries[at]?.segment === 'fresh' : index >= conversationCount
  }
  let start = place
  while (start > 0 && isSupplementAt(start - 1)) start -= 1
  return start
}
