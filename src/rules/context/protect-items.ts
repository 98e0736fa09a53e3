/**
 * Which items must stand in the plan? By position whatever their trust, by mark only with trust; a protected item
 * that may not be shown is a refusal, never a silent loss.
 */
import { E, type Either } from '../../base/fp.js'
import { compareCodeUnits } from '../../base/order.js'
import { refuse, type ProtectedNotAdmitted } from '../../contract/kernel-error.js'
import type { KeepReason } from '../../contract/context-plan.js'
import { hasSystemTrust, hasUserTrust } from './admit-items.js'
import { gives } from './columns.js'
import { SIGNAL } from './signals.js'
import type { ItemFacts } from './item-facts.js'
import type { PairedConversation } from './pair-conversation.js'
import type { Fates, PlanInput } from './plan-input.js'

/**
 * Marks every protected item as kept.
 *
 * @returns Left: protected items that are not admitted, unless the request says to drop them.
 */
export function protectItems(
  input: PlanInput,
  fates: Fates,
  pairing: PairedConversation,
): Either<ProtectedNotAdmitted, void> {
  const refused: number[] = []
  for (const [index, reason] of protections(input, fates, pairing)) {
    if (fates.dropped[index] === null) fates.kept[index] = reason
    else refused.push(index)
  }
  return refused.length === 0 || input.dropNotAdmitted
    ? E.right(undefined)
    : E.left(notAdmitted(input, fates, refused))
}

/**
 * The newest user message of the conversation, or -1. It is a refusal if that may not be shown; where the request
 * says to drop it, the plan is made as if it were not there.
 */
function findCurrentRequest(input: PlanInput, fates: Fates): number {
  for (let index = input.conversationCount - 1; index >= 0; index--) {
    if (!gives(input.columns, index, SIGNAL.userMessage)) continue
    if (fates.dropped[index] === null || !input.dropNotAdmitted) return index
  }
  return -1
}

/** Every protected item with the strongest reason: position before mark. */
function protections(
  input: PlanInput,
  fates: Fates,
  pairing: PairedConversation,
): ReadonlyMap<number, KeepReason> {
  const positions = new Map<number, KeepReason>()
  if ((input.columns.anySignal & SIGNAL.marked) !== 0) {
    input.facts.forEach((facts, index) => {
      const reason = gives(input.columns, index, SIGNAL.marked) ? protectionByMark(facts, input) : null
      if (reason !== null) positions.set(index, reason)
    })
  }
  for (const index of leadingInstructions(input, fates, pairing)) positions.set(index, 'system_policy')
  const live = pairing.live < 0 ? undefined : pairing.exchanges[pairing.live]
  for (const member of live?.members ?? []) positions.set(member, 'live_exchange')
  const current = findCurrentRequest(input, fates)
  if (current >= 0) positions.set(current, 'current_request')
  return positions
}

/**
 * System and developer messages before the first user message are instructions. A user message that may not be
 * shown is not there for this; a message that is part of an exchange stays in its place, behind its call.
 */
function leadingInstructions(input: PlanInput, fates: Fates, pairing: PairedConversation): readonly number[] {
  const leading: number[] = []
  for (let index = 0; index < input.conversationCount; index++) {
    const facts = input.facts[index]
    const isUserMessage = gives(input.columns, index, SIGNAL.userMessage)
    if (facts === undefined || (isUserMessage && fates.dropped[index] === null)) break
    const standsAlone = pairing.exchangeOf(index) < 0
    const speaksAsSystem = gives(input.columns, index, SIGNAL.speaksAsSystem)
    if (standsAlone && speaksAsSystem && hasSystemTrust(facts, input)) leading.push(index)
  }
  return leading
}

function protectionByMark(facts: ItemFacts, input: PlanInput): KeepReason | null {
  if (facts.item.kind === 'system-policy' && hasSystemTrust(facts, input)) return 'system_policy'
  if (facts.mark === null || !hasUserTrust(facts, input)) return null
  return facts.mark
}

function notAdmitted(input: PlanInput, fates: Fates, refused: readonly number[]): ProtectedNotAdmitted {
  const items = refused
    .map((index) => ({
      itemId: String(input.facts[index]?.item.itemId),
      reason: String(fates.dropped[index]),
    }))
    .sort((a, b) => compareCodeUnits(a.itemId, b.itemId))
  const [first] = items
  const more = items.length > 1 ? ` and ${String(items.length - 1)} more` : ''
  return refuse('ProtectedNotAdmitted', {
    items,
    message:
      `protected item \`${String(first?.itemId)}\` (${String(first?.reason)})${more} may not be shown; ` +
      'correct its labels, release its mark, or ask for protectedNotAdmitted: drop',
  })
}
