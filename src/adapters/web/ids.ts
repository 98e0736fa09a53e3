/**
 * Where do ids come from in a browser? From `crypto.getRandomValues`; nothing is counted or remembered.
 */
import { hexOf } from '../../base/hex.js'
import { isIdKind } from '../../base/text/id-kind.js'
import { refusedAfterFix } from '../../contract/port-code.js'
import { ok } from '../../contract/result.js'
import type { IdsPort } from '../../ports/ids.js'
import type { PortResult } from '../../ports/port-result.js'

/** The part of the Web Crypto API that is used. @since 0.1.0 */
export interface WebRandomSource {
  /** Fills the bytes at random and answers them. */
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array
}

/** Where {@link webIds} takes its random bytes from. @since 0.1.0 */
export interface WebIdsOptions {
  /** Where random bytes come from. Default: `globalThis.crypto`, looked for at each call. */
  readonly source?: () => WebRandomSource | undefined
}

/**
 * An Ids port: the kind, a hyphen, and 32 random hex digits. It needs no secure context, as `randomUUID` would.
 *
 * @example webIds().next('memory') // => { ok: true, value: 'memory-9f86d081…' }
 * @since 0.1.0
 */
export function webIds(options: WebIdsOptions = {}): IdsPort {
  const source = options.source ?? (() => globalThis.crypto as WebRandomSource | undefined)
  return {
    manifest: { id: 'web-ids' },
    next: (kind) => {
      if (!isIdKind(kind)) return refusedAfterFix('BAD_KIND')
      const random = random128(source())
      return random.ok ? { ok: true, value: `${kind}-${random.value}` } : random
    },
    nonce128: () => random128(source()),
  }
}

function random128(source: WebRandomSource | undefined): PortResult<string> {
  if (source === undefined) return refusedAfterFix('NO_RANDOM_SOURCE')
  return ok(hexOf(source.getRandomValues(new Uint8Array(16))))
}
