/**
 * Would Anthropic take this image or document, and the fields of this block? Looks at one block and shares no code with the
 * writer it judges.
 */
import type { Report } from './rule-breach.js'
import { objectOf, type Json } from './validator-json.js'
import { checkKnown, isBase64, isGiven, isSecureAddress } from './validator-media.js'

const IMAGES: ReadonlySet<unknown> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

/** What each type of block may have; "Extra inputs are not permitted". */
const FIELDS: ReadonlyMap<unknown, string> = new Map([
  ['text', 'type text citations cache_control'],
  ['image', 'type source cache_control'],
  ['document', 'type source title context citations cache_control'],
  ['tool_use', 'type id name input caller cache_control'],
  ['tool_result', 'type tool_use_id content is_error cache_control'],
  ['thinking', 'type thinking signature cache_control'],
  ['redacted_thinking', 'type data cache_control'],
])
const SOURCES: ReadonlyMap<unknown, string> = new Map([
  ['base64', 'type media_type data'],
  ['url', 'type url'],
  ['file', 'type file_id'],
  ['text', 'type media_type data'],
  ['content', 'type content'],
])

/** Reports fields the type does not have or that have another shape, and media without data or an address. */
export function checkFields(block: Json, pointer: string, report: Report): void {
  const names = FIELDS.get(block['type'])
  if (names !== undefined) checkKnown(block, names, { pointer, report })
  const { type, is_error: isError, citations } = block
  if (type === 'tool_result' && isError !== undefined && typeof isError !== 'boolean')
    report('wrong-shape', `${pointer}/is_error`)
  if (type === 'text' && isGiven(citations) && !isListOfObjects(citations))
    report('wrong-shape', `${pointer}/citations`)
  if (type === 'image' || type === 'document') checkSource(block, pointer, report)
  if (type === 'document') checkDocument(block, pointer, report)
}

function checkDocument(block: Json, pointer: string, report: Report): void {
  for (const key of ['title', 'context'])
    if (isGiven(block[key]) && typeof block[key] !== 'string') report('string-fields', `${pointer}/${key}`)
  const { citations } = block
  if (!isGiven(citations)) return
  const given = objectOf(citations)
  const isKnown = Object.entries(given ?? {}).every(
    ([key, on]) => key === 'enabled' && typeof on === 'boolean',
  )
  if (given === null || !isKnown) report('wrong-shape', `${pointer}/citations`)
}

function checkSource(block: Json, pointer: string, report: Report): void {
  const at = `${pointer}/source`
  const source = objectOf(block['source'])
  const names = SOURCES.get(source?.['type'])
  if (source === null || names === undefined) return report('media-source', at)
  checkKnown(source, names, { pointer: at, report })
  const isImage = block['type'] === 'image'
  const { media_type: type, data, url, file_id: fileId, content } = source
  switch (source['type']) {
    case 'base64':
      if (!isBase64(data)) report('media-source', `${at}/data`)
      if (isImage ? !IMAGES.has(type) : type !== 'application/pdf') report('media-source', `${at}/media_type`)
      return
    case 'url':
      return isSecureAddress(url) ? undefined : report('media-source', `${at}/url`)
    case 'file':
      return typeof fileId === 'string' && fileId !== '' ? undefined : report('media-source', `${at}/file_id`)
    case 'text':
      if (isImage || type !== 'text/plain') report('media-source', `${at}/media_type`)
      return isSpoken(data) ? undefined : report('media-source', `${at}/data`)
    default:
      if (isImage) report('media-source', at)
      return checkContent(content, `${at}/content`, report)
  }
}

/** A document of blocks holds texts and images. */
function checkContent(content: unknown, pointer: string, report: Report): void {
  if (!Array.isArray(content)) return isSpoken(content) ? undefined : report('media-source', pointer)
  if (content.length === 0) report('media-source', pointer)
  content.forEach((value: unknown, at) => {
    const block = objectOf(value)
    const place = `${pointer}/${String(at)}`
    if (block === null || (block['type'] !== 'text' && block['type'] !== 'image'))
      return report('media-source', place)
    checkFields(block, place, report)
    if (block['type'] === 'text' && !isSpoken(block['text'])) report('empty-content', `${place}/text`)
  })
}

function isSpoken(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => objectOf(entry) !== null)
}
