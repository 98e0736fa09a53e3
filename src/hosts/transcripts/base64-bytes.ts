/**
 * Which bytes stand behind a base64 text? Read one by one where they are asked for; the whole is never decoded.
 */

/** Bytes that can be looked at. */
export interface ByteView {
  readonly length: number
  /** The byte at an index, -1 outside the data and where the text is no base64. */
  readonly at: (index: number) => number
}

const NOT_BASE64 = /[^A-Za-z0-9+/_=\s-]/
const LOOKED_AT = 128

/** A view of base64 or base64url; null where the text does not begin like either. Line breaks are taken out first. */
export function base64Bytes(given: string): ByteView | null {
  const head = given.slice(0, LOOKED_AT)
  if (head === '' || NOT_BASE64.test(head)) return null
  const text = /\s/.test(head) ? given.replace(/\s+/g, '') : given
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  const length = Math.floor(((text.length - padding) * 3) / 4)
  return { length, at: (index) => (index >= 0 && index < length ? byteAt(text, index) : -1) }
}

/** Byte n begins at bit 8n, which lies in digit ⌊8n / 6⌋. */
function byteAt(text: string, index: number): number {
  const digit = Math.floor((index * 4) / 3)
  const high = valueOf(text.charCodeAt(digit))
  const low = valueOf(text.charCodeAt(digit + 1))
  if (high < 0 || low < 0) return -1
  const offset = index % 3
  if (offset === 0) return (high << 2) | (low >> 4)
  return offset === 1 ? ((high & 15) << 4) | (low >> 2) : ((high & 3) << 6) | low
}

function valueOf(unit: number): number {
  if (unit >= 0x41 && unit <= 0x5a) return unit - 0x41
  if (unit >= 0x61 && unit <= 0x7a) return unit - 0x61 + 26
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30 + 52
  if (unit === 0x2b || unit === 0x2d) return 62
  return unit === 0x2f || unit === 0x5f ? 63 : -1
}

/** The bytes from `from` (included) to `to` (excluded) as code units, one each; stops where they do. */
export function latin1Of(view: ByteView, from: number, to: number): string {
  const units: string[] = []
  for (let index = from; index < Math.min(to, view.length); index += 1)
    units.push(String.fromCharCode(Math.max(0, view.at(index))))
  return units.join('')
}

/** An unsigned whole number of `bytes` bytes, -1 where they are not all there. */
export function bigEndian(view: ByteView, at: number, bytes: number): number {
  let value = 0
  for (let index = 0; index < bytes; index += 1) {
    const byte = view.at(at + index)
    if (byte < 0) return -1
    value = value * 256 + byte
  }
  return value
}

/** As {@link bigEndian}, the last byte first. */
export function littleEndian(view: ByteView, at: number, bytes: number): number {
  let value = 0
  for (let index = bytes - 1; index >= 0; index -= 1) {
    const byte = view.at(at + index)
    if (byte < 0) return -1
    value = value * 256 + byte
  }
  return value
}
