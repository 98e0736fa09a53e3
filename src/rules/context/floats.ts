/**
 * Which items stand before a user message and move with it from plan to plan, unless they were sent? Supplements, and
 * where the placement says so what is standing; never conversation, instructions or summaries.
 */
import type { KeepReason } from '../../contract/context-plan.js'
import { gives } from './columns.js'
import type { Fates, PlanInput } from './plan-input.js'
import { SIGNAL } from './signals.js'

/** Whether a kept item floats; under `stable-prefix` every item has a place of its own. */
export function isFloat(input: PlanInput, fates: Fates, index: number): boolean {
  const { placement } = input
  if (placement === 'stable-prefix' || !isSupplement(input, index)) return false
  return placement === 'latest-user' || !isStanding(input, index, fates.kept[index] ?? null)
}

/** Whether an item is neither conversation nor instruction nor summary. */
export function isSupplement({ columns, conversationCount }: PlanInput, index: number): boolean {
  return index >= conversationCount && !gives(columns, index, SIGNAL.summary | SIGNAL.instruction)
}

/** Whether a supplement stands with the pins. */
export function isStanding({ facts }: PlanInput, index: number, reason: KeepReason | null): boolean {
  return facts[index]?.partition === 'memory' && reason === 'pinned'
}
