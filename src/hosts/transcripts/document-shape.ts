/**
 * Where do the messages of a document stand, and whose messages are they? Looks at shapes, changes nothing.
 */
import { isAiSdkList } from './ai-sdk-shape.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { isResponsesItem, isResponsesMark } from './responses-kinds.js'
import type { MessageFormat } from './turn.js'

export type MessagesKey = 'messages' | 'traj' | 'input' | 'output'

/**
 * Under which key a document keeps its messages: `messages`, else `traj` (recorded runs), else nowhere; a request to
 * OpenAI Responses keeps its items under `input`, the answer to one under `output`.
 */
export function messagesKeyOf(document: JsonRecord, format?: MessageFormat): MessagesKey | null {
  const keys: readonly MessagesKey[] =
    format === 'openai-responses' ? ['input', 'output'] : ['messages', 'traj']
  return keys.find((key) => Array.isArray(document[key])) ?? null
}

/** The messages of a document or of a bare list of messages, `null` when the value is neither. */
function messagesOf(document: unknown, format?: MessageFormat): readonly unknown[] | null {
  if (Array.isArray(document)) return document as readonly unknown[]
  const record = asRecord(document)
  const key = record === null ? null : messagesKeyOf(record, format)
  return record === null || key === null ? null : (record[key] as readonly unknown[])
}

/** Whether a list holds documents with messages rather than messages. */
export function isListOfRuns(list: readonly unknown[], format?: MessageFormat): boolean {
  return list.some((entry) => {
    const record = asRecord(entry)
    if (record === null || record['role'] !== undefined) return false
    // An item has a type; a request and an answer have none.
    if (format === 'openai-responses' && typeof record['type'] === 'string') return false
    return messagesKeyOf(record, format) !== null
  })
}

/** Whether a list holds at least one thing with a role; an empty list may become a list of messages. */
export function isListOfMessages(list: readonly unknown[], format?: MessageFormat): boolean {
  return list.length === 0 || list.some((entry) => isMessage(asRecord(entry), format))
}

function isMessage(record: JsonRecord | null, format: MessageFormat | undefined): boolean {
  if (record === null) return false
  return typeof record['role'] === 'string' || (format === 'openai-responses' && isResponsesItem(record))
}

/** Plain texts are the same in several formats and are taken for OpenAI Chat's. */
export function documentFormatOf(document: unknown): MessageFormat | null {
  if (isResponsesDocument(document)) return 'openai-responses'
  const list =
    Array.isArray(document) && isListOfRuns(document) ? (document as readonly unknown[]) : [document]
  if (list.some((run) => isAiSdkList(messagesOf(run) ?? []))) return 'ai-sdk'
  for (const run of list) {
    const format = markOf(run)
    if (format !== null) return format
  }
  const messages = list.length === 0 ? null : messagesOf(list[0])
  return messages !== null && messages.length > 0 && isListOfMessages(messages) ? 'openai-chat' : null
}

/** An item that only OpenAI Responses has, or a request or an answer of it that holds at least one message. */
function isResponsesDocument(document: unknown): boolean {
  const format = 'openai-responses'
  const list = Array.isArray(document) ? (document as readonly unknown[]) : [document]
  if (isListOfRuns(list)) return false
  if (isListOfRuns(list, format))
    return list.some((run) => holdsMessages(messagesOf(run, format) ?? [], format))
  return Array.isArray(document) && list.some(isResponsesMark)
}

function holdsMessages(list: readonly unknown[], format: MessageFormat): boolean {
  return list.length > 0 && isListOfMessages(list, format)
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
