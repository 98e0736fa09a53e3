/**
 * What is injected when nobody asks? Nothing: supplements stand before a user message, and fall where none is certain
 * to be shown.
 */
import { gives } from './columns.js'
import { unitAt, type Units } from './form-units.js'
import { newestKeptUserMessage } from './lay-out.js'
import type { Fates, PlanInput } from './plan-input.js'
import { SIGNAL } from './signals.js'

/** Called when only what is protected is kept, so that a kept user message is certain. */
export function dropInjected(input: PlanInput, fates: Fates, units: Units): void {
  if (newestKeptUserMessage(input, fates) >= 0) return
  for (let index = input.conversationCount; index < input.facts.length; index++) {
    if (fates.dropped[index] !== null || !isInjected(input, index)) continue
    const { members, newest } = unitAt(units, index, input)
    if (newest >= 0 || members.some((member) => fates.kept[member] !== null)) continue
    for (const member of members) fates.dropped[member] = 'no_user_message'
  }
}

/** Whether an item would be put before the user message, and so needs one. */
function isInjected({ columns, conversationCount }: PlanInput, index: number): boolean {
  return index >= conversationCount && !gives(columns, index, SIGNAL.summary | SIGNAL.instruction)
}
