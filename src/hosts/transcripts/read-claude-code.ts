/**
 * What does a line of a Claude Code session say? One item a line: an assistant message that was streamed stands on
 * several lines with one `message.id`, which a writer joins again.
 */
import { anthropicAssistantDrafts, anthropicUserDrafts } from './anthropic-parts.js'
import { MALFORMED, problemReading, SILENT, type EntryFacts, type EntryReading } from './entry-reading.js'
import { asRecord, type JsonRecord } from './json-record.js'

/**
 * Reads one entry. Lines of a sub-agent (`isSidechain`) belong to another conversation and are reported, not read.
 * A user message the tool itself wrote (`isMeta`: hook output, caveats) keeps its role, but is trusted as external:
 * no person typed it. Summaries, also those a compaction left as a user message, are of kind `summary`.
 * Other types (`queue-operation`, `system`, snapshots) are no message and are kept in the originals only.
 */
export function readClaudeCode(value: unknown): EntryReading {
  const entry = asRecord(value)
  if (entry === null || typeof entry['type'] !== 'string') return problemReading('not-an-entry')
  if (entry['type'] === 'summary') return summaryReading(entry['summary'], entry)
  if (entry['type'] !== 'user' && entry['type'] !== 'assistant') return SILENT
  if (entry['isSidechain'] === true) return problemReading('sidechain')
  return messageReading(entry)
}

function messageReading(entry: JsonRecord): EntryReading {
  const message = asRecord(entry['message'])
  if (message === null) return MALFORMED
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant') {
    return typeof role === 'string' ? problemReading('unknown-role') : MALFORMED
  }
  if (entry['isCompactSummary'] === true && typeof content === 'string') return summaryReading(content, entry)
  const read = role === 'user' ? anthropicUserDrafts(content) : anthropicAssistantDrafts(content)
  if (read === null) return MALFORMED
  const drafts =
    entry['isMeta'] === true
      ? read.drafts.map((draft) => ({ ...draft, trust: 'external' as const }))
      : read.drafts
  return {
    _tag: 'Turns',
    drafts,
    unknownPart: read.unknownPart,
    ...factsOf(entry),
    messageId: message['id'],
    actor: message['model'],
  }
}

function summaryReading(text: unknown, entry: JsonRecord): EntryReading {
  return typeof text === 'string' ? { _tag: 'Summary', text, ...factsOf(entry) } : MALFORMED
}

function factsOf(entry: JsonRecord): EntryFacts {
  return { entryId: entry['uuid'], timestamps: [entry['timestamp']] }
}
