/**
 * Which ids does a test see? Counted ones, the same in every run; they are guessable on purpose.
 */
import { isIdKind } from '../../base/text/id-kind.js'
import { refusedAfterFix } from '../../contract/port-code.js'
import type { IdsPort } from '../../ports/ids.js'

/** How the ids of a {@link referenceIds} begin. @since 0.1.0 */
export interface ReferenceIdsOptions {
  /** Stands before every id with a hyphen, to tell two ports apart: `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`. */
  readonly prefix?: string
}

/**
 * An Ids port that counts: `memory-1`, `plan-2`, and nonces from `…0001`. One count serves all kinds.
 *
 * @throws TypeError when the prefix is none.
 * @example referenceIds({ prefix: 'a' }).next('plan') // => { ok: true, value: 'a-plan-1' }
 * @since 0.1.0
 */
export function referenceIds(options: ReferenceIdsOptions = {}): IdsPort {
  const { prefix } = options
  if (prefix !== undefined && !isIdKind(prefix)) {
    throw new TypeError('a prefix is [A-Za-z0-9][A-Za-z0-9._-]{0,63}')
  }
  const before = prefix === undefined ? '' : `${prefix}-`
  let ids = 0
  let nonces = 0
  return {
    manifest: { id: 'reference-ids' },
    next: (kind) => {
      if (!isIdKind(kind)) return refusedAfterFix('BAD_KIND')
      ids += 1
      return { ok: true, value: `${before}${kind}-${ids}` }
    },
    nonce128: () => {
      nonces += 1
      return { ok: true, value: nonces.toString(16).padStart(32, '0') }
    },
  }
}
