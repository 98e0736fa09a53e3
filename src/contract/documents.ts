/**
 * Which documents are published, and under which names? Schemas and the contract's tests walk this register.
 */
import { Calibration, UsageSample } from './calibration.js'
import { Caller } from './caller.js'
import { ContextItem } from './context-item.js'
import { ContextPlan } from './context-plan.js'
import { KernelOptions } from './kernel-options.js'
import { Labels, Scope, SinkProfile } from './labels.js'
import { PlanRequest, StampedPlanRequest } from './plan-request.js'
import { ContentRef, Provenance, SourceRef } from './source.js'
import type { Codec } from './shape.js'

/**
 * A document with a published schema: `schema/<document>.v1.json` for the name `cmk/<document>/v1`.
 *
 * @since 0.1.0
 */
export interface PublishedDocument {
  /** `cmk/<document>/v<N>`; also the `$id` of the schema. */
  readonly name: string
  /** What reads it, with its shape and rules. */
  readonly codec: Codec<unknown>
}

/**
 * Every published document, in order of name.
 *
 * @since 0.1.0
 */
export const DOCUMENTS: readonly PublishedDocument[] = [
  published('cmk/calibration/v1', Calibration),
  published('cmk/caller/v1', Caller),
  published('cmk/content-ref/v1', ContentRef),
  published('cmk/context-item/v1', ContextItem),
  published('cmk/context-plan/v1', ContextPlan),
  published('cmk/kernel-options/v1', KernelOptions),
  published('cmk/labels/v1', Labels),
  published('cmk/plan-request/v1', PlanRequest),
  published('cmk/provenance/v1', Provenance),
  published('cmk/scope/v1', Scope),
  published('cmk/sink-profile/v1', SinkProfile),
  published('cmk/source-ref/v1', SourceRef),
  published('cmk/stamped-plan-request/v1', StampedPlanRequest),
  published('cmk/usage-sample/v1', UsageSample),
]

/** What a codec decodes to does not matter to a walker, and a codec's type is invariant in it. */
function published<A>(name: string, codec: Codec<A>): PublishedDocument {
  return { name, codec: codec as unknown as Codec<unknown> }
}
