/**
 * How does an image or a document go to Anthropic? In its own form without what would be refused, else converted; it never
 * decodes or measures media.
 */
import { base64Of } from './base64-text.js'
import { isBlank } from './blank-text.js'
import { isFilledText } from './filled-text.js'
import { anyValue, fittedFields, isText, withField, type FieldRules } from './fitted-fields.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { webUrlOf } from './media-address.js'
import { isPortableType, portableImageOf } from './media-part.js'
import type { MediaPart } from './turn.js'

/** A block of an Anthropic user message or tool result, or null; `note` hears of fields that are left out. */
export function anthropicMedia(part: MediaPart, note: () => void): JsonRecord | null {
  const raw = asRecord(part.raw)
  const own = raw === null ? null : anthropicFitMedia(raw, note)
  if (own !== null) return own
  const image = portableImageOf(raw)
  if (image === null) return null
  if (image._tag === 'Data')
    return { type: 'image', source: { type: 'base64', media_type: image.mimeType, data: image.data } }
  return isSecureUrl(image.url) ? { type: 'image', source: { type: 'url', url: image.url } } : null
}

const CACHE_CONTROL = ['cache_control', anyValue] as const
const IMAGE_RULES: FieldRules = new Map([['type', anyValue], ['source', anyValue], CACHE_CONTROL])
const DOCUMENT_RULES: FieldRules = new Map([
  ...IMAGE_RULES,
  ['title', isTextOrNull],
  ['context', isTextOrNull],
  ['citations', isCitations],
])
const TEXT_RULES: FieldRules = new Map([
  ['type', anyValue],
  ['text', anyValue],
  ['citations', (value: unknown) => value === null || isListOfRecords(value)],
  CACHE_CONTROL,
])

/** A text that says something, without what may not stand beside it; else null. */
export function anthropicFitText(block: JsonRecord, note: () => void): JsonRecord | null {
  const { text } = block
  return isText(text) && !isBlank(text) ? fittedFields(block, TEXT_RULES, note) : null
}

/** An image or a document of this very format, as it came where all of it may go along; null where it may not stand. */
export function anthropicFitMedia(raw: JsonRecord, note: () => void): JsonRecord | null {
  const isImage = raw['type'] === 'image'
  const given = isImage || raw['type'] === 'document' ? asRecord(raw['source']) : null
  if (given === null) return null
  const source = isImage ? fitImage(given, note) : fitDocument(given, note)
  if (source === null) return null
  return fittedFields(withField(raw, 'source', source), isImage ? IMAGE_RULES : DOCUMENT_RULES, note)
}

function rulesOf(...keys: readonly string[]): FieldRules {
  return new Map(keys.map((key) => [key, anyValue]))
}

const ENCODED = rulesOf('type', 'media_type', 'data')

function fitImage(source: JsonRecord, note: () => void): JsonRecord | null {
  if (source['type'] !== 'base64') return fitNamed(source, note)
  const { media_type } = source
  return isPortableType(media_type) ? fitEncoded(source, note) : null
}

function fitDocument(source: JsonRecord, note: () => void): JsonRecord | null {
  const { media_type, data, content } = source
  switch (source['type']) {
    case 'base64':
      return media_type === 'application/pdf' ? fitEncoded(source, note) : null
    case 'text':
      return media_type === 'text/plain' && isText(data) && !isBlank(data)
        ? fittedFields(source, ENCODED, note)
        : null
    case 'content': {
      const fit = isText(content) && !isBlank(content) ? content : fitContent(content, note)
      return fit === null
        ? null
        : fittedFields(withField(source, 'content', fit), rulesOf('type', 'content'), note)
    }
    default:
      return fitNamed(source, note)
  }
}

function fitEncoded(source: JsonRecord, note: () => void): JsonRecord | null {
  const data = base64Of(source['data'])
  return data === null ? null : fittedFields(withField(source, 'data', data), ENCODED, note)
}

/** What stands elsewhere: at an address, or among the files of the account. */
function fitNamed(source: JsonRecord, note: () => void): JsonRecord | null {
  const { type, url, file_id } = source
  if (type === 'url' && isSecureUrl(url)) return fittedFields(source, rulesOf('type', 'url'), note)
  return type === 'file' && isFilledText(file_id)
    ? fittedFields(source, rulesOf('type', 'file_id'), note)
    : null
}

/** The texts and images of a document; null where there are none, or one may not stand. */
function fitContent(content: unknown, note: () => void): readonly JsonRecord[] | null {
  if (!Array.isArray(content) || content.length === 0) return null
  const fit: JsonRecord[] = []
  for (const value of content) {
    const block = asRecord(value)
    const isText = block?.['type'] === 'text'
    if (block === null || (!isText && block['type'] !== 'image')) return null
    const kept = isText ? anthropicFitText(block, note) : anthropicFitMedia(block, note)
    if (kept === null) return null
    fit.push(kept)
  }
  return fit.every((block, index) => block === content[index]) ? (content as readonly JsonRecord[]) : fit
}

/** Anthropic fetches over HTTPS only. */
function isSecureUrl(url: unknown): boolean {
  return /^https:/i.test(webUrlOf(url) ?? '')
}

function isTextOrNull(value: unknown): boolean {
  return value === null || isText(value)
}

function isCitations(value: unknown): boolean {
  if (value === null) return true
  const citations = asRecord(value)
  const keys = Object.keys(citations ?? {})
  return citations !== null && keys.every((key) => key === 'enabled' && typeof citations[key] === 'boolean')
}

function isListOfRecords(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => asRecord(entry) !== null)
}
