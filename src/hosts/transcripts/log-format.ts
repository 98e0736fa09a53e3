/**
 * Which agent writes log entries of this shape? Looks at one parsed line; never at what a message says.
 */
import { isCodexLine } from './codex-entry.js'
import { asRecord, type JsonRecord } from './json-record.js'
import type { TranscriptFormat } from './turn.js'

const LOG_FORMATS = ['pi', 'claude-code', 'codex'] as const
export type LogFormat = (typeof LOG_FORMATS)[number]

/** Whether sessions of this format are logs, whose entries are known by their lines. */
export function isLogFormat(format: TranscriptFormat): format is LogFormat {
  return (LOG_FORMATS as readonly string[]).includes(format)
}

const PI_TYPES: ReadonlySet<unknown> = new Set(['model_change', 'thinking_level_change', 'custom_message'])
const PI_SUMMARIES: ReadonlySet<unknown> = new Set(['compaction', 'branch_summary'])
const CLAUDE_TYPES: ReadonlySet<unknown> = new Set(['file-history-snapshot', 'queue-operation'])

/** The agent whose entry this is, `null` when it is of none. */
export function logFormatOf(value: unknown): LogFormat | null {
  const entry = asRecord(value)
  if (entry === null || typeof entry['type'] !== 'string') return null
  if (isPiEntry(entry)) return 'pi'
  if (isClaudeCodeEntry(entry)) return 'claude-code'
  return isCodexLine(entry) ? 'codex' : null
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
