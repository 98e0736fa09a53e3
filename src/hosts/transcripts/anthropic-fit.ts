/**
 * What of a block may stand in an Anthropic message, in system text or in a tool result? Looks at the block alone; calls,
 * results and reasoning are made by themselves.
 */
import { anthropicFitMedia, anthropicFitText } from './anthropic-media.js'
import { anyValue, fittedFields, type FieldRules } from './fitted-fields.js'
import type { JsonRecord } from './json-record.js'

/** Where a block is to stand. */
export type BlockPlace = 'user' | 'assistant' | 'system' | 'result'

/**
 * The block itself where all of it may stand, a copy without fields that may not, null where it may not stand at all.
 *
 * Texts say something; images and documents are the user's, or in a result. Types that are not read here stand
 * nowhere: blocks of server tools are bound to each other by rules of their own.
 */
export function anthropicFit(
  block: JsonRecord | null,
  place: BlockPlace,
  note: () => void,
): JsonRecord | null {
  if (block?.['type'] === 'text') return anthropicFitText(block, note)
  return block !== null && (place === 'user' || place === 'result') ? anthropicFitMedia(block, note) : null
}

function rulesOf(...keys: readonly string[]): FieldRules {
  return new Map(['type', 'cache_control', ...keys].map((key) => [key, anyValue]))
}

/** The fields of what is made by itself. */
const FIELDS: ReadonlyMap<unknown, FieldRules> = new Map([
  ['tool_use', rulesOf('id', 'name', 'input', 'caller')],
  ['thinking', rulesOf('thinking', 'signature')],
  ['redacted_thinking', rulesOf('data')],
  [
    'tool_result',
    new Map([
      ...rulesOf('tool_use_id', 'content'),
      ['is_error', (value: unknown) => typeof value === 'boolean'] as const,
    ]),
  ],
])

/** A call, a result or reasoning without fields that would be refused; the block itself where there are none. */
export function anthropicFitFields(block: JsonRecord, note: () => void): JsonRecord {
  const rules = FIELDS.get(block['type'])
  return rules === undefined ? block : fittedFields(block, rules, note)
}
