/**
 * How is a foreign word shown on a terminal? Escaped and cut: an id, a name or a path must not move the cursor,
 * turn the line around or fill the screen.
 */

const SHOWN_MAX = 120

/** Controls, line separators, direction marks and lone surrogates. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]/gu

/** The word with every unsafe character as `\uXXXX`, cut at 120 characters with a marker. */
export function printable(word: string): string {
  const points = Array.from(word.slice(0, SHOWN_MAX * 2))
  const cut = points.length > SHOWN_MAX || word.length > SHOWN_MAX * 2
  const shown = points.slice(0, SHOWN_MAX).join('').replace(UNSAFE, escapeUnit)
  return cut ? `${shown}…` : shown
}

function escapeUnit(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** A whole number with a comma every three digits, the same in every locale. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** `1 item`, `2 items`. */
export function counted(count: number, noun: string): string {
  return `${grouped(count)} ${noun}${count === 1 ? '' : 's'}`
}
