/**
 * May a part go to the AI SDK as it is? Looks at the part alone; who answers whom is for the writer.
 */
import { base64Of } from './base64-text.js'
import { isBlank } from './blank-text.js'
import { isFilledText } from './filled-text.js'
import { asRecord, withoutKey, type JsonRecord } from './json-record.js'
import { dataUrlOf, isDataUrl, mimeTypeOf, webUrlOf } from './media-address.js'

/** Whether a part has what its type needs, under a role that may have it. */
export function aiSdkMayStand(block: JsonRecord, role: string): boolean {
  switch (block['type']) {
    case 'text':
      return isText(block['text']) && !isBlank(block['text'])
    case 'image':
      return role === 'user' && isData(block['image'])
    case 'file':
      return (role === 'user' || role === 'assistant') && isData(block['data']) && isType(block['mediaType'])
    case 'reasoning':
      return role === 'assistant' && isText(block['text'])
    case 'tool-call':
      return role === 'assistant' && isNamed(block) && (block['input'] ?? null) !== null
    case 'tool-result':
      return (
        (role === 'tool' || role === 'assistant') && isNamed(block) && isOutput(asRecord(block['output']))
      )
    case 'tool-approval-request':
      return role === 'assistant' && isFilledText(block['approvalId']) && isFilledText(block['toolCallId'])
    case 'tool-approval-response':
      return role === 'tool' && isFilledText(block['approvalId']) && typeof block['approved'] === 'boolean'
    default:
      return false
  }
}

/** An empty text is taken away by the AI SDK itself, unless something hangs on it. */
export function isIgnoredText(block: JsonRecord): boolean {
  return block['type'] === 'text' && block['text'] === '' && block['providerOptions'] === undefined
}

/** A part without fields of a wrong shape that it may do without; the part itself where there are none. */
export function withFitFields(block: JsonRecord, note: () => void): JsonRecord {
  let fit = block
  for (const [key, isFit] of OPTIONAL_FIELDS) {
    if (fit[key] === undefined || isFit(fit[key])) continue
    if (key === 'mediaType' && fit['type'] !== 'image') continue
    if (key === 'filename' && fit['type'] !== 'file') continue
    fit = withoutKey(fit, key)
    note()
  }
  return fit
}

/** Options are given for each provider by its name. */
function isOptions(value: unknown): boolean {
  const options = asRecord(value)
  return options !== null && Object.values(options).every((given) => asRecord(given) !== null)
}

const OPTIONAL_FIELDS: readonly (readonly [string, (value: unknown) => boolean])[] = [
  ['providerOptions', isOptions],
  ['filename', isText],
  ['mediaType', isType],
  ['providerExecuted', (value) => typeof value === 'boolean'],
  ['reason', isText],
  ['signature', isText],
]

function isOutput(output: JsonRecord | null): boolean {
  if (output === null) return false
  const { type, value, providerOptions, reason } = output
  if (providerOptions !== undefined && !isOptions(providerOptions)) return false
  switch (type) {
    case 'text':
    case 'error-text':
      return isText(value)
    case 'json':
    case 'error-json':
      return value !== undefined
    case 'execution-denied':
      return reason === undefined || isText(reason)
    case 'content':
      return Array.isArray(value) && value.length > 0 && value.every((part) => isResultPart(asRecord(part)))
    default:
      return false
  }
}

function isResultPart(part: JsonRecord | null): boolean {
  const { type, data, mediaType, url, text, fileId, providerOptions, filename } = part ?? {}
  if (providerOptions !== undefined && !isOptions(providerOptions)) return false
  switch (type) {
    case 'text':
      return isText(text) && !isBlank(text)
    case 'media':
    case 'image-data':
      return isBase64(data) && isType(mediaType)
    case 'file-data':
      return isBase64(data) && isType(mediaType) && (filename === undefined || isText(filename))
    case 'image-url':
      return isAddress(url)
    case 'file-url':
      return isAddress(url) && (mediaType === undefined || isType(mediaType))
    case 'file-id':
    case 'image-file-id':
      return isFilledText(fileId) || isIds(asRecord(fileId))
    default:
      return type === 'custom'
  }
}

/** Data as a text is a URL, a data URL with its data, or base64. */
function isData(value: unknown): boolean {
  return isAddress(value) || isBase64(value)
}

/** A URL on the web, or one with its data; the SDK fetches no other. */
function isAddress(value: unknown): boolean {
  if (!isText(value) || !isDataUrl(value)) return webUrlOf(value) !== null
  return dataUrlOf(value)?.url === value
}

function isBase64(value: unknown): boolean {
  return isText(value) && base64Of(value) === value
}

/** A type, or a pattern of types that the SDK narrows by itself. */
function isType(value: unknown): boolean {
  return value === 'image/*' || (isText(value) && value.trim() === value && mimeTypeOf(value) !== null)
}

/** Ids by provider. */
function isIds(ids: JsonRecord | null): boolean {
  const given = Object.values(ids ?? {})
  return given.length > 0 && given.every(isFilledText)
}

function isNamed({ toolCallId, toolName }: JsonRecord): boolean {
  return isFilledText(toolCallId) && isFilledText(toolName)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
