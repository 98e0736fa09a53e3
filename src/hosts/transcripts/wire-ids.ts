/**
 * Under which id does a call go to a provider? As it came where the provider takes it, else under one that
 * is derived from it; what stands later never changes what stands earlier.
 */
import type { MadeCall } from './answer-calls.js'
import type { Omissions } from './omissions.js'
import { wireWord } from './wire-name.js'

/** What a provider takes as the id of a call. */
export interface IdRule {
  readonly accepts: (id: string) => boolean
  /** The longest id, in UTF-16 code units. */
  readonly lengthMax: number
  /** Ids are unique in a whole request, or only among the calls of one message. */
  readonly uniqueIn: 'request' | 'message'
}

/**
 * The id each call goes out under; results follow their call, so a reused id stays two exchanges.
 *
 * @law deterministic; an id that the provider takes and that was not used before is kept
 */
export function wireIds(
  callsOf: readonly (readonly MadeCall[])[],
  rule: IdRule,
): ReadonlyMap<MadeCall, string> {
  const ids = new Map<MadeCall, string>()
  let used = new Set<string>()
  const lastSuffix = new Map<string, number>()
  for (const calls of callsOf) {
    if (rule.uniqueIn === 'message') {
      used = new Set()
      lastSuffix.clear()
    }
    for (const call of calls) {
      const wanted = call.part.callId
      const id =
        rule.accepts(wanted) && !used.has(wanted) ? wanted : freeId(wanted, { rule, used, lastSuffix })
      used.add(id)
      ids.set(call, id)
    }
  }
  return ids
}

/** As {@link wireIds}; the item of each call whose id is another now is named. */
export function sentIds(
  callsOf: readonly (readonly MadeCall[])[],
  rule: IdRule,
  omissions: Omissions,
): ReadonlyMap<MadeCall, string> {
  const ids = wireIds(callsOf, rule)
  for (const [{ itemId, part }, id] of ids) if (id !== part.callId) omissions.note(itemId, 'call-id-changed')
  return ids
}

interface Taken {
  readonly rule: IdRule
  readonly used: ReadonlySet<string>
  /** By stem, the suffix tried last, so that many calls with one id take linear time; emptied with `used`. */
  readonly lastSuffix: Map<string, number>
}

/** Room for `_` and a number in every id that is cut. */
const SUFFIX_LENGTH = 8

function freeId(wanted: string, { rule, used, lastSuffix }: Taken): string {
  const stem = wireWord(wanted, rule.lengthMax - SUFFIX_LENGTH) || 'call'
  if (rule.accepts(stem) && !used.has(stem)) return stem
  for (let suffix = (lastSuffix.get(stem) ?? 1) + 1; ; suffix += 1) {
    const id = `${stem}_${String(suffix)}`
    if (used.has(id)) continue
    lastSuffix.set(stem, suffix)
    return id
  }
}
