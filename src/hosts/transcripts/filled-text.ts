/**
 * Is a field a text that says something? White space says something here; whether a provider takes it is for `blank-text`.
 */
export function isFilledText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
