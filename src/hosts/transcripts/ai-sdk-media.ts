/**
 * How does the AI SDK spell an image, a sound or a file, and how does everybody else? Renames fields and looks at the
 * first characters of an encoding; never decodes or measures media.
 */
import { base64Of } from './base64-text.js'
import { isFilledText } from './filled-text.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { dataUrl, dataUrlOf, isDataUrl, mimeTypeOf, webUrlOf } from './media-address.js'
import { imageOf } from './media-part.js'
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
  const spelled = (isImage ? spelledImage(encoded) : spelledFile(encoded)) ?? raw
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

function spelledImage({ data, mediaType }: Encoded): JsonRecord | null {
  if (data === undefined) return null
  if (webUrlOf(data) !== null) return { type: 'image', source: { type: 'url', url: data } }
  if (isDataUrl(data)) return { type: 'image_url', image_url: { url: data } }
  const known = mediaType === undefined || mediaType === 'image/*' ? signedType(data) : mediaType
  return known === null ? null : { type: 'image', source: { type: 'base64', media_type: known, data } }
}

function signedType(data: string): string | null {
  return SIGNATURES.find(([start]) => data.startsWith(start))?.[1] ?? null
}

function spelledFile({ data, mediaType, filename }: Encoded): JsonRecord | null {
  if (data === undefined || mediaType === undefined || webUrlOf(data) !== null) return null
  const base64 = isDataUrl(data) ? data.slice(data.indexOf(',') + 1) : data
  const format = AUDIO_FORMATS.get(mediaType)
  if (format !== undefined) return { type: 'input_audio', input_audio: { data: base64, format } }
  const file_data = isDataUrl(data) ? data : `data:${mediaType};base64,${data}`
  const named = typeof filename === 'string' ? { filename } : {}
  return { type: 'file', file: { file_data, ...named } }
}

/** A part of a user's message of the AI SDK, or null. */
export function aiSdkMedia(part: MediaPart): JsonRecord | null {
  const raw = asRecord(part.raw)
  if (raw === null) return null
  const image = imageOf(raw)
  if (image !== null) return { type: 'image', image: image._tag === 'Url' ? image.url : dataUrl(image) }
  switch (raw['type']) {
    case 'document':
      return documentOf(asRecord(raw['source']))
    case 'input_audio':
      return audioFile(asRecord(raw['input_audio']))
    case 'input_file':
      return fileWithData(raw)
    case 'file':
      return fileWithData(asRecord(raw['file']))
    default:
      return null
  }
}

/** A part of a result's `content`, or null: pictures only, as other media are not sent in results by other formats. */
export function aiSdkResultMedia(part: MediaPart): JsonRecord | null {
  const image = imageOf(asRecord(part.raw))
  if (image === null) return null
  return image._tag === 'Url'
    ? { type: 'image-url', url: image.url }
    : { type: 'media', data: image.data, mediaType: image.mimeType }
}

/** A document of Anthropic. */
function documentOf(source: JsonRecord | null): JsonRecord | null {
  const { data, url, media_type: given = 'application/pdf' } = source ?? {}
  const mediaType = mimeTypeOf(given)
  const found = source?.['type'] === 'url' ? webUrlOf(url) : base64Of(data)
  return found === null || mediaType === null ? null : { type: 'file', data: found, mediaType }
}

function audioFile(sound: JsonRecord | null): JsonRecord | null {
  const data = base64Of(sound?.['data'])
  const mediaType = [...AUDIO_FORMATS].find(([, known]) => known === sound?.['format'])?.[0]
  return data === null || mediaType === undefined ? null : { type: 'file', data, mediaType }
}

/** A file of OpenAI that holds its data, and says of which type they are. */
function fileWithData(file: JsonRecord | null): JsonRecord | null {
  const { file_data: data, filename } = file ?? {}
  const found = typeof data === 'string' ? dataUrlOf(data) : null
  if (found === null) return null
  const named = isFilledText(filename) ? { filename } : {}
  return { type: 'file', data: found.url, mediaType: found.mimeType, ...named }
}
