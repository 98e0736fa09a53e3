/**
 * How does an image or a file go to OpenAI Responses, which takes no sound? In its own form without what would be refused,
 * else converted; it never decodes or measures media.
 */
import { isFilledText } from './filled-text.js'
import { anyValue, fittedFields, withField, type FieldRules } from './fitted-fields.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { dataUrl, webUrlOf } from './media-address.js'
import { portableImageOf } from './media-part.js'
import { fileData, openAiImageUrl } from './openai-media.js'
import type { MediaPart } from './turn.js'

/** A part of a message or an output, or null; `note` hears of fields that are left out. */
export function responsesMedia(part: MediaPart, note: () => void): JsonRecord | null {
  const raw = asRecord(part.raw)
  const own = raw === null ? null : responsesFitMedia(raw, note)
  if (own !== null) return own
  const file = raw?.['type'] === 'file' ? asRecord(raw['file']) : null
  const fit = file === null ? null : fitFile({ type: 'input_file', ...file }, note)
  if (fit !== null) return fit
  const image = portableImageOf(raw)
  if (image === null) return null
  const image_url = image._tag === 'Url' ? image.url : dataUrl(image)
  return { type: 'input_image', image_url, detail: 'auto' }
}

/** A media part of this very format, as it came where all of it may go along; null where it may not stand. */
export function responsesFitMedia(raw: JsonRecord, note: () => void): JsonRecord | null {
  if (raw['type'] === 'input_image') return fitImage(raw, note)
  return raw['type'] === 'input_file' ? fitFile(raw, note) : null
}

/** Whether what a computer showed names a picture, and one only. */
export function isFitScreenshot(output: unknown): boolean {
  const shown = asRecord(output)
  if (shown?.['type'] !== 'computer_screenshot') return false
  const { image_url = null, file_id = null } = shown
  if (image_url !== null) return file_id === null && openAiImageUrl(image_url) === image_url
  return isFilledText(file_id)
}

const DETAILS: ReadonlySet<unknown> = new Set(['auto', 'low', 'high', 'original'])
const FILE_DETAILS: ReadonlySet<unknown> = new Set(['low', 'high'])

/** Each of these may be null; the provider takes one of them only. */
function oneOf(sources: JsonRecord): readonly (readonly [string, (value: unknown) => boolean])[] {
  return Object.entries(sources).map(([key, sent]) => [key, (value) => value === null || value === sent])
}

function fitImage(raw: JsonRecord, note: () => void): JsonRecord | null {
  const given = asRecord(raw['image_url'])?.['url'] ?? raw['image_url'] ?? null
  const url = openAiImageUrl(given)
  const id = given === null && isFilledText(raw['file_id']) ? raw['file_id'] : null
  if (url === null && id === null) return null
  const rules: FieldRules = new Map([
    ['type', anyValue],
    ['detail', (value: unknown) => DETAILS.has(value)],
    ...oneOf({ image_url: url, file_id: id }),
  ])
  return fittedFields(url === null ? raw : withField(raw, 'image_url', url), rules, note)
}

/** Only data goes with a name: the provider refuses one beside an address or an id. */
function fitFile(raw: JsonRecord, note: () => void): JsonRecord | null {
  const { file_data = null, file_url = null, file_id } = raw
  const data = fileData(file_data)
  const url = file_data === null ? webUrlOf(file_url) : null
  const id = file_data === null && file_url === null && isFilledText(file_id) ? file_id : null
  if (data === null && url === null && id === null) return null
  const rules: FieldRules = new Map([
    ['type', anyValue],
    ['filename', (value: unknown) => value === null || (data !== null && isFilledText(value))],
    ['detail', (value: unknown) => FILE_DETAILS.has(value)],
    ...oneOf({ file_data: data, file_url: url, file_id: id }),
  ])
  return fittedFields(data === null ? raw : withField(raw, 'file_data', data), rules, note)
}
