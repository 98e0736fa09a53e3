/**
 * How does a host read a document that came from outside? As a plain `Result`; the rules are those of `decode`.
 */
import { E } from '../base/fp.js'
import { decode, type Undecoded } from './decode.js'
import { failed, ok, type Result } from './result.js'
import type { Codec } from './shape.js'

/**
 * Decodes a document of any codec of the contract: version, shape, then the rules no schema can express.
 *
 * @returns ok: the very value that was given, neither copied nor changed. Failed: `DocumentNewer` for a later version
 *          of the same document | `DocumentRefused` with at most {@link ISSUES_MAX} issues; also where reading the
 *          value throws.
 * @law a refusal names pointers and rules, and contains no text of the refused value
 * @req REQ-CON-213, REQ-CON-215, REQ-CON-216
 * @example decodeDocument(Scope, { kind: 'user', id: ['ada'] }) // => { ok: true, value: { kind: 'user', … } }
 * @since 0.1.0
 */
export function decodeDocument<A>(codec: Codec<A>, value: unknown): Result<A, Undecoded> {
  const decoded = decode(codec, value)
  return E.isRight(decoded) ? ok(decoded.right) : failed(decoded.left)
}
