/**
 * How is a fence shown to hold? One planted file must trip exactly the named rules, and a clean one none.
 */
import * as assert from 'uvu/assert'
import { formatViolation } from '../../../scripts/house/violation.js'
import type { Violation } from '../../../scripts/house/violation.js'

/** The rules that were broken, each once, in order of name. */
export function rulesOf(violations: readonly Violation[]): readonly string[] {
  return [...new Set(violations.map((violation) => violation.rule))].sort()
}

/** Fails with the whole list, so that the first run shows everything there is to repair. */
export function assertNone(violations: readonly Violation[]): void {
  assert.is(violations.map(formatViolation).join('\n'), '')
}
