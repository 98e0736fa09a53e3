/**
 * Which measures has a media part, in whatever format it stands? Found in the part itself: nothing is fetched, and of
 * encoded data only headers are decoded.
 */
import { isTextType, type MediaShape } from '../../base/tokens/media.js'
import { base64Bytes, type ByteView } from './base64-bytes.js'
import { mediaDataOf, mediaTypeOf } from './media-data.js'
import { headerShapeOf } from './media-header.js'
import { pdfPagesOf } from './pdf-pages.js'
import type { MediaPart } from './turn.js'

/** A media part, or what one is made of. @since 0.1.0 */
export type MediaLike = Pick<MediaPart, 'media' | 'raw'> & { readonly mimeType?: string }

/**
 * The measures of a media part: type, bytes, and width and height, duration or pages where the data tells them (PNG, GIF,
 * JPEG, WebP, WAV, PDF). A part that names an address, or a file by id, has none. No more than headers, and of a PDF at
 * most 320 KiB, is decoded.
 *
 * @law the same data has the same measures in every format it is written in
 * @req REQ-HOST-286
 * @since 0.1.0
 */
export function mediaShapeOf({ media, raw, mimeType: said }: MediaLike): MediaShape {
  const found = mediaDataOf(raw)
  const view = found?.isBase64 === true ? base64Bytes(found.data) : null
  const header = view === null ? null : headerShapeOf(view)
  const mimeType = lowerCase(header?.mimeType ?? found?.mimeType ?? mediaTypeOf(raw) ?? said)
  const byteLength = view?.length ?? (found?.isBase64 === false ? found.data.length : undefined)
  const pages = view !== null && mimeType === 'application/pdf' ? pdfPagesOf(view) : null
  return {
    media,
    ...header,
    ...(mimeType === undefined ? {} : { mimeType }),
    ...(byteLength === undefined ? {} : { byteLength }),
    ...(pages === null ? {} : { pages }),
  }
}

/** Larger files of text are counted by their bytes. */
const TEXT_BYTES_MAX = 786_432

/** The text of a file that a model reads as text, null for all other media and for files that are too large to decode. */
export function mediaTextOf(part: MediaLike, { mimeType, byteLength }: MediaShape): string | null {
  if (mimeType === undefined || !isTextType(mimeType)) return null
  if (byteLength === undefined || byteLength > TEXT_BYTES_MAX) return null
  const found = mediaDataOf(part.raw)
  if (found === null) return null
  const view = found.isBase64 ? base64Bytes(found.data) : null
  return view === null ? found.data : utf8Of(view)
}

function utf8Of(view: ByteView): string {
  const bytes = new Uint8Array(view.length)
  for (let index = 0; index < view.length; index += 1) bytes[index] = Math.max(0, view.at(index))
  return new TextDecoder('utf-8').decode(bytes)
}

/** Types are compared in lower case, and without parameters. */
function lowerCase(mimeType: string | undefined): string | undefined {
  return mimeType?.split(';', 1)[0]?.trim().toLowerCase()
}
