/**
 * Is a text base64 that every provider can decode? In the alphabet and with the padding of RFC 4648; nothing is decoded.
 */

const OTHER_DIGITS = /[^A-Za-z0-9+/=]/
const PADDING_MAX = 2

/**
 * The same data as base64 with padding, without line breaks, in the plain alphabet; the very text where it is that
 * already. Null where the text is no base64 or holds nothing.
 */
export function base64Of(given: unknown): string | null {
  if (typeof given !== 'string') return null
  const text = OTHER_DIGITS.test(given) ? plainDigits(given) : given
  if (OTHER_DIGITS.test(text)) return null
  const firstPadding = text.indexOf('=')
  const length = firstPadding === -1 ? text.length : firstPadding
  const padding = text.length - length
  if (length === 0 || length % 4 === 1 || padding > PADDING_MAX) return null
  if (!text.endsWith('='.repeat(padding))) return null
  const wanted = (4 - (length % 4)) % 4
  return padding === wanted ? text : text.slice(0, length) + '='.repeat(wanted)
}

function plainDigits(text: string): string {
  return text.replace(/\s+/g, '').replaceAll('-', '+').replaceAll('_', '/')
}
