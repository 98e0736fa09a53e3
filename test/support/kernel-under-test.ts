/**
 * How does a test run the kernel? Over a native hash and the built-in counter, with a caller that may see the
 * session's scope.
 */
import { nodeHash } from '../../src/adapters/node/index.js'
import { featureCounter } from '../../src/adapters/tokens/index.js'
import type { CallerInput } from '../../src/contract/caller.js'
import type { ContextItemInput } from '../../src/contract/context-item.js'
import type { ContextPlan } from '../../src/contract/context-plan.js'
import type { KernelError } from '../../src/contract/kernel-error.js'
import type { KernelOptionsInput } from '../../src/contract/kernel-options.js'
import type { StampedPlanRequestInput } from '../../src/contract/plan-request.js'
import {
  planContext,
  prepareEnvironment,
  type Environment,
  type KernelPorts,
} from '../../src/kernel/index.js'
import { NOW, SESSION_SCOPE } from './item-of.js'

export const CALLER: CallerInput = {
  writer: 'test',
  trustCeiling: 'host',
  scopes: [SESSION_SCOPE],
  sink: { sink: 'model', locality: 'remote', clearance: 'personal' },
}

export const PORTS = { hash: nodeHash(), tokenCounter: featureCounter() }

/** An environment; ports given replace the usual ones. */
export function environmentOf(options: KernelOptionsInput = {}, ports: KernelPorts = {}): Environment {
  const prepared = prepareEnvironment({ ...PORTS, ...ports }, options)
  if (prepared._tag === 'Left') throw new Error(prepared.left.message)
  return prepared.right
}

/** A stamped request over items, with a window. */
export function requestOf(
  items: readonly ContextItemInput[],
  windowTokens: number,
  terms: Partial<Omit<StampedPlanRequestInput, 'items'>> = {},
): StampedPlanRequestInput {
  return { items, now: NOW, ...terms, budget: { windowTokens, ...terms.budget } }
}

/** The plan or the refusal, as a plain value. */
export type Answer = { readonly plan: ContextPlan } | { readonly error: KernelError }

export function answerTo(
  request: unknown,
  caller: unknown = CALLER,
  environment: Environment = environmentOf(),
): Answer {
  const either = planContext(environment, request, caller)
  return either._tag === 'Right' ? { plan: either.right } : { error: either.left }
}

/** The plan; a refusal fails the test. */
export function planOf(
  request: StampedPlanRequestInput,
  caller: CallerInput = CALLER,
  environment: Environment = environmentOf(),
): ContextPlan {
  const answer = answerTo(request, caller, environment)
  if ('plan' in answer) return answer.plan
  throw new Error(`refused: ${answer.error.code} ${answer.error.message}`)
}

/** The refusal with this tag; a plan or another refusal fails the test. */
export function refusalOf<T extends KernelError['_tag']>(
  tag: T,
  request: unknown,
  given: { readonly caller?: unknown; readonly environment?: Environment } = {},
): Extract<KernelError, { _tag: T }> {
  const answer = answerTo(request, given.caller ?? CALLER, given.environment)
  if ('plan' in answer) throw new Error(`a plan in place of ${tag}`)
  if (answer.error._tag !== tag)
    throw new Error(`${answer.error._tag} in place of ${tag}: ${answer.error.message}`)
  return answer.error as Extract<KernelError, { _tag: T }>
}

/** The ids of a plan, in the order of the window. */
export function idsOf(plan: ContextPlan): readonly string[] {
  return plan.selected.map((item) => item.itemId)
}

/** The reason for which an item fell out, or undefined. */
export function dropReason(plan: ContextPlan, itemId: string): string | undefined {
  return plan.explanation.dropped.find((item) => item.itemId === itemId)?.reason
}
