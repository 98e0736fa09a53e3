/**
 * How do hashes come about in a browser, synchronously? By `@noble/hashes`, an optional peer loaded on demand.
 */
import { hexOf } from '../../base/hex.js'
import { isWellFormedText } from '../../base/text/well-formed.js'
import { refusedAfterFix } from '../../contract/port-code.js'
import { ok } from '../../contract/result.js'
import type { HashPort } from '../../ports/hash.js'

/** The two functions of `@noble/hashes` that are used; each answers 32 bytes. @since 0.1.0 */
export interface WebHashLibrary {
  /** SHA-256 of the bytes. */
  readonly sha256: (message: Uint8Array) => Uint8Array
  /** HMAC-SHA-256 of the message under the key. */
  readonly hmacSha256: (key: Uint8Array, message: Uint8Array) => Uint8Array
}

/** The keys and the library of a {@link webHash}; without keys every key id is unknown. @since 0.1.0 */
export interface WebHashOptions {
  /** Key id to key; a text stands for its UTF-8. Looked up at each call, so deleting a key takes effect at once. */
  readonly keys?: ReadonlyMap<string, string | Uint8Array>
  /** Where the library comes from; for hosts that bundle it themselves. Default: `import('@noble/hashes/…')`. */
  readonly load?: () => Promise<WebHashLibrary>
}

/**
 * Loads the library and answers a Hash port that is synchronous from then on.
 *
 * @throws (rejects) one Error that names the install command, when the library cannot be loaded.
 * @example const hash = await webHash()
 * @since 0.1.0
 */
export async function webHash(options: WebHashOptions = {}): Promise<HashPort> {
  const { sha256, hmacSha256 } = await loaded(options.load ?? loadNoble)
  const encoder = new TextEncoder()
  const bytesOf = (data: string | Uint8Array) => (typeof data === 'string' ? encoder.encode(data) : data)
  return {
    manifest: { id: 'web-hash' },
    sha256Hex: (data) => {
      if (typeof data === 'string' && !isWellFormedText(data)) return refusedAfterFix('ILL_FORMED_TEXT')
      return ok(hexOf(sha256(bytesOf(data))))
    },
    hmacSha256Hex: (keyId, text) => {
      if (!isWellFormedText(text)) return refusedAfterFix('ILL_FORMED_TEXT')
      const key = options.keys?.get(keyId)
      if (key === undefined) return refusedAfterFix('UNKNOWN_KEY')
      if (typeof key === 'string' && !isWellFormedText(key)) return refusedAfterFix('ILL_FORMED_KEY')
      return ok(hexOf(hmacSha256(bytesOf(key), bytesOf(text))))
    },
  }
}

async function loaded(load: () => Promise<WebHashLibrary>): Promise<WebHashLibrary> {
  try {
    return await load()
  } catch (cause) {
    throw new Error('webHash needs the optional peer @noble/hashes; run `npm install @noble/hashes`', {
      cause,
    })
  }
}

async function loadNoble(): Promise<WebHashLibrary> {
  const [{ sha256 }, { hmac }] = await Promise.all([
    import('@noble/hashes/sha2.js'),
    import('@noble/hashes/hmac.js'),
  ])
  return { sha256, hmacSha256: (key, message) => hmac(sha256, key, message) }
}
