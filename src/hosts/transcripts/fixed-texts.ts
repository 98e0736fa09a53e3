/**
 * Which messages did a writer add on its own? Told by their exact text; a person who typed the same text is not told
 * apart, and the difference is a few tokens.
 */
import { asRecord } from './json-record.js'
import { EARLIER_NOT_SHOWN, INTERRUPTED, type JsonObject } from './message-payload.js'

/** Whether a message is the note that stands before the oldest message shown. */
export function isEarlierNote({ role, content }: JsonObject): boolean {
  return (
    role === 'user' &&
    Array.isArray(content) &&
    content.length === 1 &&
    hasText(content[0], EARLIER_NOT_SHOWN)
  )
}

/** Whether a `tool` message or a `tool_result` block is the mark of a call nothing answered. */
export function isMark({ content }: JsonObject): boolean {
  return content === INTERRUPTED
}

function hasText(block: unknown, text: string): boolean {
  return asRecord(block)?.['text'] === text
}
