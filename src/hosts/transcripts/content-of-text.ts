/**
 * Is a text carried as content, or by reference? One too large for an item keeps its place in the session and is shown
 * as an excerpt that says so.
 */
import { CONTENT_MAX, type ContextItemInput } from '../../contract/context-item.js'
import { ok, type Result } from '../../contract/result.js'
import { codePointCount } from '../../base/text/well-formed.js'
import type { HashPort } from '../../ports/hash.js'
import { callPort, type PortMethod } from './call-port.js'
import type { ReadOptions } from './transcript.js'

/** How much of a large text the excerpt shows, in UTF-16 code units. */
export const EXCERPT_UNITS = 4000

export type ItemContent = Pick<ContextItemInput, 'content'> | Pick<ContextItemInput, 'contentRef'>

const SHA_256_HEX = /^[0-9a-f]{64}$/

const SHA_256: PortMethod<HashPort, string, string> = {
  port: 'Hash',
  method: 'sha256Hex',
  ask: (hash, text) => hash.sha256Hex(text),
  accepts: (hex) => SHA_256_HEX.test(hex),
}

/**
 * The content of a well-formed text.
 *
 * @returns failed: `PortFailed` when the hash port does not name a large text.
 */
export function contentOfText(
  text: string,
  objectId: string,
  options: Pick<ReadOptions, 'hash' | 'store'>,
): Result<ItemContent> {
  if (text.length <= CONTENT_MAX || codePointCount(text) <= CONTENT_MAX) return ok({ content: text })
  const named = callPort(SHA_256, options.hash, text)
  if (!named.ok) return named
  return ok({
    contentRef: {
      store: options.store,
      objectId,
      digest: `sha256:${named.value}`,
      byteLength: utf8Length(text),
      mimeType: 'text/plain',
      summary: excerptOf(text),
      recoverable: true,
    },
  })
}

function excerptOf(text: string): string {
  const last = text.charCodeAt(EXCERPT_UNITS - 1)
  const end = (last & 0xfc00) === 0xd800 ? EXCERPT_UNITS - 1 : EXCERPT_UNITS
  const marker = `[excerpt: the first ${String(end)} of ${String(text.length)} characters; the session has the rest]`
  return `${text.slice(0, end)}\n${marker}`
}

const NOT_ASCII = /[^\0-\x7f]/

/** Bytes of UTF-8 of a well-formed text; either half of a pair stands for two of its four bytes. */
function utf8Length(text: string): number {
  const first = text.search(NOT_ASCII)
  if (first === -1) return text.length
  let bytes = text.length
  for (let at = first; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    bytes += unit < 0x800 || (unit & 0xf800) === 0xd800 ? 1 : 2
  }
  return bytes
}
