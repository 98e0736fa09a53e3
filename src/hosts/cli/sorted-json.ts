/**
 * How is a document printed for a program? Two spaces, keys in code-unit order: the same bytes whatever order the kernel
 * built it in.
 */

/** The JSON text, ending with a line break. */
export function sortedJson(document: object): string {
  return `${JSON.stringify(document, sortedKeys, 2)}\n`
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
