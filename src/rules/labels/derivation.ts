/**
 * Which labels does something made from other things carry? Derivation only ever tightens; it never widens a
 * sink list, raises trust or lowers sensitivity, whatever the derived text says of itself.
 */
import { compareCodeUnits } from '../../base/order.js'
import { SENSITIVITY_LEVELS, TRUST_LEVELS } from '../../contract/labels.js'
import type { Labels, Scope, Sensitivity, Trust } from '../../contract/labels.js'
import { isSameScope } from './admission.js'

/**
 * The loosest labels that are no looser than any parent's, or null where the parents belong to different scopes
 * or there are none. Sinks come out in code-unit order, each once; parents without a common sink leave none.
 *
 * @law the result is admitted nowhere a parent is denied
 * @law deriveLabels([x]) equals x with its sinks in code-unit order
 * @req REQ-SCOPE-052
 * @since 0.1.0
 */
export function deriveLabels(parents: readonly Labels[]): Labels | null {
  const [first, ...rest] = parents
  if (first === undefined) return null
  let derived: Labels = { ...first, sinks: sortedUnique(first.sinks) }
  for (const parent of rest) {
    if (!isSameScope(derived.scope, parent.scope)) return null
    derived = tightest(derived.scope, derived, parent)
  }
  return derived
}

function tightest(scope: Scope, a: Labels, b: Labels): Labels {
  return {
    scope,
    trust: lessTrusted(a.trust, b.trust),
    sensitivity: moreSensitive(a.sensitivity, b.sensitivity),
    sinks: commonSinks(a.sinks, b.sinks),
  }
}

function lessTrusted(a: Trust, b: Trust): Trust {
  return TRUST_LEVELS.indexOf(a) <= TRUST_LEVELS.indexOf(b) ? a : b
}

function moreSensitive(a: Sensitivity, b: Sensitivity): Sensitivity {
  return SENSITIVITY_LEVELS.indexOf(a) >= SENSITIVITY_LEVELS.indexOf(b) ? a : b
}

/** `*` admits every sink, so it gives way to the other list; what both admit stays. */
function commonSinks(a: Labels['sinks'], b: Labels['sinks']): Labels['sinks'] {
  const everyA = a.some((sink) => sink === '*')
  const everyB = b.some((sink) => sink === '*')
  if (everyA && everyB) return sortedUnique([...a, ...b])
  if (everyA) return sortedUnique(b)
  if (everyB) return sortedUnique(a)
  const admitted = new Set(b)
  return sortedUnique(a.filter((sink) => admitted.has(sink)))
}

function sortedUnique(sinks: Labels['sinks']): Labels['sinks'] {
  return [...new Set(sinks)].sort(compareCodeUnits)
}
