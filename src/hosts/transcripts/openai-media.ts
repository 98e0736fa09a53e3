/**
 * How does an image, a sound or a file go to OpenAI Chat? In its own form without what would be refused, else converted;
 * it never decodes or measures media.
 */
import { base64Of } from './base64-text.js'
import { isFilledText } from './filled-text.js'
import { anyValue, fittedFields, withField, type FieldRules } from './fitted-fields.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { dataUrl, dataUrlOf, isDataUrl, webUrlOf } from './media-address.js'
import { isPortableType, portableImageOf } from './media-part.js'
import type { MediaPart } from './turn.js'

/** A part of an OpenAI user message, or null; `note` hears of fields that are left out. */
export function openAiMedia(part: MediaPart, note: () => void): JsonRecord | null {
  const raw = asRecord(part.raw)
  const own = raw === null ? null : openAiFitMedia(raw, note)
  if (own !== null) return own
  const file = raw?.['type'] === 'input_file' ? fileOf(raw) : null
  if (file !== null) return { type: 'file', file }
  const image = portableImageOf(raw)
  if (image === null) return null
  return { type: 'image_url', image_url: { url: image._tag === 'Url' ? image.url : dataUrl(image) } }
}

/** A media part of this very format, as it came where all of it may go along; null where it may not stand. */
export function openAiFitMedia(raw: JsonRecord, note: () => void): JsonRecord | null {
  switch (raw['type']) {
    case 'image_url':
      return withInner(raw, 'image_url', fitImage(raw['image_url'], note))
    case 'input_audio':
      return withInner(raw, 'input_audio', fitSound(asRecord(raw['input_audio']), note))
    case 'file':
      return withInner(raw, 'file', fitFile(asRecord(raw['file']), note))
    default:
      return null
  }
}

function withInner(raw: JsonRecord, key: string, inner: JsonRecord | null): JsonRecord | null {
  return inner === null ? null : withField(raw, key, inner)
}

const DETAILS: ReadonlySet<unknown> = new Set(['auto', 'low', 'high'])
const IMAGE_RULES: FieldRules = new Map([
  ['url', anyValue],
  ['detail', (value: unknown) => DETAILS.has(value)],
])

function fitImage(given: unknown, note: () => void): JsonRecord | null {
  const inner = asRecord(given)
  const url = openAiImageUrl(inner?.['url'] ?? given)
  return url === null ? null : fittedFields(withField(inner ?? {}, 'url', url), IMAGE_RULES, note)
}

/** An address that OpenAI takes for an image: on the web, or one that holds an image of a type it takes. */
export function openAiImageUrl(url: unknown): string | null {
  const address = webUrlOf(url)
  if (address !== null) return address
  const found = typeof url === 'string' ? dataUrlOf(url) : null
  if (found === null) return null
  const isKnown = isPortableType(found.mimeType) || found.mimeType === 'image/jpg'
  if (!isKnown) return null
  return found.url.startsWith(`data:${found.mimeType};base64,`) ? found.url : dataUrl(found)
}

const SOUNDS: ReadonlySet<unknown> = new Set(['wav', 'mp3'])
const SOUND_RULES: FieldRules = new Map([
  ['data', anyValue],
  ['format', anyValue],
])

function fitSound(inner: JsonRecord | null, note: () => void): JsonRecord | null {
  const data = base64Of(inner?.['data'])
  if (inner === null || data === null || !SOUNDS.has(inner['format'])) return null
  return fittedFields(withField(inner, 'data', data), SOUND_RULES, note)
}

/** The data where they are given, else the id: OpenAI takes one of them. */
function fitFile(inner: JsonRecord | null, note: () => void): JsonRecord | null {
  if (inner === null) return null
  const data = fileData(inner['file_data'])
  const isElsewhere = (inner['file_data'] ?? null) === null
  const id = isElsewhere && isFilledText(inner['file_id']) ? inner['file_id'] : null
  if (data === null && id === null) return null
  const rules: FieldRules = new Map([
    ['file_data', (value: unknown) => value === data],
    ['file_id', (value: unknown) => value === id],
    ['filename', isFilledText],
  ])
  return fittedFields(data === null ? inner : withField(inner, 'file_data', data), rules, note)
}

/** What is sent as another kind of part, or to nobody. */
const NO_FILES = /^(?:image|audio|video)\//

/** The data of a file as OpenAI takes it: an address that holds it, or base64. */
export function fileData(given: unknown): string | null {
  if (typeof given !== 'string' || !isDataUrl(given)) return base64Of(given)
  const found = dataUrlOf(given)
  return found === null || NO_FILES.test(found.mimeType) ? null : found.url
}

/** What Chat knows of a file of Responses; null for one that stands elsewhere. */
function fileOf({ file_id, file_data = null, filename }: JsonRecord): JsonRecord | null {
  const data = fileData(file_data)
  const named = isFilledText(filename) ? { filename } : {}
  if (data !== null) return { file_data: data, ...named }
  return file_data === null && isFilledText(file_id) ? { file_id, ...named } : null
}
