/**
 * Would OpenAI take this image, sound or file? Looks at one part and shares no code with the writers it judges.
 */
import type { Report } from './rule-breach.js'
import { objectOf, type Json } from './validator-json.js'
import { checkKnown, isBase64, isGiven, isWebAddress, typeOfDataAddress } from './validator-media.js'

const IMAGES: ReadonlySet<unknown> = new Set([
  'image/png',
  'image/jpeg',
  'image/jpg',
  'image/gif',
  'image/webp',
])

/** A part of type `image_url`, `input_audio` or `file` of Chat. */
export function checkChatMedia(part: Json, pointer: string, report: Report): void {
  const type = String(part['type'])
  const at = `${pointer}/${type}`
  const inner = objectOf(part[type])
  if (inner === null) return report('media-source', at)
  if (type === 'image_url') {
    checkKnown(inner, 'url detail', { pointer: at, report })
    if (!isImageAddress(inner['url'])) report('media-source', `${at}/url`)
    checkDetail(inner, ['auto', 'low', 'high'], { pointer: at, report })
  } else if (type === 'input_audio') {
    checkKnown(inner, 'data format', { pointer: at, report })
    if (!isBase64(inner['data'])) report('media-source', `${at}/data`)
    if (inner['format'] !== 'wav' && inner['format'] !== 'mp3') report('media-source', `${at}/format`)
  } else {
    checkKnown(inner, 'file_id file_data filename', { pointer: at, report })
    checkFile(inner, ['file_data', 'file_id'], { pointer: at, report })
  }
}

/** A part of type `input_image` or `input_file` of Responses. */
export function checkResponsesMedia(part: Json, pointer: string, report: Report): void {
  const at = { pointer, report }
  if (part['type'] === 'input_file') {
    checkKnown(part, 'type file_id file_data file_url filename detail', at)
    checkDetail(part, ['low', 'high'], at)
    // "Ensure you are only providing one of: 'file_id' or 'filename'", of an address too.
    if (isGiven(part['filename']) && !isGiven(part['file_data']))
      report('media-source', `${pointer}/filename`)
    return checkFile(part, ['file_data', 'file_url', 'file_id'], at)
  }
  checkKnown(part, 'type image_url file_id detail', at)
  checkDetail(part, ['auto', 'low', 'high', 'original'], at)
  checkPicture(part, pointer, report)
}

/** What a computer showed. */
export function checkScreenshot(output: unknown, pointer: string, report: Report): void {
  const shown = objectOf(output)
  if (shown?.['type'] !== 'computer_screenshot') report('wrong-shape', pointer)
  else checkPicture(shown, pointer, report)
}

/** A picture the model drew holds base64, or nothing yet. */
export function checkDrawing(item: Json, pointer: string, report: Report): void {
  const { result } = item
  if (isGiven(result) && !isBase64(result)) report('media-source', `${pointer}/result`)
}

interface PartAt {
  readonly pointer: string
  readonly report: Report
}

function checkPicture({ image_url, file_id }: Json, pointer: string, report: Report): void {
  if (isGiven(image_url) === isGiven(file_id)) report('media-source', pointer)
  if (isGiven(image_url) && !isImageAddress(image_url)) report('media-source', `${pointer}/image_url`)
  if (isGiven(file_id) && !isText(file_id)) report('media-source', `${pointer}/file_id`)
}

/** "Ensure you are only providing one of": each is null, absent or the one. */
function checkFile(file: Json, keys: readonly string[], { pointer, report }: PartAt): void {
  const given = keys.filter((key) => isGiven(file[key]))
  if (given.length !== 1) report('media-source', pointer)
  for (const key of given) if (!isFileSource(key, file[key])) report('media-source', `${pointer}/${key}`)
  const { filename } = file
  if (isGiven(filename) && !isText(filename)) report('string-fields', `${pointer}/filename`)
}

function isFileSource(key: string, value: unknown): boolean {
  if (key === 'file_url') return isWebAddress(value)
  if (key === 'file_id' || isBase64(value)) return isText(value)
  const type = typeOfDataAddress(value)
  return type !== null && !/^(?:image|audio|video)\//.test(type)
}

function isImageAddress(value: unknown): boolean {
  return isWebAddress(value) || IMAGES.has(typeOfDataAddress(value))
}

function checkDetail(part: Json, words: readonly unknown[], { pointer, report }: PartAt): void {
  const { detail } = part
  if (detail !== undefined && !words.includes(detail)) report('wrong-shape', `${pointer}/detail`)
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
