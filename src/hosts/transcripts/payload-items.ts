/**
 * Where do the messages of a payload stand? Under the one key its format has; it looks no deeper.
 */
import { asRecord } from './json-record.js'
import type { MessageFormat } from './turn.js'

/** The key of the list that a payload of this format holds its messages, or input items, under. */
export function payloadKeyOf(format: MessageFormat): 'messages' | 'input' {
  switch (format) {
    case 'openai-responses':
      return 'input'
    case 'openai-chat':
    case 'anthropic-messages':
    case 'ai-sdk':
      return 'messages'
  }
}

/**
 * The messages, or input items, of a payload in order.
 *
 * @returns empty as well where the payload is none of its format.
 * @since 0.1.0
 */
export function payloadItems(format: MessageFormat, payload: unknown): readonly unknown[] {
  const items = asRecord(payload)?.[payloadKeyOf(format)]
  return Array.isArray(items) ? (items as readonly unknown[]) : []
}
