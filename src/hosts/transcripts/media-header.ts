/**
 * What do the first bytes of an image or a sound say of its measures? Reads headers only, of at most a few dozen
 * segments; a header that lies about its picture is believed, within what the estimate bounds.
 */
import { bigEndian, latin1Of, littleEndian, type ByteView } from './base64-bytes.js'
import type { MediaShape } from '../../ports/token-counter.js'

/** What a header tells: the type of the data, and its measures where they are given and not zero. */
export type HeaderShape = Pick<MediaShape, 'mimeType' | 'widthPixels' | 'heightPixels' | 'durationMs'>

/** The header of PNG, GIF, JPEG, WebP, WAV or PDF data, null for other data. */
export function headerShapeOf(view: ByteView): HeaderShape | null {
  const head = latin1Of(view, 0, 16)
  if (head.startsWith('\x89PNG\r\n\x1a\n'))
    return image('image/png', bigEndian(view, 16, 4), bigEndian(view, 20, 4))
  if (/^GIF8[79]a/.test(head)) return image('image/gif', littleEndian(view, 6, 2), littleEndian(view, 8, 2))
  if (head.startsWith('\xff\xd8\xff')) return jpegShape(view)
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP') return webpShape(view, head.slice(12, 16))
  if (head.startsWith('RIFF') && head.slice(8, 12) === 'WAVE') return waveShape(view)
  return head.startsWith('%PDF-') ? { mimeType: 'application/pdf' } : null
}

function image(mimeType: string, widthPixels: number, heightPixels: number): HeaderShape {
  return widthPixels > 0 && heightPixels > 0 ? { mimeType, widthPixels, heightPixels } : { mimeType }
}

const SEGMENTS_MAX = 64
/** Tables and arithmetic coding share the range of frame headers. */
const NO_FRAMES: ReadonlySet<number> = new Set([0xc4, 0xc8, 0xcc])
const START_OF_SCAN = 0xda

/** Segments stand one after the other, each with its length; thumbnails stand inside one and are passed over. */
function jpegShape(view: ByteView): HeaderShape {
  let at = 2
  for (let segment = 0; segment < SEGMENTS_MAX; segment += 1) {
    while (view.at(at) === 0xff && view.at(at + 1) === 0xff && at < view.length) at += 1
    const marker = view.at(at) === 0xff ? view.at(at + 1) : -1
    const length = bigEndian(view, at + 2, 2)
    if (marker < 0 || marker === START_OF_SCAN || length < 2) break
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAMES.has(marker))
      return image('image/jpeg', bigEndian(view, at + 7, 2), bigEndian(view, at + 5, 2))
    at += 2 + length
  }
  return { mimeType: 'image/jpeg' }
}

/** Lossy, lossless and extended files keep their size in three places, the last two less one. */
function webpShape(view: ByteView, chunk: string): HeaderShape {
  if (chunk === 'VP8 ')
    return image('image/webp', littleEndian(view, 26, 2) & 0x3fff, littleEndian(view, 28, 2) & 0x3fff)
  if (chunk === 'VP8X')
    return image('image/webp', littleEndian(view, 24, 3) + 1, littleEndian(view, 27, 3) + 1)
  if (chunk !== 'VP8L') return { mimeType: 'image/webp' }
  const bits = littleEndian(view, 21, 4)
  return bits < 0
    ? { mimeType: 'image/webp' }
    : image('image/webp', (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}

/** Sounds of more bytes a second than eight channels of 32 bits at 48 kHz are not believed. */
const BYTES_PER_SECOND_MAX = 1_536_000

/** All the data is taken for sound: a header may say less than there is. */
function waveShape(view: ByteView): HeaderShape {
  let at = 12
  for (let chunk = 0; chunk < SEGMENTS_MAX; chunk += 1) {
    const size = littleEndian(view, at + 4, 4)
    if (size < 0) break
    if (latin1Of(view, at, at + 4) === 'fmt ') {
      const bytesPerSecond = Math.min(littleEndian(view, at + 16, 4), BYTES_PER_SECOND_MAX)
      if (bytesPerSecond <= 0) break
      return { mimeType: 'audio/wav', durationMs: Math.ceil((view.length * 1000) / bytesPerSecond) }
    }
    at += 8 + size + (size % 2)
  }
  return { mimeType: 'audio/wav' }
}
