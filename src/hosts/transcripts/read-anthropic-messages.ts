/**
 * What does a message of the Anthropic Messages API say? The system text stands in the envelope and is read apart.
 */
import { anthropicAssistantDrafts, anthropicSystemParts, anthropicUserDrafts } from './anthropic-parts.js'
import { MALFORMED, problemReading, SILENT, type EntryReading } from './entry-reading.js'
import { asRecord } from './json-record.js'

export function readAnthropicMessage(entry: unknown): EntryReading {
  const message = asRecord(entry)
  if (message === null) return problemReading('not-an-entry')
  const { role, content } = message
  if (role !== 'user' && role !== 'assistant') {
    return typeof role === 'string' ? problemReading('unknown-role') : MALFORMED
  }
  const drafts = role === 'user' ? anthropicUserDrafts(content) : anthropicAssistantDrafts(content)
  return drafts === null
    ? MALFORMED
    : { _tag: 'Turns', ...drafts, entryId: message['id'], actor: message['model'], carried: content }
}

/** The system text of an envelope; silent when there is none. */
export function readAnthropicSystem(envelope: unknown): EntryReading {
  const system = asRecord(envelope)?.['system'] ?? ''
  if (system === '' || (Array.isArray(system) && system.length === 0)) return SILENT
  const reading = anthropicSystemParts(system)
  if (reading === null) return MALFORMED
  const draft = { role: 'system' as const, parts: reading.parts, from: 0, to: reading.rawParts }
  return { _tag: 'Turns', drafts: [draft], unknownPart: reading.unknownPart, carried: system }
}
