/**
 * Under which name does a tool go to a provider? As it came where every provider takes it, else under one derived from it.
 */

/** The longest name any provider takes, and the longest of OpenAI, which all take; in UTF-16 code units. */
export const WIRE_NAME_LENGTH_MAX = 128
export const OPENAI_NAME_LENGTH_MAX = 64

/** The name a tool is called by, within what all providers take: `[a-zA-Z0-9_-]`, and not longer than `lengthMax`. */
export function wireName(name: string, lengthMax: number): string {
  return wireWord(name, lengthMax) || 'tool'
}

/** The text with `_` for each character that a provider does not take in ids and names. */
export function wireWord(text: string, lengthMax: number): string {
  return text
    .slice(0, lengthMax * 2)
    .replace(/[^a-zA-Z0-9_-]/gu, '_')
    .slice(0, lengthMax)
}
