/**
 * Is a JSON text nested deeper than an engine can be trusted to write back? Reads brackets only, keeps no stack.
 */

/** The deepest nesting that is read; real sessions stay below 30. */
export const NESTING_MAX = 512

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Says whether brackets are open more than {@link NESTING_MAX} deep at any place outside strings. */
export function isNestedTooDeep(text: string): boolean {
  if (text.length <= NESTING_MAX) return false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) {
      at = endOfString(text, at)
    } else if (unit === 0x5b || unit === 0x7b) {
      depth += 1
      if (depth > NESTING_MAX) return true
    } else if (unit === 0x5d || unit === 0x7d) {
      depth -= 1
    }
  }
  return false
}

/** The index of the quote that ends the string begun at `start`; the end of the text when none does. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end === -1 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1
  return backslashes % 2 === 1
}
