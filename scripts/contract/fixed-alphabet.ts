/**
 * Can a text of this shape be written between quotes as it stands? Only where its pattern, or its words, leave
 * nothing but letters, digits and `. _ : / -`; in doubt the answer is no.
 */
import type { OneOfShape, TextShape } from '../../src/contract/shape.js'

const CLASS_PART = '(?:a-z|A-Z|a-f|\\d-\\d|[A-Za-z0-9._:/]|\\\\[.\\-d])'
const CLASS = `\\[${CLASS_PART}+\\]`
const TOKEN = `(?:\\(\\?:|[()|?]|\\{\\d+(?:,\\d+)?\\}|\\\\[.\\-d]|[A-Za-z0-9:-]|${CLASS})`
const FIXED_PATTERN = new RegExp(`^\\^(${TOKEN}*)\\$$`)
const FIXED_WORD = /^[A-Za-z0-9._:/-]+$/

/** Whether every text of the shape is made of characters that JSON writes as they stand. */
export function hasFixedAlphabet(shape: TextShape | OneOfShape): boolean {
  if (shape._tag === 'OneOf') return shape.values.every((word) => FIXED_WORD.test(word))
  return shape.pattern !== undefined && isFixedPattern(shape.pattern)
}

/** An alternative outside a group would escape the anchors. */
function isFixedPattern(pattern: string): boolean {
  const [, body] = FIXED_PATTERN.exec(pattern) ?? []
  if (body === undefined) return false
  let depth = 0
  for (const sign of body) {
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (sign === '|' && depth === 0) return false
  }
  return true
}
