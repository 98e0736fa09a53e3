/**
 * What does the model see? The steps of planning in order, each in a file named after it; pure, and the same input
 * gives the same answer.
 */
import type { Pairing } from '../../base/pairing.js'
import { E, pipe, type Either } from '../../base/fp.js'
import type { AwaitedCall, ContextPlan, KeepReason } from '../../contract/context-plan.js'
import type {
  ProtectedNotAdmitted,
  ProtectedOverBudget,
  ProtectedOverCeiling,
} from '../../contract/kernel-error.js'
import type { ExternalId, TokenSum } from '../../contract/scalars.js'
import { admitItems } from './admit-items.js'
import { breakExchanges, findBonds, pairConversation, type Bonds } from './break-exchanges.js'
import { gives, SIGNAL } from './columns.js'
import { explainPlan } from './explain-plan.js'
import { formUnits, unitAt, type Units } from './form-units.js'
import { isInjected, layOut, type LaidOut } from './lay-out.js'
import { totalOf, type Ledger } from './ledger.js'
import { protectItems } from './protect-items.js'
import { selectItems } from './select-items.js'
import { undecided, type Fates, type PlanInput } from './plan-input.js'
import { expectedOf, viewForSink } from './view-for-sink.js'

/** Why no plan could be made. */
export type PlanRefusal = ProtectedNotAdmitted | ProtectedOverBudget | ProtectedOverCeiling

/** The decision, without digests and stamps. */
export interface DecidedPlan extends Pick<
  ContextPlan,
  'awaiting' | 'expectedTokens' | 'explanation' | 'sinkView' | 'totalTokens'
> {
  /** In the order of the window; indexes in the facts that were given. */
  readonly laidOut: readonly LaidOut[]
  /** Why each item is in the plan, by index; null for what is not. */
  readonly kept: readonly (KeepReason | null)[]
}

/**
 * Decides a plan.
 *
 * @returns Right: the chosen items, total at most the input budget. Left: what is protected cannot stand in it.
 * @law every item is either chosen or dropped with a reason
 * @law an exchange is chosen whole or not at all
 * @req REQ-PLAN-230 to REQ-PLAN-243
 */
export function decidePlan(input: PlanInput): Either<PlanRefusal, DecidedPlan> {
  const fates = undecided(input.facts.length)
  const bonds = findBonds(input)
  admitItems(input, fates)
  const pairing = pairConversation(input, fates, bonds)
  breakExchanges(input, fates, { pairing, bonds })
  return pipe(
    protectItems(input, fates, pairing),
    E.map(() => candidates(input, fates, { pairing, bonds })),
    E.flatMap((units) => selectItems(input, fates, units)),
    E.map((ledger) => assemble(input, fates, { pairing, ledger })),
  )
}

function candidates(input: PlanInput, fates: Fates, found: { pairing: Pairing; bonds: Bonds }): Units {
  const units = formUnits(input, fates, found)
  if (!isAsked(input, fates)) dropInjected(input, fates, units)
  return units
}

/** Whether a user message is certain to be shown. */
function isAsked({ columns, conversationCount }: PlanInput, fates: Fates): boolean {
  for (let index = conversationCount - 1; index >= 0; index--) {
    if (fates.kept[index] !== null && gives(columns, index, SIGNAL.userMessage)) return true
  }
  return false
}

/** Where no user message is certain to be shown, nothing is injected: there is nobody to inject it for. */
function dropInjected(input: PlanInput, fates: Fates, units: Units): void {
  for (let index = input.conversationCount; index < input.facts.length; index++) {
    if (fates.dropped[index] !== null || !isInjected(input, index)) continue
    const { members, newest } = unitAt(units, index, input)
    if (newest >= 0 || members.some((member) => fates.kept[member] !== null)) continue
    for (const member of members) fates.dropped[member] = 'no_user_message'
  }
}

function assemble(
  input: PlanInput,
  fates: Fates,
  { pairing, ledger }: { pairing: Pairing; ledger: Ledger },
): DecidedPlan {
  const laidOut = layOut(input, fates)
  const totalTokens = totalOf(ledger, input)
  const expectedTokens = laidOut.reduce((sum, { indexes }) => sum + expectedOf(input, indexes), 0)
  return {
    laidOut,
    kept: fates.kept,
    totalTokens: totalTokens as TokenSum,
    expectedTokens: expectedTokens as TokenSum,
    awaiting: awaitedCalls(input, fates, pairing),
    explanation: explainPlan(input, fates, ledger),
    sinkView: viewForSink(input, laidOut, totalTokens),
  }
}

function awaitedCalls(input: PlanInput, fates: Fates, pairing: Pairing): readonly AwaitedCall[] {
  const awaited: AwaitedCall[] = []
  for (const { open } of pairing.exchanges) {
    for (const { position, id } of open) {
      const facts = input.facts[position]
      if (facts === undefined || fates.kept[position] === null) continue
      awaited.push({ itemId: facts.item.itemId, callId: id as ExternalId })
    }
  }
  return awaited
}
