/**
 * Where does a byte sequence stop being UTF-8? The Unicode Standard, table 3-7; says where, never repairs.
 */
import { isUtf8 } from 'node:buffer'

export interface InvalidByte {
  readonly offset: number
  /** Whether all that is wrong is that the last character is cut off. */
  readonly atEnd: boolean
}

/** The first byte that begins no whole character, or null when all is well. */
export function firstInvalidByte(bytes: Uint8Array): InvalidByte | null {
  if (isUtf8(bytes)) return null
  let offset = 0
  while (offset < bytes.length) {
    const size = characterSize(bytes, offset)
    if (size <= 0) return { offset, atEnd: size < 0 }
    offset += size
  }
  return null
}

/** How many bytes the character at `offset` has; 0 when there is none, -1 when it is cut off by the end. */
function characterSize(bytes: Uint8Array, offset: number): number {
  const lead = bytes[offset] ?? 0
  if (lead < 0x80) return 1
  const size =
    lead >= 0xc2 && lead < 0xe0 ? 2 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xf0 && lead < 0xf5 ? 4 : 0
  if (size === 0) return 0
  for (let index = 1; index < size; index++) {
    const byte = bytes[offset + index]
    if (byte === undefined) return -1
    const [low, high] = index === 1 ? secondByteRange(lead) : [0x80, 0xbf]
    if (byte < low || byte > high) return 0
  }
  return size
}

/** Keeps out overlong forms, surrogates and what lies beyond U+10FFFF. */
function secondByteRange(lead: number): readonly [number, number] {
  if (lead === 0xe0) return [0xa0, 0xbf]
  if (lead === 0xed) return [0x80, 0x9f]
  if (lead === 0xf0) return [0x90, 0xbf]
  if (lead === 0xf4) return [0x80, 0x8f]
  return [0x80, 0xbf]
}
