/**
 * How is one refused place said in a sentence? By pointer and expectation, never by a value or a key from outside.
 */
import type { Issue } from './kernel-error.js'

/** What is wrong with `document` at the issue's place, such as `at \`/budget\`: expected Budget`. */
export function issueWords(document: string, { pointer, expected }: Issue): string {
  if (expected === 'unknown-key') {
    const holder = pointer.replace(/\/\?$/, '')
    return holder === ''
      ? `it holds a key that ${document} does not know`
      : `\`${holder}\` holds a key that is not known there`
  }
  if (expected === 'missing-key') return `it lacks \`${pointer}\``
  return `${pointer === '' ? 'the whole document' : `at \`${pointer}\``}: expected ${expected}`
}
