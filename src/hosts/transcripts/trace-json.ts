/**
 * Which value does a field of a trace hold? Tracers store values as JSON texts, and some of them such texts in a text;
 * a text that is no JSON is itself.
 */
import { isNestedTooDeep } from './json-nesting.js'
import { asRecord, type JsonRecord } from './json-record.js'

/** How often a value may have been made a text. */
const TEXTS_IN_TEXTS_MAX = 3

/** The value of a field that should hold an object or a list. */
export function traceValue(field: unknown): unknown {
  let value = field
  for (let times = 0; times < TEXTS_IN_TEXTS_MAX && typeof value === 'string'; times += 1) {
    const parsed = parsedText(value)
    if (parsed === undefined) return value
    value = parsed
  }
  return value
}

/** Objects, lists and texts are parsed; a text that happens to be a number or a word stays a text. */
function parsedText(text: string): unknown {
  if (!/^\s*[[{"]/.test(text) || isNestedTooDeep(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function traceRecord(field: unknown): JsonRecord | null {
  return asRecord(traceValue(field))
}
