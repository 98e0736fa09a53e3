/**
 * Is a parsed value an object with keys or a list, and what is its JSON text? Never looks at what the keys mean.
 */

/** Plain JSON data with keys. */
export type JsonRecord = Readonly<Record<string, unknown>>

/** The value itself when it is an object and no list, else `null`. */
export function asRecord(value: unknown): JsonRecord | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonRecord) : null
}

/** The value itself when it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : []
}

/** A copy without one key. */
export function withoutKey(record: JsonRecord, key: string): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key))
}

/** The JSON text of a value, `null` when it has none (a circle, no JSON value, too deep for the engine). */
export function jsonTextOf(value: unknown): string | null {
  try {
    const text: unknown = JSON.stringify(value)
    return typeof text === 'string' ? text : null
  } catch {
    return null
  }
}
