/**
 * How are bytes written as text? Two lower-case hexadecimal digits a byte, first byte first.
 */

/** @example hexOf(Uint8Array.of(0, 255)) // => '00ff' */
export function hexOf(bytes: Uint8Array): string {
  let hex = ''
  for (const byte of bytes) hex += (byte < 16 ? '0' : '') + byte.toString(16)
  return hex
}
