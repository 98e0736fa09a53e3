/**
 * Which object does a call hand over, where a provider takes an object and the session holds a text? No text is
 * lost: what is no object, or would not come back the same, goes along as a text in an object.
 */
import { asRecord, type JsonRecord } from './json-record.js'

/** The only key of an object that carries a text as it came. */
const WRAPPED_KEY = 'arguments'

/**
 * The arguments as an object: parsed where the text is one JSON object and parsing keeps all of it, otherwise
 * `{ "arguments": <text> }`. Parsing loses a key that is given twice, and digits of a number that a double cannot
 * hold; white space and the spelling of escapes are not kept.
 *
 * @law `argumentsOf(inputOf(text))` is the text, or JSON text of the same data; an object whose only key is
 *      `arguments` and holds a text that is no JSON object comes back as that text
 */
export function inputOf(argumentsJson: string): JsonRecord {
  return parsedWhole(argumentsJson) ?? { [WRAPPED_KEY]: argumentsJson }
}

/** The arguments as text: what `inputOf` wrapped comes back as it was. */
export function argumentsOf(input: unknown): string {
  const record = asRecord(input)
  const wrapped = record?.[WRAPPED_KEY]
  const alone = record !== null && typeof wrapped === 'string' && Object.keys(record).length === 1
  if (alone && parsedWhole(wrapped) === null) return wrapped
  return JSON.stringify(input) ?? ''
}

function parsedWhole(text: string): JsonRecord | null {
  try {
    const value = asRecord(JSON.parse(text))
    if (value === null) return null
    const compact = JSON.stringify(value)
    return compact === text || keepsAll(text, compact) ? value : null
  } catch {
    // No JSON, or nested too deeply to be written again.
    return null
  }
}

const SCALAR = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|true|false|null/gs

/** Whether as many strings, numbers and words came back as went in, and every number with all its digits. */
function keepsAll(text: string, compact: string): boolean {
  const given = text.match(SCALAR) ?? []
  if (given.length !== (compact.match(SCALAR) ?? []).length) return false
  return given.every((scalar) => !/^[-\d]/.test(scalar) || isExact(scalar))
}

/** A double holds every decimal number of up to 15 significant digits. */
const SAFE_DIGITS = 15

function isExact(numeral: string): boolean {
  const value = Number(numeral)
  if (!Number.isFinite(value)) return false
  if (String(value) === numeral) return true
  const digits = numeral
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '')
  return digits.length <= SAFE_DIGITS && (digits === '' || value !== 0)
}
