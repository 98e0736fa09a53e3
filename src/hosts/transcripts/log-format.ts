/**
 * Which agent writes log entries of this shape? Looks at one parsed line; never at what a message says.
 */
import { asRecord, type JsonRecord } from './json-record.js'

export type LogFormat = 'pi' | 'claude-code'

const PI_TYPES: ReadonlySet<unknown> = new Set(['model_change', 'thinking_level_change', 'custom_message'])
const PI_SUMMARIES: ReadonlySet<unknown> = new Set(['compaction', 'branch_summary'])
const CLAUDE_TYPES: ReadonlySet<unknown> = new Set(['file-history-snapshot', 'queue-operation'])

/** The agent whose entry this is, `null` when it is of neither. */
export function logFormatOf(value: unknown): LogFormat | null {
  const entry = asRecord(value)
  if (entry === null || typeof entry['type'] !== 'string') return null
  if (isPiEntry(entry)) return 'pi'
  return isClaudeCodeEntry(entry) ? 'claude-code' : null
}

function isPiEntry(entry: JsonRecord): boolean {
  const type = entry['type']
  if (type === 'message') return asRecord(entry['message']) !== null
  if (type === 'session') return typeof entry['id'] === 'string'
  return PI_TYPES.has(type) || (PI_SUMMARIES.has(type) && typeof entry['summary'] === 'string')
}

function isClaudeCodeEntry(entry: JsonRecord): boolean {
  const type = entry['type']
  if (type === 'summary') return typeof entry['summary'] === 'string'
  if (typeof entry['sessionId'] === 'string' || CLAUDE_TYPES.has(type)) return true
  return (type === 'user' || type === 'assistant') && typeof asRecord(entry['message'])?.['role'] === 'string'
}
