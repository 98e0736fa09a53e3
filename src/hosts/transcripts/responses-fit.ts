/**
 * What of a part may stand in a message, or an output, of OpenAI Responses? Looks at the part alone.
 */
import { isFilledText } from './filled-text.js'
import { anyValue, fittedFields, type FieldRules } from './fitted-fields.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { responsesFitMedia } from './responses-media.js'

/** The type of a text in a message of this role. */
export function textTypeOf(role: unknown): 'input_text' | 'output_text' {
  return role === 'assistant' ? 'output_text' : 'input_text'
}

const INPUT_RULES: FieldRules = new Map([
  ['type', anyValue],
  ['text', anyValue],
])
const OUTPUT_RULES: FieldRules = new Map([
  ...INPUT_RULES,
  ['annotations', isListOfRecords],
  ['logprobs', isListOfRecords],
])
const REFUSAL_RULES: FieldRules = new Map([
  ['type', anyValue],
  ['refusal', anyValue],
])

/**
 * The part itself where all of it may stand, a copy without what may not, null where it may not stand at all.
 *
 * Texts say something and have the type of their role; the model refuses, everybody else shows media.
 */
export function responsesFit(part: JsonRecord | null, role: unknown, note: () => void): JsonRecord | null {
  if (part === null) return null
  const { type, text, refusal } = part
  const isModels = role === 'assistant'
  if (type === textTypeOf(role))
    return isFilledText(text) ? fittedFields(part, isModels ? OUTPUT_RULES : INPUT_RULES, note) : null
  if (type === 'refusal')
    return isModels && isFilledText(refusal) ? fittedFields(part, REFUSAL_RULES, note) : null
  return isModels ? null : responsesFitMedia(part, note)
}

/** A content of which every part may stand: itself, or one of what may; null where one may not, or nothing is said. */
export function responsesFitContent(content: unknown, role: unknown, note: () => void): unknown {
  if (isFilledText(content)) return content
  if (!Array.isArray(content) || content.length === 0) return null
  const noted: (() => void)[] = []
  const fit = content.map((part) => responsesFit(asRecord(part), role, () => noted.push(note)))
  if (fit.includes(null)) return null
  for (const say of noted) say()
  return fit.every((part, index) => part === content[index]) ? (content as readonly unknown[]) : fit
}

/** As {@link responsesFitContent}, of an output: a text, which may be empty, or parts as a user's. */
export function responsesFitOutput(output: unknown, note: () => void): unknown {
  return typeof output === 'string' ? output : responsesFitContent(output, 'tool', note)
}

function isListOfRecords(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => asRecord(entry) !== null)
}
