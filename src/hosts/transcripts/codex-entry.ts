/**
 * Which item of OpenAI Responses stands in a line of a Codex session? Finds it; what it says is for the reader.
 */
import { asRecord, type JsonRecord } from './json-record.js'
import { kindOfItem } from './responses-kinds.js'
import type { Originals } from './turn.js'

/** What a line that holds no item of the conversation is called by Codex. */
const OTHER_LINES: ReadonlySet<unknown> = new Set(['session_meta', 'event_msg', 'turn_context', 'compacted'])

/** Whether a line is one that Codex writes: an item in an envelope, a note in one, or, in older files, a bare item. */
export function isCodexLine(entry: JsonRecord): boolean {
  const { type, payload } = entry
  if (type === 'response_item' || OTHER_LINES.has(type)) return asRecord(payload) !== null
  if (typeof type !== 'string' || 'message' in entry) return false
  const kind = kindOfItem(entry)
  if (kind === 'message') return typeof entry['role'] === 'string'
  return kind === 'reasoning' || kind === 'call' || kind === 'output'
}

/** The item of a line, null where the line holds none. A snapshot of the files is none. */
export function codexItemOf(value: unknown): JsonRecord | null {
  const entry = asRecord(value)
  if (entry === null) return null
  const item = entry['type'] === 'response_item' ? asRecord(entry['payload']) : bareItem(entry)
  return item?.['type'] === 'ghost_snapshot' ? null : item
}

function bareItem(entry: JsonRecord): JsonRecord | null {
  return OTHER_LINES.has(entry['type']) || typeof entry['type'] !== 'string' ? null : entry
}

/** Of each entry of a session, its item as OpenAI Responses takes it, or null; null for a session of another kind. */
export function responsesItemsOf({ format, entries }: Originals): readonly (JsonRecord | null)[] | null {
  if (format === 'codex') return entries.map(codexItemOf)
  return format === 'openai-responses' ? entries.map(asRecord) : null
}
