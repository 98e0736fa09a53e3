/**
 * Who computes SHA-256 and keyed fingerprints? The port holds the keys; the kernel only names them.
 */
import type { PortResult } from './port-result.js'

/**
 * SHA-256 (FIPS 180-4) and HMAC-SHA-256 (RFC 2104), answered as 64 lower-case hex digits, synchronously.
 *
 * Error codes: `ILL_FORMED_TEXT` (after-fix), a text with a lone surrogate: an encoder would turn it into U+FFFD and
 * two texts would share one digest; `UNKNOWN_KEY` (after-fix), no key of that id, or no longer;
 * `ILL_FORMED_KEY` (after-fix), the key is a text with a lone surrogate.
 *
 * @law a text and its UTF-8 bytes have one digest
 * @law every implementation answers the same digits
 * @law ill-formed text is refused by both functions, before the key is looked for
 * @law bytes given are neither kept nor changed
 * @law nothing is thrown, and no error carries the text or the key
 * @since 0.1.0
 */
export interface HashPort {
  /** `id` names the implementation; digests do not depend on it. */
  readonly manifest: { readonly id: string }
  /** The digest of bytes, or of the UTF-8 of a text; may fail with `ILL_FORMED_TEXT`. */
  sha256Hex(data: string | Uint8Array): PortResult<string>
  /** The keyed digest of a text; may fail with `ILL_FORMED_TEXT`, `UNKNOWN_KEY`, `ILL_FORMED_KEY`. */
  hmacSha256Hex(keyId: string, text: string): PortResult<string>
}
