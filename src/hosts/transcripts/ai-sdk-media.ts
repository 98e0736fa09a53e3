/**
 * How does the AI SDK spell an image, a sound or a file, and how does everybody else? Renames fields and looks at the
 * first characters of an encoding; never decodes or measures media.
 */
import { asRecord, type JsonRecord } from './json-record.js'
import { isWebUrl, openAiMedia } from './media-part.js'
import type { MediaPart } from './turn.js'

/** How the base64 of a picture begins, by its type. */
const SIGNATURES: readonly (readonly [string, string])[] = [
  ['iVBORw0KGgo', 'image/png'],
  ['/9j/', 'image/jpeg'],
  ['R0lGOD', 'image/gif'],
  ['UklGR', 'image/webp'],
]
const AUDIO_FORMATS: ReadonlyMap<string, string> = new Map([
  ['audio/wav', 'wav'],
  ['audio/x-wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/mp3', 'mp3'],
])

interface Encoded {
  readonly mediaType: string | undefined
  /** A URL, a data URL or base64; undefined where it is given in another way. */
  readonly data: string | undefined
  readonly filename: unknown
}

/** The media of a part; `raw` of the answer is spelled as the writers of other formats know it, where they can. */
export function mediaOfAiSdk(raw: JsonRecord): MediaPart {
  const encoded = encodedOf(raw)
  const { mediaType = '' } = encoded
  const isImage = mediaType.startsWith('image/') || IMAGE_TYPES.has(raw['type'])
  const media = isImage ? 'image' : mediaType.startsWith('audio/') ? 'audio' : 'file'
  const spelled = (isImage ? imageOf(encoded) : fileOf(encoded)) ?? raw
  return { _tag: 'Media', media, ...(mediaType === '' ? {} : { mimeType: mediaType }), raw: spelled }
}

const IMAGE_TYPES: ReadonlySet<unknown> = new Set(['image', 'image-data', 'image-url', 'image-file-id'])

/** Every spelling: of messages and of results, of versions 4 to 7. */
function encodedOf(raw: JsonRecord): Encoded {
  const mediaType = raw['mediaType'] ?? raw['mimeType']
  const given = raw['image'] ?? raw['data'] ?? raw['url']
  const tagged = asRecord(given)
  const data = tagged === null ? given : (tagged['data'] ?? tagged['url'])
  return {
    mediaType: typeof mediaType === 'string' ? mediaType : undefined,
    data: typeof data === 'string' ? data : undefined,
    filename: raw['filename'],
  }
}

function imageOf({ data, mediaType }: Encoded): JsonRecord | null {
  if (data === undefined) return null
  if (isWebUrl(data)) return { type: 'image', source: { type: 'url', url: data } }
  if (isDataUrl(data)) return { type: 'image_url', image_url: { url: data } }
  const known = mediaType === undefined || mediaType === 'image/*' ? signedType(data) : mediaType
  return known === null ? null : { type: 'image', source: { type: 'base64', media_type: known, data } }
}

function signedType(data: string): string | null {
  return SIGNATURES.find(([start]) => data.startsWith(start))?.[1] ?? null
}

function fileOf({ data, mediaType, filename }: Encoded): JsonRecord | null {
  if (data === undefined || mediaType === undefined || isWebUrl(data)) return null
  const base64 = isDataUrl(data) ? data.slice(data.indexOf(',') + 1) : data
  const format = AUDIO_FORMATS.get(mediaType)
  if (format !== undefined) return { type: 'input_audio', input_audio: { data: base64, format } }
  const file_data = isDataUrl(data) ? data : `data:${mediaType};base64,${data}`
  const named = typeof filename === 'string' ? { filename } : {}
  return { type: 'file', file: { file_data, ...named } }
}

/** A part of a user's message of the AI SDK, or null. */
export function aiSdkMedia(part: MediaPart): JsonRecord | null {
  const own = documentOf(asRecord(part.raw))
  if (own !== null) return own
  const spelled = openAiMedia(part)
  const url = asRecord(spelled?.['image_url'])?.['url']
  if (typeof url === 'string') return isWebUrl(url) || isDataUrl(url) ? { type: 'image', image: url } : null
  const audio = asRecord(spelled?.['input_audio'])
  if (audio !== null) return audioFile(audio)
  const { file_data: data, filename } = asRecord(spelled?.['file']) ?? {}
  const mediaType = typeof data === 'string' && isDataUrl(data) ? typeOfDataUrl(data) : ''
  if (mediaType === '') return null
  return { type: 'file', data, mediaType, ...(typeof filename === 'string' ? { filename } : {}) }
}

/** A part of a result's `content`, or null: pictures only, as other media are not sent in results by other formats. */
export function aiSdkResultMedia(part: MediaPart): JsonRecord | null {
  const { image } = aiSdkMedia(part) ?? {}
  if (typeof image !== 'string') return null
  if (isWebUrl(image)) return URL.canParse(image) ? { type: 'image-url', url: image } : null
  return { type: 'media', data: image.slice(image.indexOf(',') + 1), mediaType: typeOfDataUrl(image) }
}

/** A document of Anthropic. */
function documentOf(raw: JsonRecord | null): JsonRecord | null {
  const source = raw?.['type'] === 'document' ? asRecord(raw['source']) : null
  if (source === null) return null
  const { data, url, media_type: mediaType = 'application/pdf' } = source
  const given = source['type'] === 'url' ? url : data
  if (typeof given !== 'string' || typeof mediaType !== 'string') return null
  return { type: 'file', data: given, mediaType }
}

function audioFile({ data, format }: JsonRecord): JsonRecord | null {
  if (typeof data !== 'string') return null
  const mediaType = [...AUDIO_FORMATS].find(([, known]) => known === format)?.[0]
  return mediaType === undefined ? null : { type: 'file', data, mediaType }
}

function isDataUrl(text: string): boolean {
  return text.startsWith('data:') && text.includes(',')
}

function typeOfDataUrl(url: string): string {
  return url.slice('data:'.length, url.search(/[;,]/))
}
