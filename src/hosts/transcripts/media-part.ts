/**
 * Which image, or which text in its place, does a media part stand for, in whatever format it came? How it goes out is
 * for the formats; it never decodes or measures media.
 */
import { base64Of } from './base64-text.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { dataUrlOf, mimeTypeOf, webUrlOf } from './media-address.js'
import type { MediaPart } from './turn.js'

/** The text that stands where media cannot go. */
export function mediaMarker(part: MediaPart): string {
  return `[${part.media}]`
}

/** An image that can be shown: on the web, or base64 of a type of images. */
export type Image =
  | { readonly _tag: 'Url'; readonly url: string }
  | { readonly _tag: 'Data'; readonly mimeType: string; readonly data: string }

/** The types of images that both OpenAI and Anthropic take. */
const PORTABLE_TYPES: ReadonlySet<string> = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp'])

export function isPortableType(mimeType: unknown): boolean {
  return typeof mimeType === 'string' && PORTABLE_TYPES.has(mimeType)
}

/** The image of a part that OpenAI and Anthropic take, or null. */
export function portableImageOf(raw: JsonRecord | null): Image | null {
  const image = imageOf(raw)
  return image?._tag === 'Data' && !isPortableType(image.mimeType) ? null : image
}

/** Reads every spelling: OpenAI's with an `image_url`, `image` with a source, `image` with data beside its type. */
export function imageOf(raw: JsonRecord | null): Image | null {
  if (raw === null) return null
  if (raw['type'] === 'image_generation_call') return imageData('image/png', raw['result'])
  if (raw['type'] === 'image_url' || raw['type'] === 'input_image' || raw['type'] === 'computer_screenshot')
    return imageAt(asRecord(raw['image_url'])?.['url'] ?? raw['image_url'])
  if (raw['type'] !== 'image') return null
  const source = asRecord(raw['source'])
  if (source === null) return imageData(raw['mimeType'], raw['data'])
  const { type = 'base64' } = source
  if (type === 'url') return imageAt(source['url'])
  return type !== 'base64' ? null : imageData(source['media_type'], source['data'])
}

function imageAt(url: unknown): Image | null {
  const address = webUrlOf(url)
  if (address !== null) return { _tag: 'Url', url: address }
  const found = typeof url === 'string' ? dataUrlOf(url) : null
  return found === null ? null : imageData(found.mimeType, found.data)
}

function imageData(given: unknown, encoded: unknown): Image | null {
  const mimeType = mimeTypeOf(given)
  const data = base64Of(encoded)
  if (mimeType === null || data === null || !mimeType.startsWith('image/')) return null
  return { _tag: 'Data', mimeType: mimeType === 'image/jpg' ? 'image/jpeg' : mimeType, data }
}
