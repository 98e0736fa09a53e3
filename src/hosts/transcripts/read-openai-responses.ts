/**
 * What does an input item of the OpenAI Responses API say? One item is one turn; items that the provider couples carry
 * the name of their couple, so that they stay or go together.
 */
import { MALFORMED, problemReading, SILENT, type EntryReader, type EntryReading } from './entry-reading.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { partsOfContent, textPartOf } from './parts-of-content.js'
import { couplesOf } from './responses-couples.js'
import { readResponsesItem } from './responses-parts.js'
import type { TurnPart } from './turn.js'

/** A reader of one list of items. */
export function readerOfResponses(entries: readonly unknown[]): EntryReader {
  const couples = couplesOf(entries.map(asRecord))
  return (value, index) => {
    const item = asRecord(value)
    return item === null ? problemReading('not-an-entry') : itemReading(item, couples.get(index))
  }
}

/** One item, as a member of the couple named. */
export function itemReading(item: JsonRecord, coupleId: string | undefined): EntryReading {
  const reading = readResponsesItem(item)
  if (reading === null) return MALFORMED
  if (reading === 'unknown-role') return problemReading(reading)
  const { role, parts, rawParts, unknownPart } = reading
  const drafts = [{ role, parts, from: 0, to: rawParts }]
  return { _tag: 'Turns', drafts, unknownPart, entryId: item['id'], coupleId, carried: item }
}

/**
 * The text that stands beside the items of a request, or of a response that repeats it: a text or a list of messages.
 * It is of the role that the provider gives it, the developer's.
 */
export function readResponsesInstructions(envelope: unknown): EntryReading {
  const instructions = asRecord(envelope)?.['instructions'] ?? null
  if (instructions === null || instructions === '') return SILENT
  const parts: TurnPart[] = []
  for (const value of Array.isArray(instructions) ? (instructions as readonly unknown[]) : [instructions]) {
    const item = asRecord(value)
    const reading = item === null ? partsOfContent(value, onlyText) : readResponsesItem(item)
    if (reading === null || reading === 'unknown-role') return MALFORMED
    for (const part of reading.parts) {
      if (part._tag !== 'Text' && part._tag !== 'Media') return MALFORMED
      parts.push(part)
    }
  }
  const drafts = [{ role: 'developer' as const, parts, from: 0, to: parts.length }]
  return { _tag: 'Turns', drafts, unknownPart: false }
}

function onlyText(raw: JsonRecord) {
  return textPartOf(raw['text'])
}
