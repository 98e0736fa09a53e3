/**
 * How do hashes come about with no platform and no library? In plain TypeScript; for tests and small engines.
 */
import { isWellFormedText } from '../../base/text/well-formed.js'
import type { HashPort } from '../../ports/hash.js'
import type { PortResult } from '../../ports/port-result.js'
import { hexOf, hmacSha256, sha256 } from './sha256.js'
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
      if (typeof data !== 'string') return answer(hexOf(sha256(data)))
      return isWellFormedText(data) ? answer(hexOf(sha256(utf8Bytes(data)))) : refused('ILL_FORMED_TEXT')
    },
    hmacSha256Hex: (keyId, text) => {
      if (!isWellFormedText(text)) return refused('ILL_FORMED_TEXT')
      const key = options.keys?.get(keyId)
      if (key === undefined) return refused('UNKNOWN_KEY')
      if (typeof key === 'string' && !isWellFormedText(key)) return refused('ILL_FORMED_KEY')
      const bytes = typeof key === 'string' ? utf8Bytes(key) : key
      return answer(hexOf(hmacSha256(bytes, utf8Bytes(text))))
    },
  }
}

function answer(value: string): PortResult<string> {
  return { ok: true, value }
}

function refused(code: string): PortResult<string> {
  return { ok: false, error: { code, retry: 'after-fix' } }
}
