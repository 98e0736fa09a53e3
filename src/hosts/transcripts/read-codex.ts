/**
 * What does a line of a Codex session say? Items of OpenAI Responses in envelopes; notes to the person repeat them and
 * are kept in the originals only.
 */
import { isWrittenByCodex, takenBackOf } from './codex-branch.js'
import { codexItemOf } from './codex-entry.js'
import { MALFORMED, problemReading, SILENT, type EntryReader, type EntryReading } from './entry-reading.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { itemReading } from './read-openai-responses.js'
import { textPart } from './parts-of-content.js'
import { couplesOf } from './responses-couples.js'

/**
 * A reader of one session. The base instructions of the first `session_meta` are the system's; a `compacted` line is a
 * summary, and nothing where it names only what the history was replaced with, because the history stands before it.
 * What Codex wrote in the user's role is trusted as external; turns the user took back are reported, not read.
 * Lines of other types are no message. In older files a line is the item itself, and the first line has no type.
 */
export function readerOfCodex(entries: readonly unknown[]): EntryReader {
  const couples = couplesOf(entries.map(codexItemOf))
  const firstMeta = entries.findIndex((entry) => asRecord(entry)?.['type'] === 'session_meta')
  const takenBack = takenBackOf(entries)
  return (value, index) => {
    const entry = asRecord(value)
    if (entry === null) return problemReading('not-an-entry')
    const reading =
      entry['type'] === 'session_meta'
        ? metaReading(entry, index === firstMeta)
        : readEntry(entry, couples.get(index))
    return reading._tag !== 'Silent' && takenBack.has(index) ? problemReading('other-branch') : reading
  }
}

function readEntry(entry: JsonRecord, coupleId: string | undefined): EntryReading {
  const { type } = entry
  if (typeof type !== 'string') return isNote(entry) ? SILENT : problemReading('not-an-entry')
  if (type === 'compacted') return summaryReading(entry)
  if (type === 'response_item' && asRecord(entry['payload']) === null) return MALFORMED
  const item = codexItemOf(entry)
  if (item === null || isLaterType(entry)) return SILENT
  const reading = itemReading(item, coupleId)
  if (reading._tag !== 'Turns') return reading
  const drafts = isWrittenByCodex(item)
    ? reading.drafts.map((draft) => ({ ...draft, trust: 'external' as const }))
    : reading.drafts
  return { ...reading, drafts, timestamps: [entry['timestamp']] }
}

/** What older files begin with and hold between items: who and when, and states without an item. */
function isNote(entry: JsonRecord): boolean {
  return typeof entry['id'] === 'string' || typeof entry['record_type'] === 'string'
}

/** An envelope of a type that a later version adds: its payload is no item that anybody promised. */
function isLaterType({ type, payload }: JsonRecord): boolean {
  return type !== 'response_item' && asRecord(payload) !== null
}

function metaReading(entry: JsonRecord, isFirst: boolean): EntryReading {
  if (!isFirst) return SILENT
  const text = asRecord(asRecord(entry['payload'])?.['base_instructions'])?.['text']
  if (typeof text !== 'string' || text === '') return SILENT
  const drafts = [{ role: 'system' as const, parts: [textPart(text)], from: 0, to: 1 }]
  return { _tag: 'Turns', drafts, unknownPart: false, timestamps: [entry['timestamp']] }
}

function summaryReading(entry: JsonRecord): EntryReading {
  const { message, replacement_history: history } = asRecord(entry['payload']) ?? {}
  if (typeof message === 'string' && message !== '')
    return { _tag: 'Summary', text: message, timestamps: [entry['timestamp']] }
  return Array.isArray(history) || message === '' ? SILENT : MALFORMED
}
