/**
 * About how many tokens is an image, a sound or a file? From its measures alone, by what providers publish; it sees no
 * content and no encoding.
 */
import type { TokenEstimate } from './estimate.js'
import { TOKEN_COUNT_MAX } from './estimate.js'

/**
 * What is known of an image, a sound or a file; plain data. Measures that are absent, below zero, no numbers or not
 * finite are unknown; fractions are rounded up.
 *
 * @since 0.1.0
 */
export interface MediaShape {
  readonly media: 'image' | 'audio' | 'file'
  /** Such as `image/png`, lower case; where it says image, audio, video or text, it outweighs `media`. */
  readonly mimeType?: string
  /** Of the decoded data. */
  readonly byteLength?: number
  readonly widthPixels?: number
  readonly heightPixels?: number
  readonly durationMs?: number
  readonly pages?: number
}

/** No image, sound or file costs less: where it cannot go, a short text stands in its place. */
export const MEDIA_TOKENS_MIN = 16

/** An image of unknown size: no image costs more with Anthropic, or by OpenAI's tiles, which are 8 at most. */
const UNKNOWN_IMAGE_TOKENS = 1600
/** Larger sides are scaled down long before. */
const PIXELS_MAX = 1_000_000

const AUDIO_TOKENS_PER_SECOND = 32
/** 263 for a frame a second with its sound, and a time stamp for each. */
const VIDEO_TOKENS_PER_SECOND = 300
/** Of 16 kbit/s, the slowest speech is usually sent with. */
const AUDIO_BYTES_PER_SECOND_MIN = 2000
const VIDEO_BYTES_PER_SECOND_MIN = 25_000
const UNKNOWN_DURATION_MS = 60_000

/** Up to 3,000 for the text of a page, and 1,600 for its picture. */
const PAGE_TOKENS = 4600
/** A guess where the pages of a file could not be counted. */
const BYTES_PER_PAGE = 25_000

/**
 * Estimates the tokens of media.
 *
 * `safe` is the largest of what three providers publish:
 * - image: Anthropic, width × height / 750, scaled down above about 1,600; Gemini, 258 up to 384 × 384, else 258 for each
 *   tile of two thirds of the short side (256 to 768 pixels) after scaling into 3,072 × 3,072. OpenAI's 85 + 170 for each
 *   tile of 512 pixels, after scaling into 2,048 × 2,048 and the short side to 768, never come to more than both. Of
 *   unknown size: 1,600.
 * - audio: Gemini, 32 a second. Video: Gemini, 263 a second with its sound.
 * - file: by page, Anthropic's 1,500 to 3,000 for the text and an image of the page; Gemini's 258 are below that. Pages
 *   that are not known are guessed from the bytes, and are one without them. A file of text: its bytes.
 *
 * `expected` is ten elevenths of it: which provider is asked is no chance, so errors of several media do not cancel, and
 * a joint bound that lets errors of texts cancel must come out at the sum.
 *
 * Models that multiply the tokens of images (the small ones of OpenAI) are not covered: count for them with a
 * `countMedia` of your own.
 *
 * @returns whole numbers: 16 <= expected <= safe <= 16,777,216
 * @law  one more byte, millisecond or page never counts less (pixels may: scaling cuts tiles of a long image)
 * @law  `jointSafeTokens` of several media is the sum of their bounds
 * @req  REQ-HOST-286
 * @since 0.1.0
 */
export function estimateMedia(shape: MediaShape): TokenEstimate {
  const safe = Math.min(TOKEN_COUNT_MAX, Math.max(MEDIA_TOKENS_MIN, boundOfShape(shape)))
  return { expected: Math.max(MEDIA_TOKENS_MIN, Math.ceil((safe * 10) / 11)), safe }
}

function boundOfShape(shape: MediaShape): number {
  const byteLength = measured(shape.byteLength)
  switch (classOf(shape)) {
    case 'image':
      return imageTokens(measured(shape.widthPixels), measured(shape.heightPixels))
    case 'audio':
      return perSecond(AUDIO_TOKENS_PER_SECOND, shape, AUDIO_BYTES_PER_SECOND_MIN)
    case 'video':
      return perSecond(VIDEO_TOKENS_PER_SECOND, shape, VIDEO_BYTES_PER_SECOND_MIN)
    case 'text':
      return byteLength ?? PAGE_TOKENS
    case 'file': {
      const guessed = byteLength === null ? 1 : Math.ceil(byteLength / BYTES_PER_PAGE)
      return PAGE_TOKENS * Math.max(1, measured(shape.pages) ?? guessed)
    }
  }
}

type MediaClass = 'image' | 'audio' | 'video' | 'text' | 'file'

const CLASSES: readonly MediaClass[] = ['image', 'audio', 'video', 'text']
const TEXT_TYPE =
  /^application\/(?:(?:[\w.-]+\+)?(?:json|xml|yaml)|x-(?:yaml|sh|ndjson)|javascript|toml|sql)\b/

function classOf({ media, mimeType = '' }: MediaShape): MediaClass {
  if (isTextType(mimeType)) return 'text'
  return CLASSES.find((name) => mimeType.startsWith(`${name}/`)) ?? media
}

/** Whether files of this type are read by a model as the text they hold. */
export function isTextType(mimeType: string): boolean {
  return mimeType.startsWith('text/') || TEXT_TYPE.test(mimeType)
}

function imageTokens(width: number | null, height: number | null): number {
  if (width === null || height === null || width === 0 || height === 0) return UNKNOWN_IMAGE_TOKENS
  const sides = [Math.min(width, PIXELS_MAX), Math.min(height, PIXELS_MAX)] as const
  return Math.max(anthropicImage(...sides), geminiImage(...sides))
}

/** As the vision guide of Anthropic counts. */
function anthropicImage(width: number, height: number): number {
  return Math.min(1600, Math.ceil((width * height) / 750))
}

/** As the guides of the Gemini API and of Vertex AI count. The tile is rounded down where the sides are rounded up. */
function geminiImage(width: number, height: number): number {
  if (width <= 384 && height <= 384) return 258
  const long = Math.max(width, height)
  const fitted = (side: number) => (side * Math.min(long, 3072)) / long
  const short = Math.floor(fitted(Math.min(width, height)))
  const tile = Math.min(768, Math.max(256, Math.floor(short / 1.5)))
  return 258 * Math.ceil(Math.ceil(fitted(width)) / tile) * Math.ceil(Math.ceil(fitted(height)) / tile)
}

function perSecond(tokens: number, { durationMs, byteLength }: MediaShape, slowest: number): number {
  const bytes = measured(byteLength)
  const guessedMs = bytes === null ? UNKNOWN_DURATION_MS : Math.ceil((bytes * 1000) / slowest)
  return Math.ceil(((measured(durationMs) ?? guessedMs) * tokens) / 1000)
}

/** A measure that can be counted with; nothing real is above the limit, and no product with it is inexact. */
function measured(value: unknown): number | null {
  if (typeof value !== 'number' || !(value >= 0) || value === Infinity) return null
  return Math.min(Math.ceil(value), MEASURE_MAX)
}

const MEASURE_MAX = 1_099_511_627_776
