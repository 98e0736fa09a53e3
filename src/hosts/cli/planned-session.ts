/**
 * What does a rendering know? The session that was read, what was asked, and the plan that came of it.
 */
import type { ContextPlan } from '../../contract/context-plan.js'
import type { PlanFlags } from './parse-plan-flags.js'
import type { ReadSession } from './read-session.js'

export interface PlannedSession extends ReadSession {
  readonly flags: PlanFlags
  /** What a person should know about the file, though it was read. */
  readonly notes: readonly string[]
  readonly plan: ContextPlan
}
