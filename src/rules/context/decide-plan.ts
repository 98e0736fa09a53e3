/**
 * What does the model see? The steps of planning in order, each in a file named after it; pure, and the same input
 * gives the same answer.
 */
import { E, pipe, type Either } from '../../base/fp.js'
import type { AwaitedCall, ContextPlan, KeepReason } from '../../contract/context-plan.js'
import type { Epoch, PrefixBreak } from '../../contract/epoch.js'
import type {
  ProtectedNotAdmitted,
  ProtectedOverBudget,
  ProtectedOverCeiling,
} from '../../contract/kernel-error.js'
import { ITEMS_MAX, type Count, type ExternalId, type TokenSum } from '../../contract/scalars.js'
import { accountOf } from './cache-account.js'
import { chooseItems, type Chosen } from './choose-items.js'
import { admitItems } from './admit-items.js'
import { breakExchanges } from './break-exchanges.js'
import { expectedOf } from './columns.js'
import { dropInjected } from './drop-injected.js'
import { explainPlan } from './explain-plan.js'
import { formUnits, type Units } from './form-units.js'
import type { LaidOut } from './lay-out.js'
import { totalOf } from './ledger.js'
import { findBonds, pairConversation, type Bonds, type PairedConversation } from './pair-conversation.js'
import { undecided, type Fates, type PlanInput } from './plan-input.js'
import { protectItems } from './protect-items.js'
import { reportPrefix } from './report-prefix.js'
import { tailBegin, tailFromAt } from './tail.js'
import { viewForSink } from './view-for-sink.js'

/** Why no plan could be made. */
export type PlanRefusal = ProtectedNotAdmitted | ProtectedOverBudget | ProtectedOverCeiling

/** The decision, without digests and stamps. */
export interface DecidedPlan extends Pick<
  ContextPlan,
  | 'awaiting'
  | 'epoch'
  | 'expectedTokens'
  | 'explanation'
  | 'prefixBreak'
  | 'reusablePrefixTokens'
  | 'sinkView'
  | 'totalTokens'
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
 * @req REQ-PLAN-230 to REQ-PLAN-248
 */
export function decidePlan(input: PlanInput): Either<PlanRefusal, DecidedPlan> {
  const fates = undecided(input.facts.length)
  const bonds = findBonds(input)
  admitItems(input, fates)
  const pairing = pairConversation(input, fates, bonds)
  breakExchanges(input, fates, { pairing, bonds })
  return pipe(
    protectItems(input, fates, pairing),
    E.map(() => formCandidates(input, fates, { pairing, bonds })),
    E.flatMap((units) => chooseItems(input, fates, units)),
    E.map((chosen) => assemble(input, chosen, pairing)),
  )
}

function formCandidates(
  input: PlanInput,
  fates: Fates,
  found: { pairing: PairedConversation; bonds: Bonds },
): Units {
  const units = formUnits(input, fates, found)
  dropInjected(input, fates, units)
  return units
}

function assemble(input: PlanInput, chosen: Chosen, pairing: PairedConversation): DecidedPlan {
  const { fates, laidOut, ledger } = chosen
  const totalTokens = totalOf(ledger, input)
  const expectedTokens = laidOut.reduce((sum, { indexes }) => sum + expectedOf(input.columns, indexes), 0)
  return {
    laidOut,
    kept: fates.kept,
    totalTokens: totalTokens as TokenSum,
    expectedTokens: expectedTokens as TokenSum,
    awaiting: awaitedCalls(input, fates, pairing),
    epoch: epochOf(input, chosen),
    ...prefixOf(input, chosen),
    explanation: explainPlan(input, fates, ledger),
    sinkView: viewForSink(input, laidOut, totalTokens),
  }
}

function epochOf(input: PlanInput, { balance, fates, growth, isCut, tailFrom }: Chosen): Epoch {
  const before = input.sent?.epoch.number ?? 1
  const number = isCut ? Math.min(before + 1, ITEMS_MAX) : before
  return {
    number: number as Count,
    requests: growth.requests as Count,
    grownTokens: growth.grownTokens as TokenSum,
    ...tailFromAt(input, tailBegin(input, fates, tailFrom)),
    ...(balance === null ? {} : { account: accountOf(balance, input) }),
  }
}

/** How the plan begins beside the one before it; without one there is nothing to reuse and nothing to break. */
function prefixOf(
  input: PlanInput,
  { fates, isCut, laidOut, settledCause }: Chosen,
): Pick<DecidedPlan, 'prefixBreak' | 'reusablePrefixTokens'> {
  const { sent, wholeBreak } = input
  if (sent === null) return broken(0, wholeBreak)
  const indexes = laidOut.flatMap((segment) => segment.indexes)
  const report = reportPrefix(input, sent, { fates, indexes, isCut, settledCause })
  return broken(report.reusablePrefixTokens, report.prefixBreak)
}

function broken(
  tokens: number,
  prefixBreak: PrefixBreak | null,
): Pick<DecidedPlan, 'prefixBreak' | 'reusablePrefixTokens'> {
  const reusablePrefixTokens = tokens as TokenSum
  return prefixBreak === null ? { reusablePrefixTokens } : { reusablePrefixTokens, prefixBreak }
}

function awaitedCalls(input: PlanInput, fates: Fates, pairing: PairedConversation): readonly AwaitedCall[] {
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
