/**
 * How does a host get a kernel? It hands over ports and options, and gets plain functions over plain data.
 */
import { E, pipe } from '../base/fp.js'
import type { CallerInput } from '../contract/caller.js'
import type { ContextItem } from '../contract/context-item.js'
import type { ContextPlan } from '../contract/context-plan.js'
import type { KernelOptionsInput } from '../contract/kernel-options.js'
import type { PlanRequestInput, SealRequestInput } from '../contract/plan-request.js'
import type { Result } from '../contract/result.js'
import {
  planContext,
  prepareEnvironment,
  sealItems,
  type Environment,
  type KernelPorts,
} from '../kernel/index.js'
import { stampRequest, unstampedRefusal } from './stamp-request.js'
import { resultOf } from './result-of.js'

/** What `createKernel` takes: every port is optional until an operation needs it. @since 0.1.0 */
export interface KernelConfiguration {
  readonly ports?: KernelPorts
  readonly options?: KernelOptionsInput
}

/** The operations of a kernel. They may be called from anywhere, at any time, in any order. @since 0.1.0 */
export interface Kernel {
  /**
   * Plans a context window for this instant. Needs Hash, Clock and TokenCounter.
   *
   * @returns The plan, or `DocumentRefused` | `DocumentNewer` | `BudgetInvalid` | `ProtectedNotAdmitted` |
   *          `ProtectedOverBudget` | `ProtectedOverCeiling` | `PortMissing` | `PortFailed`.
   * @since 0.1.0
   */
  planContext(request: PlanRequestInput, caller: CallerInput): Result<ContextPlan>
  /**
   * Validates, copies, freezes and digests items once, so that later plans need not look at them again. Needs Hash.
   *
   * @returns Frozen copies in the order given, or `DocumentRefused` | `PortMissing` | `PortFailed`.
   * @since 0.1.0
   */
  sealItems(request: SealRequestInput, caller: CallerInput): Result<readonly ContextItem[]>
}

/**
 * Creates a kernel over ports.
 *
 * @returns The kernel, or `DocumentRefused` | `DocumentNewer` for the options, or `PortFailed` when the Hash port
 *          cannot digest them. A missing port is no refusal here: the operation that needs it names it.
 * @example const kernel = orThrow(createKernel({ ports: { hash: nodeHash(), clock: nodeClock(), tokenCounter } }))
 * @since 0.1.0
 */
export function createKernel(configuration: KernelConfiguration = {}): Result<Kernel> {
  // A host in plain JavaScript may hand over null; either way no port is there yet.
  const { ports, options } = (configuration as KernelConfiguration | null) ?? {}
  return resultOf(pipe(prepareEnvironment(ports ?? {}, options), E.map(kernelOver)))
}

function kernelOver(environment: Environment): Kernel {
  return {
    planContext: (request, caller) =>
      resultOf(
        pipe(
          stampRequest(environment, request),
          E.flatMap((stamped) => planContext(environment, stamped, caller)),
          E.mapLeft(unstampedRefusal),
        ),
      ),
    sealItems: (request, caller) => resultOf(sealItems(environment, request, caller)),
  }
}
