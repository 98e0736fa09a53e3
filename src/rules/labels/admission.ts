/**
 * May this be shown to this caller, at this sink, at this instant? One check for every operation and read path;
 * it never looks at the content, and never says yes because of what a content claims.
 */
import { SENSITIVITY_LEVELS, TRUST_LEVELS } from '../../contract/labels.js'
import type { Labels, Scope, Sensitivity, SinkProfile, Trust } from '../../contract/labels.js'
import type { Plain } from '../../contract/type-of.js'

/** What admission is judged against: made from the caller and the stamp, once per operation. @since 0.1.0 */
export interface Gate {
  readonly scopes: readonly Scope[]
  readonly sink: SinkProfile
  readonly trustCeiling: Trust
  /** The instant of the operation, in UTC. */
  readonly now: string
}

/** Why labels do not admit; in the order in which the reasons are tried. @since 0.1.0 */
export type Denial = 'expired' | 'scope_denied' | 'sink_denied' | 'sensitivity_denied'

/**
 * The first reason against showing something with these labels, or null.
 *
 * @param expiresAt The instant from which it is no longer shown; that very instant is too late.
 * @law tightening labels never turns a denial into an admission
 * @req REQ-PLAN-241, REQ-SCOPE-050
 * @since 0.1.0
 */
export function denialOf(
  labels: Plain<Labels>,
  expiresAt: string | undefined,
  gate: Plain<Gate>,
): Denial | null {
  if (expiresAt !== undefined && expiresAt <= gate.now) return 'expired'
  if (!isScopeAdmitted(labels.scope, gate.scopes)) return 'scope_denied'
  if (!isSinkAdmitted(labels.sinks, gate.sink.sink)) return 'sink_denied'
  if (!isSensitivityAdmitted(labels.sensitivity, gate.sink)) return 'sensitivity_denied'
  return null
}

/** Whether two scopes are the same as a whole: kind and every segment. @since 0.1.0 */
export function isSameScope(a: Plain<Scope>, b: Plain<Scope>): boolean {
  if (a === b) return true
  if (a.kind !== b.kind || a.id.length !== b.id.length) return false
  return a.id.every((segment, index) => segment === b.id[index])
}

/** Whether content of this sensitivity may reach the sink; `restricted` never leaves the machine. */
export function isSensitivityAdmitted(sensitivity: Sensitivity, sink: Plain<SinkProfile>): boolean {
  if (sensitivity === 'restricted' && sink.locality === 'remote') return false
  return SENSITIVITY_LEVELS.indexOf(sensitivity) <= SENSITIVITY_LEVELS.indexOf(sink.clearance)
}

/**
 * The trust something really has: what its labels claim, under the ceiling of whoever handed it over.
 *
 * @example effectiveTrust('host', 'user') // => 'user'
 * @since 0.1.0
 */
export function effectiveTrust(claimed: Trust, ceiling: Trust): Trust {
  return trustRank(claimed) <= trustRank(ceiling) ? claimed : ceiling
}

/** Whether `trust` is at least `level`. */
export function isTrustedAs(trust: Trust, level: Trust): boolean {
  return trustRank(trust) >= trustRank(level)
}

function trustRank(trust: Trust): number {
  return TRUST_LEVELS.indexOf(trust)
}

function isScopeAdmitted(scope: Plain<Scope>, admitted: readonly Plain<Scope>[]): boolean {
  for (const candidate of admitted) if (isSameScope(scope, candidate)) return true
  return false
}

function isSinkAdmitted(sinks: readonly string[], sink: string): boolean {
  return sinks.includes('*') || sinks.includes(sink)
}
