/**
 * Is every text in a value well-formed, the names of its fields too? For what goes out as it came; it repairs nothing.
 */
import { isWellFormedText } from '../../base/text/well-formed.js'

/** Whether no text in plain data holds half a character (a lone surrogate). Circles and great depth are no matter. */
export function isWellFormedValue(value: unknown): boolean {
  const seen = new Set<object>()
  const left: unknown[] = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string') {
      if (!isWellFormedText(next)) return false
    } else if (typeof next === 'object' && next !== null && !seen.has(next)) {
      seen.add(next)
      const isList = Array.isArray(next)
      for (const [key, inner] of Object.entries(next)) {
        if (!isList && !isWellFormedText(key)) return false
        left.push(inner)
      }
    }
  }
  return true
}
