/**
 * How long is this share as a bar of text? Whole and part blocks, the same width whatever the share.
 */

/** Eighths of a block, from none to seven. */
const PART_BLOCKS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'] as const

/** A bar of `width` cells, filled to `part` of `whole`; what is more than nothing shows at least a sliver. */
export function textBar(part: number, whole: number, width: number): string {
  const exact = whole <= 0 ? 0 : (part * width * 8) / whole
  const eighths = Math.min(width * 8, part > 0 ? Math.max(1, Math.round(exact)) : 0)
  const filled = '█'.repeat(Math.floor(eighths / 8)) + (PART_BLOCKS[eighths % 8] ?? '')
  return filled.padEnd(width)
}

/** `42 %`; what is more than nothing is never shown as none. */
export function percentOf(part: number, whole: number): string {
  if (part <= 0 || whole <= 0) return '0 %'
  const percent = Math.round((part * 100) / whole)
  return percent === 0 ? '< 1 %' : `${percent} %`
}
