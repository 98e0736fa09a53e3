/**
 * Is a value that is judged an object with keys? For validators only, which share no code with readers and writers.
 */
export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function objectOf(value: unknown): Json | null {
  return isObject(value) ? value : null
}
