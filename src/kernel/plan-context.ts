/**
 * What does the model see? Decodes a request, decides by the pure rules of `rules/context`, and answers a digested
 * plan; it calls no port but Hash and the token counter's bound, and has no effect.
 */
import { E, pipe, type Either } from '../base/fp.js'
import type { ContextPlan } from '../contract/context-plan.js'
import type { KernelError } from '../contract/kernel-error.js'
import { decidePlan, type DecidedPlan } from '../rules/context/decide-plan.js'
import type { PlanInput } from '../rules/context/plan-input.js'
import { requirePorts, type Environment } from './environment.js'
import { counterIdOf } from './steps/counter-id-of.js'
import { guardReads } from './steps/guard-reads.js'
import { portFailed } from './steps/lift-port.js'
import { openPortSession, type PortSession } from './steps/port-session.js'
import { readPlanInput, type ReadPlanInput } from './steps/read-plan-input.js'
import { writePlan } from './steps/write-plan.js'

/**
 * Plans a context window.
 *
 * @param request A `StampedPlanRequest`: items, budget, and the instant for which expiry is judged.
 * @param caller  Made by the host: scopes and sink decide what may be shown, the ceiling what may be trusted.
 * @returns Right: the plan, its total at most the input budget. Left, nothing has changed: `DocumentRefused` |
 *          `DocumentNewer` | `BudgetInvalid` | `ProtectedNotAdmitted` | `ProtectedOverBudget` |
 *          `ProtectedOverCeiling` | `PortMissing` | `PortFailed`.
 * @law the same request, caller and options give the same bytes, in whatever order the items are given
 * @law given the plan before, the plan begins with it, or says what broke and what that costs
 * @req REQ-PLAN-230 to REQ-PLAN-249
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
      E.bindW('read', ({ session, counterId }) =>
        readPlanInput(environment, { request, caller }, { session, counterId }),
      ),
      E.flatMap(({ read, session }) => decideAndSeal(environment, read, session)),
    ),
  )
}

function decideAndSeal(
  environment: Environment,
  { digestAt, input }: ReadPlanInput,
  session: PortSession,
): Either<KernelError, ContextPlan> {
  // A failed counter explains a refusal better than figures that stand in for it.
  return pipe(
    session.settle(decidePlan(input)),
    E.flatMap((decided): Either<KernelError, DecidedPlan> => decided),
    E.flatMap((decided) => refuseFickleCounter(decided, input)),
    E.map((decided) => writePlan(environment, { input, decided, digestAt }, session.sha256Hex)),
    E.flatMap((plan): Either<KernelError, ContextPlan> => session.settle(plan)),
  )
}

/** A counter that gives the same sums another bound than before would let a plan pass its budget. */
function refuseFickleCounter(decided: DecidedPlan, input: PlanInput): Either<KernelError, DecidedPlan> {
  if (decided.totalTokens <= input.budget.inputTokens) return E.right(decided)
  return E.left(portFailed({ port: 'TokenCounter', method: 'jointSafe' }, 'malformed-reply'))
}
