/**
 * What does planning start from? The decoded request as the rules take it, and the plan before matched with its items.
 */
import { E, pipe, type Either } from '../../base/fp.js'
import type { Digest } from '../../base/digest.js'
import { Caller } from '../../contract/caller.js'
import { ContextPlan } from '../../contract/context-plan.js'
import { decode, documentRefused, type Undecoded } from '../../contract/decode.js'
import { isContextPlan } from '../../contract/generated/context-plan.js'
import type { BudgetInvalid } from '../../contract/kernel-error.js'
import { PlanTerms } from '../../contract/plan-request.js'
import type { Identifier } from '../../contract/scalars.js'
import { budgetOf } from '../../rules/context/budget-of.js'
import { columnsOf } from '../../rules/context/columns.js'
import type { ItemFacts } from '../../rules/context/item-facts.js'
import type { PlanInput } from '../../rules/context/plan-input.js'
import { findSharedSequence, planOrder } from '../../rules/context/plan-order.js'
import { breakOfWhole } from '../../rules/context/report-prefix.js'
import { matchSent, type Matched } from '../../rules/context/sent-plan.js'
import type { Environment } from '../environment.js'
import { decodeAround } from './decode-around.js'
import { breach, decodeItems } from './decode-items.js'
import { digestItem } from './digest-item.js'
import type { PortSession } from './port-session.js'

/** The input of the rules, and the digest of each item by its index in `input.facts`. */
export interface ReadPlanInput {
  readonly input: PlanInput
  readonly digestAt: (index: number) => Digest
}

interface Asked {
  readonly request: unknown
  readonly caller: unknown
}

interface Counting {
  readonly session: PortSession
  readonly counterId: Identifier
}

/** Left: the request, the caller or the plan before is not what it claims to be, or the budget is impossible. */
export function readPlanInput(
  { options, seals }: Environment,
  asked: Asked,
  { session, counterId }: Counting,
): Either<Undecoded | BudgetInvalid, ReadPlanInput> {
  return pipe(
    decode(Caller, asked.caller),
    E.bindTo('caller'),
    E.bindW('around', () => decodeAround(PlanTerms, asked.request, ['items', 'previous'])),
    E.bindW('previous', ({ around }) => decodePrevious(around.apart.get('previous'))),
    E.bindW('budget', ({ around }) => budgetOf(around.terms.budget, options)),
    E.bindW('ordered', ({ around }) =>
      pipe(decodeItems('StampedPlanRequest', around.apart.get('items'), seals), E.flatMap(orderItems)),
    ),
    E.map(({ caller, around: { terms }, budget, ordered, previous }) => {
      const columns = columnsOf(ordered.facts, counterId)
      const digestAt = openDigests(ordered.facts, session)
      const placement = terms.placement ?? 'hybrid'
      const input: PlanInput = {
        ...ordered,
        columns,
        gate: { scopes: caller.scopes, sink: caller.sink, trustCeiling: caller.trustCeiling, now: terms.now },
        budget,
        partitions: terms.partitions ?? {},
        placement,
        conversation: terms.conversation ?? 'tail',
        dropNotAdmitted: terms.protectedNotAdmitted === 'drop',
        options,
        counterId,
        jointBound: session.jointBound,
        ...matchPrevious(previous, caller, { ...ordered, digestAt }),
        isPlacementChanged: previous !== null && previous.placement !== placement,
        cachePrices: terms.cachePrices ?? null,
      }
      return { input, digestAt }
    }),
  )
}

/** A plan is long, so its generated guard looks first; why it is refused is asked only then. */
function decodePrevious(previous: unknown): Either<Undecoded, ContextPlan | null> {
  if (previous === undefined) return E.right(null)
  if (isContextPlan(previous)) return E.right(previous)
  const decoded = decode(ContextPlan, previous)
  if (E.isRight(decoded)) return decoded
  return decoded.left._tag === 'DocumentNewer'
    ? decoded
    : E.left(documentRefused('StampedPlanRequest', decoded.left.issues, '/previous'))
}

function matchPrevious(
  previous: ContextPlan | null,
  { sink }: Caller,
  matched: Matched,
): Pick<PlanInput, 'sent' | 'wholeBreak'> {
  if (previous === null) return { sent: null, wholeBreak: null }
  const before = previous.sink
  const isSameSink =
    before.sink === sink.sink && before.locality === sink.locality && before.clearance === sink.clearance
  const sent = isSameSink ? matchSent(previous, matched) : null
  return sent?.order.some((index) => index >= 0) === true
    ? { sent, wholeBreak: null }
    : { sent: null, wholeBreak: breakOfWhole(previous.selected, isSameSink) }
}

/** An item that was not sealed is digested once, when it is first asked for. */
function openDigests(facts: readonly ItemFacts[], { sha256Hex }: PortSession): (index: number) => Digest {
  const known = new Map<number, Digest>()
  return (index) => {
    const { item, seal } = facts[index] as ItemFacts
    if (seal !== null) return seal.digest
    const digest = known.get(index) ?? digestItem(sha256Hex, item)
    known.set(index, digest)
    return digest
  }
}

function orderItems(facts: readonly ItemFacts[]): Either<Undecoded, ReturnType<typeof planOrder>> {
  const ordered = planOrder(facts)
  const shared = findSharedSequence(ordered.facts, ordered.conversationCount)
  if (shared === null) return E.right(ordered)
  const pointer = `/items/${String(facts.indexOf(shared))}/source/sequence`
  return E.left(breach('StampedPlanRequest', pointer, 'unique-sequence'))
}
