/**
 * Where do ids come from on Node? From the operating system's random source; nothing is counted or remembered.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { isIdKind } from '../../base/text/id-kind.js'
import { refusedAfterFix } from '../../contract/port-code.js'
import type { IdsPort } from '../../ports/ids.js'

/**
 * An Ids port: the kind, a hyphen, and a random UUID (RFC 9562 version 4).
 *
 * @example nodeIds().next('memory') // => { ok: true, value: 'memory-3b241101-…' }
 * @since 0.1.0
 */
export function nodeIds(): IdsPort {
  return {
    manifest: { id: 'node-ids' },
    next: (kind) => {
      if (!isIdKind(kind)) return refusedAfterFix('BAD_KIND')
      return { ok: true, value: `${kind}-${randomUUID()}` }
    },
    nonce128: () => ({ ok: true, value: randomBytes(16).toString('hex') }),
  }
}
