/**
 * Which bytes are a text in UTF-8 (RFC 3629)? The text is well-formed; no engine encoder is asked.
 */

/** Encodes well-formed text; a code unit above U+07FF takes three bytes, a surrogate pair four. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length * 3)
  let size = 0
  for (let at = 0; at < text.length; at += 1) {
    const point = text.codePointAt(at) as number
    if (point > 0xffff) at += 1
    size = putCodePoint(bytes, size, point)
  }
  return bytes.subarray(0, size)
}

function putCodePoint(bytes: Uint8Array, start: number, point: number): number {
  if (point < 0x80) {
    bytes[start] = point
    return start + 1
  }
  const tailBytes = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3
  const lead = [0xc0, 0xe0, 0xf0][tailBytes - 1] as number
  bytes[start] = lead | (point >>> (6 * tailBytes))
  for (let left = tailBytes - 1; left >= 0; left -= 1) {
    bytes[start + tailBytes - left] = 0x80 | ((point >>> (6 * left)) & 0x3f)
  }
  return start + 1 + tailBytes
}
