/**
 * Which parts does the content of a message have? A string is one text; a list is read part by part, one to one.
 */
import type { PartsReading, ReadPart } from './entry-reading.js'
import { asRecord, jsonTextOf } from './json-record.js'
import type { MediaPart, TextPart, TurnPart } from './turn.js'

/**
 * Reads a content. A part of an unknown type becomes the text of its JSON: it stays visible, it is counted in full, and
 * it is reported.
 *
 * @returns `null` when the content is neither a string nor a list of parts.
 */
export function partsOfContent(content: unknown, readPart: ReadPart): PartsReading | null {
  if (typeof content === 'string') {
    return { parts: content === '' ? [] : [textPart(content)], rawParts: 1, unknownPart: false }
  }
  if (!Array.isArray(content)) return null
  const parts: TurnPart[] = []
  let unknownPart = false
  for (const raw of content as readonly unknown[]) {
    const record = asRecord(raw)
    if (record === null || typeof record['type'] !== 'string') return null
    const part = readPart(record)
    const json = part === 'unknown' ? jsonTextOf(record) : null
    if (part === null || (part === 'unknown' && json === null)) return null
    if (json !== null) unknownPart = true
    parts.push(part === 'unknown' ? textPart(json ?? '') : part)
  }
  return { parts, rawParts: parts.length, unknownPart }
}

/** The content of a tool result. */
export interface ResultContent extends Omit<PartsReading, 'parts'> {
  readonly content: readonly (TextPart | MediaPart)[]
}

/** Reads the content of a tool result: texts and media only; a result may have none. */
export function resultContentOf(content: unknown, readPart: ReadPart): ResultContent | null {
  const reading = partsOfContent(content ?? '', readPart)
  if (reading === null) return null
  const kept: (TextPart | MediaPart)[] = []
  for (const part of reading.parts) {
    if (part._tag !== 'Text' && part._tag !== 'Media') return null
    kept.push(part)
  }
  return { ...reading, content: kept }
}

export function textPart(text: string): TextPart {
  return { _tag: 'Text', text }
}

/** A text part of a value that must be a string. */
export function textPartOf(value: unknown): TextPart | null {
  return typeof value === 'string' ? textPart(value) : null
}

export function mediaPart(media: MediaPart['media'], raw: unknown, mimeType: unknown): MediaPart {
  return typeof mimeType === 'string'
    ? { _tag: 'Media', media, mimeType, raw }
    : { _tag: 'Media', media, raw }
}
