/**
 * Where does the data of a media part stand, and of which type does the part say it is? In any of the spellings of the
 * formats that are read; addresses and ids are no data.
 */
import { asRecord, type JsonRecord } from './json-record.js'

/** Data as it stands: base64 digits, or the text after the comma of a data address that is not encoded so. */
export interface MediaData {
  readonly data: string
  readonly isBase64: boolean
  readonly mimeType?: string
}

/** Besides the part itself: what OpenAI, Anthropic and others keep data and type in. */
const CONTAINERS = ['source', 'file', 'input_audio', 'image_url'] as const
const PLACES: ReadonlyMap<unknown, string> = new Map([
  ['input_audio', 'input_audio'],
  ['file', 'file'],
  ['image', 'source'],
  ['document', 'source'],
])
const DATA_KEYS = ['data', 'file_data', 'image_url', 'image', 'url', 'result', 'file_url'] as const
const TYPE_KEYS = ['media_type', 'mediaType', 'mimeType', 'mime_type'] as const

/** The first data of a part, null for a part that only names some. */
export function mediaDataOf(raw: unknown): MediaData | null {
  for (const record of recordsOf(raw)) {
    for (const key of DATA_KEYS) {
      const value = record[key]
      const found = typeof value === 'string' ? dataOf(value) : null
      if (found !== null) return found
    }
  }
  return null
}

/** The type a part names beside its data. */
export function mediaTypeOf(raw: unknown): string | undefined {
  for (const record of recordsOf(raw)) {
    for (const key of TYPE_KEYS) {
      const value = record[key]
      if (typeof value === 'string' && value.includes('/')) return value
    }
    const format = record['format']
    if (typeof format === 'string' && format !== '') return `audio/${format}`
  }
  return undefined
}

/** Where a part of its type keeps data: a field of another format beside it is not sent, and says nothing. */
function recordsOf(raw: unknown): readonly JsonRecord[] {
  const part = asRecord(raw)
  if (part === null) return []
  const { type, image_url, file_data } = part
  const place = PLACES.get(type)
  const inner = place === undefined ? null : asRecord(part[place])
  if (inner !== null) return [inner]
  if (type === 'image_url' || type === 'input_image') return [asRecord(image_url) ?? { image_url }]
  if (type === 'input_file') return [{ file_data }]
  return [part, ...CONTAINERS.map((key) => asRecord(part[key])).filter((record) => record !== null)]
}

const HEAD = 256
const ADDRESS = /^[A-Za-z][A-Za-z0-9+.-]*:/

function dataOf(value: string): MediaData | null {
  const head = value.slice(0, HEAD)
  if (!ADDRESS.test(head)) return value === '' ? null : { data: value, isBase64: true }
  if (!/^data:/i.test(head)) return null
  const comma = head.indexOf(',')
  if (comma < 0) return null
  const [mimeType = '', ...parameters] = head.slice('data:'.length, comma).split(';')
  const isBase64 = parameters.some((parameter) => /^\s*base64\s*$/i.test(parameter))
  return { data: value.slice(comma + 1), isBase64, ...(mimeType === '' ? {} : { mimeType }) }
}
