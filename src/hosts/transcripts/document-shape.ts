/**
 * Where do the messages of a document stand, and whose messages are they? Looks at shapes, changes nothing.
 */
import { asRecord, type JsonRecord } from './json-record.js'
import type { MessageFormat } from './turn.js'

/** Under which key a document keeps its messages: `messages`, else `traj` (recorded runs), else nowhere. */
export function messagesKeyOf(document: JsonRecord): 'messages' | 'traj' | null {
  if (Array.isArray(document['messages'])) return 'messages'
  return Array.isArray(document['traj']) ? 'traj' : null
}

/** The messages of a document or of a bare list of messages, `null` when the value is neither. */
export function messagesOf(document: unknown): readonly unknown[] | null {
  if (Array.isArray(document)) return document as readonly unknown[]
  const record = asRecord(document)
  const key = record === null ? null : messagesKeyOf(record)
  return record === null || key === null ? null : (record[key] as readonly unknown[])
}

/** Whether a list holds documents with messages rather than messages. */
export function isListOfRuns(list: readonly unknown[]): boolean {
  return list.some((entry) => {
    const record = asRecord(entry)
    return record !== null && record['role'] === undefined && messagesKeyOf(record) !== null
  })
}

/** Whether a list holds at least one thing with a role; an empty list may become a list of messages. */
export function isListOfMessages(list: readonly unknown[]): boolean {
  return list.length === 0 || list.some((entry) => typeof asRecord(entry)?.['role'] === 'string')
}

/** Plain texts are the same in both formats and are taken for OpenAI's. */
export function documentFormatOf(document: unknown): MessageFormat | null {
  const list =
    Array.isArray(document) && isListOfRuns(document) ? (document as readonly unknown[]) : [document]
  for (const run of list) {
    const format = markOf(run)
    if (format !== null) return format
  }
  const messages = list.length === 0 ? null : messagesOf(list[0])
  return messages !== null && messages.length > 0 && isListOfMessages(messages) ? 'openai-chat' : null
}

function markOf(document: unknown): MessageFormat | null {
  const messages = messagesOf(document)
  if (messages === null) return null
  const envelope = asRecord(document)
  const hasSystem = typeof envelope?.['system'] === 'string' || Array.isArray(envelope?.['system'])
  if (hasSystem || envelope?.['anthropic_version'] !== undefined) return 'anthropic-messages'
  for (const message of messages) {
    const format = markOfMessage(message)
    if (format !== null) return format
  }
  return null
}

const OPENAI_ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'tool', 'function'])
const OPENAI_PARTS: ReadonlySet<unknown> = new Set(['image_url', 'input_audio', 'file', 'refusal'])
const ANTHROPIC_PARTS: ReadonlySet<unknown> = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'image',
  'document',
])

function markOfMessage(value: unknown): MessageFormat | null {
  const message = asRecord(value)
  if (message === null) return null
  if (OPENAI_ROLES.has(message['role']) || Array.isArray(message['tool_calls'])) return 'openai-chat'
  const content = message['content']
  if (content === null) return 'openai-chat'
  if (!Array.isArray(content)) return null
  for (const part of content as readonly unknown[]) {
    const type = asRecord(part)?.['type']
    if (ANTHROPIC_PARTS.has(type)) return 'anthropic-messages'
    if (OPENAI_PARTS.has(type)) return 'openai-chat'
  }
  return null
}
