/**
 * How do hashes come about with no platform and no library? In plain TypeScript; for tests and small engines.
 */
import { hexOf } from '../../base/hex.js'
import { isWellFormedText } from '../../base/text/well-formed.js'
import { refusedAfterFix } from '../../contract/port-code.js'
import { ok } from '../../contract/result.js'
import type { HashPort } from '../../ports/hash.js'
import { hmacSha256, sha256 } from './sha256.js'
import { utf8Bytes } from './utf8.js'

/** The keys of a {@link referenceHash}; without keys every key id is unknown. @since 0.1.0 */
export interface ReferenceHashOptions {
  /** Key id to key; a text stands for its UTF-8. Looked up at each call, so deleting a key takes effect at once. */
  readonly keys?: ReadonlyMap<string, string | Uint8Array>
}

/**
 * A Hash port that runs on every engine; about thirty times slower than a native one.
 *
 * @example referenceHash().sha256Hex('') // => { ok: true, value: 'e3b0c442…' }
 * @since 0.1.0
 */
export function referenceHash(options: ReferenceHashOptions = {}): HashPort {
  return {
    manifest: { id: 'reference-hash' },
    sha256Hex: (data) => {
      if (typeof data !== 'string') return ok(hexOf(sha256(data)))
      return isWellFormedText(data) ? ok(hexOf(sha256(utf8Bytes(data)))) : refusedAfterFix('ILL_FORMED_TEXT')
    },
    hmacSha256Hex: (keyId, text) => {
      if (!isWellFormedText(text)) return refusedAfterFix('ILL_FORMED_TEXT')
      const key = options.keys?.get(keyId)
      if (key === undefined) return refusedAfterFix('UNKNOWN_KEY')
      if (typeof key === 'string' && !isWellFormedText(key)) return refusedAfterFix('ILL_FORMED_KEY')
      const bytes = typeof key === 'string' ? utf8Bytes(key) : key
      return ok(hexOf(hmacSha256(bytes, utf8Bytes(text))))
    },
  }
}
