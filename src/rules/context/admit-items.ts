/**
 * Which items may be shown at all? The first step of planning: labels, expiry, and who may speak as the system.
 */
import type { DropReason } from '../../contract/context-plan.js'
import { denialOf, effectiveTrust, isTrustedAs } from '../labels/admission.js'
import { gives } from './columns.js'
import { SIGNAL } from './signals.js'
import type { ItemFacts } from './item-facts.js'
import type { Fates, PlanInput } from './plan-input.js'

/** Marks every item that is not admitted with its first reason. */
export function admitItems(input: PlanInput, fates: Fates): void {
  const { columns, facts } = input
  // One label set is judged once; what expires or speaks as the system is judged by itself.
  const verdicts: (DropReason | null | undefined)[] = []
  for (let index = 0; index < facts.length; index++) {
    if (gives(columns, index, SIGNAL.expires | SIGNAL.speaksAsSystem)) {
      fates.dropped[index] = refusalOf(facts[index] as ItemFacts, input)
      continue
    }
    const labelSet = columns.labelSet[index] as number
    let verdict = verdicts[labelSet]
    if (verdict === undefined) verdicts[labelSet] = verdict = refusalOf(facts[index] as ItemFacts, input)
    fates.dropped[index] = verdict
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
  return (facts.signals & SIGNAL.speaksAsSystem) !== 0 && !hasSystemTrust(facts, input)
    ? 'untrusted_system_policy'
    : null
}
