/**
 * Which digest names a document or a text? The hash function is given; it is never imported here.
 */
import type { Brand } from './brand.js'
import { canonicalJsonWithout } from './canonical-json.js'
import type { NotCanonical } from './canonical-json.js'
import { E } from './fp.js'
import type { Either } from './fp.js'

/** `sha256:` and 64 lower-case hex digits. @since 0.1.0 */
export type Digest = Brand<string, 'Digest'>

/** SHA-256 of the UTF-8 of a well-formed text, as 64 lower-case hex digits. @since 0.1.0 */
export type Sha256Hex = (text: string) => string

/**
 * Names a canonical text under a domain: SHA-256 of the UTF-8 of the schema, a line feed and the text. As a
 * schema name holds no line feed, no two pairs of schema and text share one preimage.
 *
 * @param schema    such as `cmk/context-plan/v1`.
 * @param canonical RFC 8785 text, without the document's own `digest`.
 * @req REQ-BASE-202
 * @since 0.1.0
 */
export function digestOfCanonical(sha256Hex: Sha256Hex, schema: string, canonical: string): Digest {
  return `sha256:${sha256Hex(`${schema}\n${canonical}`)}` as Digest
}

/**
 * Names a document under a domain. Its own key `digest`, at the top only, is left out and not looked at.
 *
 * @returns Right: the digest. Left: {@link NotCanonical} when the rest has no canonical text.
 * @law a document and the same document with its digest written in have one digest
 * @req REQ-BASE-202
 * @example digestOf(sha256Hex, 'cmk/context-plan/v1', plan) // => Right 'sha256:…'
 * @since 0.1.0
 */
export function digestOf(sha256Hex: Sha256Hex, schema: string, value: unknown): Either<NotCanonical, Digest> {
  const canonical = canonicalJsonWithout(value, 'digest')
  if (E.isLeft(canonical)) return canonical
  return E.right(digestOfCanonical(sha256Hex, schema, canonical.right))
}

/**
 * Names raw content: SHA-256 of the UTF-8 of the text as it stands, with no domain, so that any tool can check it.
 *
 * @param text well-formed; a lone surrogate would be hashed as U+FFFD.
 * @since 0.1.0
 */
export function digestOfText(sha256Hex: Sha256Hex, text: string): Digest {
  return `sha256:${sha256Hex(text)}` as Digest
}
