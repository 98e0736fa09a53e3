/**
 * Which texts does a writer add on its own, and which messages are those? Told by their exact text; a person who typed
 * the same text is not told apart, and the difference is a few tokens.
 */
import { asRecord, type JsonRecord } from './json-record.js'

/** Stands first where the oldest message in the plan is the assistant's. */
export const EARLIER_NOT_SHOWN = '(earlier messages are not shown)'

/** The result of a call that nothing answered, where the host asked for marks. */
export const INTERRUPTED = 'interrupted: no result was recorded'

/**
 * What one fixed text costs at most, in tokens, beside the overhead of its message: both have fewer than 40
 * characters of common English, at most 11 tokens by every public tokenizer table, 15 with the safe bound.
 *
 * @since 0.1.0
 */
export const FIXED_TEXT_TOKENS = 16

/** Whether a message is the note that stands before the oldest message shown. */
export function isEarlierNote({ role, content }: JsonRecord): boolean {
  return (
    role === 'user' &&
    Array.isArray(content) &&
    content.length === 1 &&
    hasText(content[0], EARLIER_NOT_SHOWN)
  )
}

/** Whether a `tool` message or a `tool_result` block is the mark of a call nothing answered. */
export function isMark({ content }: JsonRecord): boolean {
  return content === INTERRUPTED
}

function hasText(block: unknown, text: string): boolean {
  return asRecord(block)?.['text'] === text
}
