/**
 * What does the model see? Decodes a request, decides by the pure rules of `rules/context`, and answers a digested
 * plan; it calls no port but Hash and the token counter's bound, and has no effect.
 */
import { E, pipe, type Either } from '../base/fp.js'
import { digestOfCanonical, type Digest } from '../base/digest.js'
import { Caller } from '../contract/caller.js'
import {
  CONTEXT_PLAN_SCHEMA,
  type ContextPlan,
  type KeepReason,
  type SelectedItem,
} from '../contract/context-plan.js'
import { decode, type Undecoded } from '../contract/decode.js'
import type { BudgetInvalid, KernelError } from '../contract/kernel-error.js'
import { PlanTerms } from '../contract/plan-request.js'
import type { Identifier, TokenCount } from '../contract/scalars.js'
import { budgetOf } from '../rules/context/budget-of.js'
import { columnsOf } from '../rules/context/columns.js'
import { decidePlan, type DecidedPlan } from '../rules/context/decide-plan.js'
import type { ItemFacts } from '../rules/context/item-facts.js'
import type { Seal } from '../rules/context/seal.js'
import { findSharedSequence, planOrder } from '../rules/context/plan-order.js'
import type { PlanInput } from '../rules/context/plan-input.js'
import { requirePorts, type Environment } from './environment.js'
import { decodeAround } from './steps/decode-around.js'
import { breach, decodeItems } from './steps/decode-items.js'
import { digestItem } from './steps/digest-item.js'
import { guardReads } from './steps/guard-reads.js'
import { portFailed } from './steps/lift-port.js'
import { openPortSession, type PortSession } from './steps/port-session.js'
import { writePlanBody } from './steps/write-plan-body.js'
import { counterIdOf } from './steps/counter-id-of.js'

/**
 * Plans a context window.
 *
 * @param request A `StampedPlanRequest`: items, budget, and the instant for which expiry is judged.
 * @param caller  Made by the host: scopes and sink decide what may be shown, the ceiling what may be trusted.
 * @returns Right: the plan, its total at most the input budget. Left, nothing has changed: `DocumentRefused` |
 *          `DocumentNewer` | `BudgetInvalid` | `ProtectedNotAdmitted` | `ProtectedOverBudget` |
 *          `ProtectedOverCeiling` | `PortMissing` | `PortFailed`.
 * @law the same request, caller and options give the same bytes, in whatever order the items are given
 * @req REQ-PLAN-230 to REQ-PLAN-243
 * @since 0.1.0
 */
export function planContext(
  environment: Environment,
  request: unknown,
  caller: unknown,
): Either<KernelError, ContextPlan> {
  return guardReads('StampedPlanRequest', [request, caller], () =>
    pipe(
      requirePorts(environment, 'planContext', ['hash', 'tokenCounter']),
      E.bindTo('ports'),
      E.bindW('counterId', ({ ports }) => counterIdOf(ports.tokenCounter)),
      E.map(({ ports, counterId }) => ({ session: openPortSession(ports), counterId })),
      E.bindW('input', ({ session, counterId }) =>
        decodeInput(environment, { request, caller }, { session, counterId }),
      ),
      E.flatMap(({ input, session }) => decideAndSeal(environment, input, session)),
    ),
  )
}

function decodeInput(
  environment: Environment,
  asked: { readonly request: unknown; readonly caller: unknown },
  counting: { readonly session: PortSession; readonly counterId: Identifier },
): Either<Undecoded | BudgetInvalid, PlanInput> {
  const { options, seals } = environment
  return pipe(
    E.Do,
    E.bindW('caller', () => decode(Caller, asked.caller)),
    E.bindW('around', () => decodeAround(PlanTerms, asked.request)),
    E.bindW('budget', ({ around }) => budgetOf(around.terms.budget, options)),
    E.bindW('facts', ({ around }) => decodeItems('StampedPlanRequest', around.items, seals)),
    E.bindW('ordered', ({ facts }) => orderItems(facts)),
    E.map(({ caller, around: { terms }, budget, ordered }) => ({
      ...ordered,
      columns: columnsOf(ordered.facts, counting.counterId),
      gate: { scopes: caller.scopes, sink: caller.sink, trustCeiling: caller.trustCeiling, now: terms.now },
      budget,
      partitions: terms.partitions ?? {},
      placement: terms.placement ?? 'hybrid',
      conversation: terms.conversation ?? 'tail',
      dropNotAdmitted: terms.protectedNotAdmitted === 'drop',
      options,
      counterId: counting.counterId,
      jointBound: counting.session.jointBound,
    })),
  )
}

function orderItems(facts: readonly ItemFacts[]): Either<Undecoded, ReturnType<typeof planOrder>> {
  const ordered = planOrder(facts)
  const shared = findSharedSequence(ordered.facts, ordered.conversationCount)
  if (shared === null) return E.right(ordered)
  const pointer = `/items/${String(facts.indexOf(shared))}/source/sequence`
  return E.left(breach('StampedPlanRequest', pointer, 'unique-sequence'))
}

function decideAndSeal(
  environment: Environment,
  input: PlanInput,
  session: PortSession,
): Either<KernelError, ContextPlan> {
  // A failed counter explains a refusal better than figures that stand in for it.
  return pipe(
    session.settle(decidePlan(input)),
    E.flatMap((decided): Either<KernelError, DecidedPlan> => decided),
    E.flatMap((decided) => refuseFickleCounter(decided, input)),
    E.map((decided) => digestPlan(environment, { input, decided, session })),
    E.flatMap((plan): Either<KernelError, ContextPlan> => session.settle(plan)),
  )
}

/** A counter that gives the same sums another bound than before would let a plan pass its budget. */
function refuseFickleCounter(decided: DecidedPlan, input: PlanInput): Either<KernelError, DecidedPlan> {
  if (decided.totalTokens <= input.budget.inputTokens) return E.right(decided)
  return E.left(portFailed({ port: 'TokenCounter', method: 'jointSafe' }, 'malformed-reply'))
}

function digestPlan(
  environment: Environment,
  { input, decided, session }: { input: PlanInput; decided: DecidedPlan; session: PortSession },
): ContextPlan {
  const { gate, counterId, budget, placement, conversation } = input
  const { awaiting, explanation, expectedTokens, sinkView, totalTokens } = decided
  const plan = {
    schema: CONTEXT_PLAN_SCHEMA,
    digest: UNDIGESTED,
    plannedFor: gate.now as ContextPlan['plannedFor'],
    optionsDigest: environment.optionsDigest ?? UNDIGESTED,
    counter: counterId as Identifier,
    sink: { clearance: gate.sink.clearance, locality: gate.sink.locality, sink: gate.sink.sink },
    budget,
    placement,
    conversation,
    totalTokens,
    expectedTokens,
    selected: selectedItems(input, decided, session),
    awaiting,
    explanation,
    sinkView,
  } satisfies ContextPlan
  const digest = digestOfCanonical(
    session.sha256Hex,
    CONTEXT_PLAN_SCHEMA,
    writePlanBody(plan, sealsOf(input, decided)),
  )
  return { ...plan, digest }
}

/** Stands where the digest will; the body that is digested leaves the field out. */
const UNDIGESTED = `sha256:${'0'.repeat(64)}` as Digest

/** The seals of the entries, in the order of the window. */
function sealsOf({ facts }: PlanInput, { laidOut }: DecidedPlan): readonly (Seal | null)[] {
  const seals: (Seal | null)[] = []
  for (const { indexes } of laidOut) {
    for (const index of indexes) seals.push((facts[index] as ItemFacts).seal)
  }
  return seals
}

/** The entries of a plan, in the order of the window. */
function selectedItems(
  { facts }: PlanInput,
  { laidOut, kept }: DecidedPlan,
  session: PortSession,
): readonly SelectedItem[] {
  const selected: SelectedItem[] = []
  for (const { segment, indexes } of laidOut) {
    for (const index of indexes) {
      const { expected, item, itemId, seal } = facts[index] as ItemFacts
      selected.push({
        itemId,
        digest: seal?.digest ?? digestItem(session.sha256Hex, item),
        segment,
        reason: kept[index] as KeepReason,
        tokens: expected as TokenCount,
      })
    }
  }
  return selected
}
