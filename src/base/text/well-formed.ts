/**
 * Is a text well-formed UTF-16, and how many code points has it? It repairs nothing, and asks no table of the
 * engine.
 */

/** A Latin-1 string is answered at once by engines that store it in bytes; every other string is scanned once. */
const SURROGATE = /[\ud800-\udfff]/

/**
 * Says whether every surrogate stands in a pair, high before low.
 *
 * @law equals the engine's `String.prototype.isWellFormed` where that exists
 * @example isWellFormedText('\ud83d\ude00') // => true
 * @since 0.1.0
 */
export function isWellFormedText(text: string): boolean {
  return firstLoneSurrogate(text) === -1
}

/**
 * Finds the first surrogate without its partner.
 *
 * @returns its index in UTF-16 code units, `-1` when there is none.
 * @since 0.1.0
 */
export function firstLoneSurrogate(text: string): number {
  const first = text.search(SURROGATE)
  if (first === -1) return -1
  for (let at = first; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (!isSurrogate(unit)) continue
    if (!isPairAt(text, at)) return at
    at += 1
  }
  return -1
}

/**
 * Counts code points; a lone surrogate counts as one, as in iteration over the string.
 *
 * @since 0.1.0
 */
export function codePointCount(text: string): number {
  const first = text.search(SURROGATE)
  if (first === -1) return text.length
  let pairs = 0
  for (let at = first; at < text.length - 1; at += 1) {
    if (!isPairAt(text, at)) continue
    pairs += 1
    at += 1
  }
  return text.length - pairs
}

function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800
}

/** `charCodeAt` past the end is NaN, which the mask turns into 0: no partner. */
function isPairAt(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00
}
