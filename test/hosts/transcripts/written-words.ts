/**
 * Which words stand in a payload, and where? Finds them in the JSON by their look, with no knowledge of a format.
 */

const WORD = /w\d+x|goodbye/g

/** The unique words of a value's JSON, in order of appearance. */
export function wordsIn(value: unknown): readonly string[] {
  return JSON.stringify(value)?.match(WORD) ?? []
}

/** The words of each message of a payload. */
export function wordsByMessage(payload: {
  readonly messages: readonly unknown[]
}): readonly (readonly string[])[] {
  return payload.messages.map(wordsIn)
}
