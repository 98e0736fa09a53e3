/**
 * How does an image, a sound or a file go to a provider? In its own format or converted; where neither is possible a
 * short text marks its place. It never decodes or measures media.
 */
import { asRecord, type JsonRecord } from './json-record.js'
import type { MediaPart } from './turn.js'

/** The text that stands where media cannot go. */
export function mediaMarker(part: MediaPart): string {
  return `[${part.media}]`
}

const OPENAI_TYPES: ReadonlySet<unknown> = new Set(['image_url', 'input_audio', 'file'])

/** A part of an OpenAI user message, or null. */
export function openAiMedia(part: MediaPart): JsonRecord | null {
  const raw = asRecord(part.raw)
  if (raw !== null && OPENAI_TYPES.has(raw['type'])) return raw
  const file = fileOfResponses(raw)
  if (file !== null) return { type: 'file', file }
  const url = urlOfImage(raw)
  return url === null ? null : { type: 'image_url', image_url: { url } }
}

const RESPONSES_TYPES: ReadonlySet<unknown> = new Set(['input_image', 'input_file'])

/** A part of an OpenAI Responses message or output, or null; that format takes no sound. */
export function responsesMedia(part: MediaPart): JsonRecord | null {
  const raw = asRecord(part.raw)
  if (raw !== null && RESPONSES_TYPES.has(raw['type'])) return raw
  const file = raw?.['type'] === 'file' ? fileFields(asRecord(raw['file'])) : null
  if (file !== null) return { type: 'input_file', ...file }
  const url = urlOfImage(raw)
  return url === null ? null : { type: 'input_image', image_url: url, detail: 'auto' }
}

function fileOfResponses(raw: JsonRecord | null): JsonRecord | null {
  return raw?.['type'] === 'input_file' ? fileFields(raw) : null
}

/** What both formats of OpenAI know of a file; null for one that stands elsewhere. */
function fileFields(file: JsonRecord | null): JsonRecord | null {
  const { file_id, file_data, filename } = file ?? {}
  if (typeof file_id !== 'string' && typeof file_data !== 'string') return null
  const fields = Object.entries({ file_id, file_data, filename })
  return Object.fromEntries(fields.filter(([, value]) => typeof value === 'string'))
}

function urlOfImage(raw: JsonRecord | null): string | null {
  const image = imageOf(raw)
  if (image === null) return null
  return image._tag === 'Url' ? image.url : `data:${image.mimeType};base64,${image.data}`
}

const ANTHROPIC_TYPES: ReadonlySet<unknown> = new Set(['image', 'document'])
const ANTHROPIC_IMAGES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

/** A block of an Anthropic user message or tool result, or null. */
export function anthropicMedia(part: MediaPart): JsonRecord | null {
  const raw = asRecord(part.raw)
  if (raw !== null && ANTHROPIC_TYPES.has(raw['type']) && asRecord(raw['source']) !== null) return raw
  const image = imageOf(raw)
  if (image === null) return null
  if (image._tag === 'Url') return { type: 'image', source: { type: 'url', url: image.url } }
  if (!ANTHROPIC_IMAGES.has(image.mimeType)) return null
  return { type: 'image', source: { type: 'base64', media_type: image.mimeType, data: image.data } }
}

type Image =
  | { readonly _tag: 'Url'; readonly url: string }
  | { readonly _tag: 'Data'; readonly mimeType: string; readonly data: string }

/** Reads every spelling: OpenAI's with an `image_url`, `image` with a source, `image` with data beside its type. */
function imageOf(raw: JsonRecord | null): Image | null {
  if (raw === null) return null
  if (raw['type'] === 'image_generation_call') return imageData('image/png', raw['result'])
  if (raw['type'] === 'image_url' || raw['type'] === 'input_image' || raw['type'] === 'computer_screenshot') {
    const url = asRecord(raw['image_url'])?.['url'] ?? raw['image_url']
    return typeof url === 'string' ? imageAt(url) : null
  }
  if (raw['type'] !== 'image') return null
  const source = asRecord(raw['source'])
  if (source === null) return imageData(raw['mimeType'], raw['data'])
  if (source['type'] === 'url' && typeof source['url'] === 'string') return imageAt(source['url'])
  return imageData(source['media_type'], source['data'])
}

const BASE64 = ';base64,'

function imageAt(url: string): Image | null {
  if (!url.startsWith('data:')) return isWebUrl(url) ? { _tag: 'Url', url } : null
  const comma = url.indexOf(BASE64)
  if (comma < 0) return null
  return imageData(url.slice('data:'.length, comma), url.slice(comma + BASE64.length))
}

/** Whether a text is an address on the web, which a provider can fetch. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//.test(text)
}

function imageData(mimeType: unknown, data: unknown): Image | null {
  return typeof mimeType === 'string' && typeof data === 'string' ? { _tag: 'Data', mimeType, data } : null
}
