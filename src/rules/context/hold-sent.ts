/**
 * What of that which was sent stays, and what falls at a cut? Between cuts everything stays that stands beside the tail;
 * a cut takes along the supplements of earlier user messages.
 */
import { groupAt, type Units } from './form-units.js'
import { isFloat } from './floats.js'
import { newestKeptUserMessage } from './lay-out.js'
import type { Fates, PlanInput } from './plan-input.js'
import type { SentPlan } from './sent-plan.js'

interface Sending {
  readonly units: Units
  readonly sent: SentPlan
}

/**
 * Keeps everything beside the tail that was sent and may still be shown: supplements, and what stands in front of the
 * tail because it was protected once, as the request of a turn is that outgrew its room.
 */
export function holdSent(input: PlanInput, fates: Fates, { units, sent }: Sending): void {
  for (const index of sent.order) {
    if (index < 0 || fates.dropped[index] !== null) continue
    const isBeside = index >= input.conversationCount || isBeforeTail(index, { units, sent })
    if (isBeside) fates.kept[index] ??= 'sent_before'
  }
}

/** Whether an item of the conversation, with everything it travels with, was sent and is older than the tail. */
function isBeforeTail(index: number, { units, sent }: Sending): boolean {
  const group = groupAt(units, index)
  if (group === null) return index < sent.floor
  return group.newest < sent.floor && group.members.every((member) => (sent.placeOf[member] ?? -1) >= 0)
}

/**
 * Leaves out supplements that were sent with an earlier user message, unless they are protected: they were recalled for
 * that message, and what a plan leaves out can be recalled again.
 */
export function dropSettled(input: PlanInput, fates: Fates, { units, sent }: Sending): void {
  const newestUser = newestKeptUserMessage(input, fates)
  const current = newestUser < 0 ? -1 : (sent.placeOf[newestUser] ?? -1)
  const settledUpTo = current < 0 ? sent.order.length : blockStart(input, sent, current)
  for (let place = 0; place < settledUpTo; place++) {
    const index = sent.order[place] ?? -1
    if (index < 0 || fates.kept[index] !== null || fates.dropped[index] !== null) continue
    if (isFloat(input, fates, index) && groupAt(units, index) === null) fates.dropped[index] = 'sent_earlier'
  }
}

/** Where the supplements begin that stand directly before a place. */
function blockStart({ conversationCount }: PlanInput, { order }: SentPlan, place: number): number {
  let start = place
  while (start > 0 && !((order[start - 1] ?? -1) < conversationCount)) start -= 1
  return start
}
