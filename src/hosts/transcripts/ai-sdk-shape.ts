/**
 * Is a message one of the AI SDK, and one of which kind? Looks at shapes that no other format has; plain texts are the
 * same in several formats and tell nothing.
 */
import { asRecord, type JsonRecord } from './json-record.js'

/** The words that stand before the name of a tool, and of the application's data, in a part of an interface. */
export const TOOL_PREFIX = 'tool-'
export const DATA_PREFIX = 'data-'

/**
 * Whether a message is one that an interface shows (UIMessage): its parts stand under `parts`, or, as version 4 wrote
 * it, its calls or attachments beside the content.
 */
export function isInterfaceMessage(message: JsonRecord): boolean {
  if (Array.isArray(message['parts'])) return true
  return Array.isArray(message['toolInvocations']) || Array.isArray(message['experimental_attachments'])
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool'])

/** Whether only the AI SDK writes a message like this. */
function isAiSdkMark(message: JsonRecord | null): boolean {
  if (message === null || !ROLES.has(message['role'])) return false
  const { parts, content } = message
  if (Array.isArray(parts)) return parts.every((part) => typeof asRecord(part)?.['type'] === 'string')
  if (isInterfaceMessage(message) || asRecord(message['providerOptions']) !== null) return true
  return Array.isArray(content) && content.some((part) => isOwnPart(asRecord(part)))
}

const OWN_PARTS: ReadonlySet<unknown> = new Set([
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'tool-approval-response',
  'redacted-reasoning',
])

function isOwnPart(part: JsonRecord | null): boolean {
  if (part === null) return false
  const { type } = part
  if (OWN_PARTS.has(type) || asRecord(part['providerOptions']) !== null) return true
  if (type === 'reasoning') return typeof part['text'] === 'string'
  if (type === 'image') return 'image' in part
  return type === 'file' && 'data' in part
}

/** Whether a list of messages, or of runs of them, holds a message that only the AI SDK writes. */
export function isAiSdkList(messages: readonly unknown[]): boolean {
  return messages.some((message) => isAiSdkMark(asRecord(message)))
}
