/**
 * What did a tool of the AI SDK answer? Reads the output of a result in every form it was ever given in, and says it as
 * the present form has it; never judges whether that may be sent.
 */
import { mediaOfAiSdk } from './ai-sdk-media.js'
import { asRecord, jsonTextOf, type JsonRecord } from './json-record.js'
import { textPart } from './parts-of-content.js'
import type { MediaPart, TextPart } from './turn.js'

export interface OutputReading {
  readonly content: readonly (TextPart | MediaPart)[]
  readonly isError: boolean
  readonly output: JsonRecord
  readonly isUnknown: boolean
}

/** What stands where a person did not let a tool run and gave no reason. */
export const DENIED = 'execution denied'

/** The output of a part of type `tool-result`: `output`, or, in version 4, `result` and `isError` beside it. */
export function outputOfResult(raw: JsonRecord): OutputReading | null {
  if (!('output' in raw)) return outputOfValue(raw['result'] ?? null, raw['isError'] === true)
  const output = asRecord(raw['output'])
  if (output === null) return outputOfValue(raw['output'] ?? null, raw['isError'] === true)
  const { type, value } = output
  switch (type) {
    case 'text':
    case 'error-text':
      return typeof value === 'string' ? told([textPart(value)], output, type === 'error-text') : null
    case 'json':
    case 'error-json':
      return toldAsJson(value ?? null, { ...output, value: value ?? null }, type === 'error-json')
    case 'execution-denied': {
      const { reason } = output
      return told([textPart(typeof reason === 'string' && reason !== '' ? reason : DENIED)], output, true)
    }
    case 'content':
      return contentOf(value, output)
    default: {
      const reading = outputOfValue(output, raw['isError'] === true)
      return reading === null ? null : { ...reading, isUnknown: true }
    }
  }
}

/** Any value, as a tool gave it: a text as a text, everything else as JSON. */
function outputOfValue(value: unknown, isError: boolean): OutputReading | null {
  const prefix = isError ? 'error-' : ''
  if (typeof value === 'string') return told([textPart(value)], { type: `${prefix}text`, value }, isError)
  return toldAsJson(value, { type: `${prefix}json`, value }, isError)
}

function told(content: OutputReading['content'], output: JsonRecord, isError: boolean): OutputReading {
  return { content, isError, output, isUnknown: false }
}

function toldAsJson(value: unknown, output: JsonRecord, isError: boolean): OutputReading | null {
  const json = jsonTextOf(value)
  return json === null ? null : told([textPart(json)], output, isError)
}

const MEDIA_TYPES: ReadonlySet<unknown> = new Set([
  'media',
  'file',
  'file-data',
  'file-url',
  'file-id',
  'file-reference',
  'image-data',
  'image-url',
  'image-file-id',
  'image-file-reference',
])

function contentOf(value: unknown, output: JsonRecord): OutputReading | null {
  if (!Array.isArray(value)) return null
  const content: (TextPart | MediaPart)[] = []
  let isUnknown = false
  for (const inner of value) {
    const part = asRecord(inner)
    if (part === null) return null
    const { type, text } = part
    if (type === 'text' && typeof text !== 'string') return null
    if (MEDIA_TYPES.has(type)) content.push(mediaOfAiSdk(part))
    else if (type === 'text') content.push(textPart(String(text)))
    else {
      isUnknown = true
      content.push(textPart(jsonTextOf(part) ?? ''))
    }
  }
  return { content, isError: false, output, isUnknown }
}
