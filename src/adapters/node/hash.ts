/**
 * How do hashes come about on Node? By `node:crypto`, in one call where the version has `crypto.hash`.
 */
import * as nodeCrypto from 'node:crypto'
import { isWellFormedText } from '../../base/text/well-formed.js'
import { refusedAfterFix } from '../../contract/port-code.js'
import { ok } from '../../contract/result.js'
import type { HashPort } from '../../ports/hash.js'

/**
 * The keys and the way of hashing of a {@link nodeHash}; without keys every key id is unknown.
 *
 * @since 0.1.0
 */
export interface NodeHashOptions {
  /** Key id to key; a text stands for its UTF-8. Looked up at each call, so deleting a key takes effect at once. */
  readonly keys?: ReadonlyMap<string, string | Uint8Array>
  /** False: do not use `crypto.hash` even where it exists (Node 20.12 and newer). Default true. */
  readonly oneShot?: boolean
}

/**
 * A Hash port over `node:crypto`.
 *
 * @example nodeHash().sha256Hex('') // => { ok: true, value: 'e3b0c442…' }
 * @since 0.1.0
 */
export function nodeHash(options: NodeHashOptions = {}): HashPort {
  const sha256Hex = chooseSha256Hex(options.oneShot ?? true)
  return {
    manifest: { id: 'node-hash' },
    sha256Hex: (data) => {
      if (typeof data === 'string' && !isWellFormedText(data)) return refusedAfterFix('ILL_FORMED_TEXT')
      return ok(sha256Hex(data))
    },
    hmacSha256Hex: (keyId, text) => {
      if (!isWellFormedText(text)) return refusedAfterFix('ILL_FORMED_TEXT')
      const key = options.keys?.get(keyId)
      if (key === undefined) return refusedAfterFix('UNKNOWN_KEY')
      if (typeof key === 'string' && !isWellFormedText(key)) return refusedAfterFix('ILL_FORMED_KEY')
      return ok(nodeCrypto.createHmac('sha256', key).update(text, 'utf8').digest('hex'))
    },
  }
}

/** A namespace import, as a named one would not link on Node 20.0 to 20.11. */
function chooseSha256Hex(oneShot: boolean): (data: string | Uint8Array) => string {
  const hash = oneShot ? (nodeCrypto as { hash?: typeof nodeCrypto.hash }).hash : undefined
  if (hash !== undefined) return (data) => hash('sha256', data, 'hex')
  return (data) => nodeCrypto.createHash('sha256').update(data).digest('hex')
}
