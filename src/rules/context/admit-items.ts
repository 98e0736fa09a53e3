/**
 * Which items may be shown at all? The first step of planning: labels, expiry, and who may speak as the system.
 */
import type { DropReason } from '../../contract/context-plan.js'
import { denialOf, effectiveTrust, isTrustedAs } from '../labels/admission.js'
import type { ItemFacts } from './item-facts.js'
import type { Fates, PlanInput } from './plan-input.js'

/** Marks every item that is not admitted with its first reason. */
export function admitItems(input: PlanInput, fates: Fates): void {
  // Sealed items share their labels, so a run of one label set is judged once.
  let judged: ItemFacts['labels'] | null = null
  for (let index = 0; index < input.facts.length; index++) {
    const facts = input.facts[index] as ItemFacts
    const { labels, expiresAt } = facts
    if (labels === judged && expiresAt === undefined && !facts.speaksAsSystem) continue
    const refusal = refusalOf(facts, input)
    fates.dropped[index] = refusal
    judged = refusal === null ? labels : null
  }
}

/** Whether the trust an item really has lets its marks protect it. */
export function hasUserTrust(facts: ItemFacts, input: PlanInput): boolean {
  return isTrustedAs(effectiveTrust(facts.labels.trust, input.gate.trustCeiling), 'user')
}

/** Whether the trust an item really has lets it speak as the system. */
export function hasSystemTrust(facts: ItemFacts, input: PlanInput): boolean {
  return isTrustedAs(effectiveTrust(facts.labels.trust, input.gate.trustCeiling), 'verified')
}

function refusalOf(facts: ItemFacts, input: PlanInput): DropReason | null {
  const denial = denialOf(facts.labels, facts.expiresAt, input.gate)
  if (denial !== null) return denial
  return facts.speaksAsSystem && !hasSystemTrust(facts, input) ? 'untrusted_system_policy' : null
}
