/**
 * Has every part of a message of the AI SDK the shape of its type, and may it stand in a message of its role? Looks at
 * one message; shares no code with the writer.
 */
import type { Report } from './rule-breach.js'
import { isObject, type Json } from './validator-json.js'
import { isBase64, isWebAddress, typeOfDataAddress } from './validator-media.js'

/** Which roles may have a part of each type. */
const PLACES: ReadonlyMap<unknown, readonly string[]> = new Map([
  ['text', ['user', 'assistant']],
  ['image', ['user']],
  ['file', ['user', 'assistant']],
  ['reasoning', ['assistant']],
  ['tool-call', ['assistant']],
  ['tool-result', ['assistant', 'tool']],
  ['tool-approval-request', ['assistant']],
  ['tool-approval-response', ['tool']],
])

interface Message {
  readonly role: string
  /** Of the message. */
  readonly pointer: string
  readonly report: Report
}

/** Reports every part that gets the messages refused, and a message that says nothing. */
export function checkParts(content: readonly unknown[], { role, pointer, report }: Message): void {
  let speaks = false
  let lastReasoning: string | null = null
  content.forEach((part, index) => {
    const at = `${pointer}/content/${String(index)}`
    if (!isObject(part) || typeof part['type'] !== 'string') return report('wrong-shape', at)
    const places = PLACES.get(part['type'])
    if (places === undefined) return report('known-block', `${at}/type`)
    if (!places.includes(role)) return report('block-placement', at)
    checkProviderOptions(part, at, report)
    checkPart(part, at, report)
    if (part['type'] === 'text' && part['text'] === '') return
    speaks = true
    lastReasoning = part['type'] === 'reasoning' ? at : null
  })
  if (lastReasoning !== null) report('reasoning-last', lastReasoning)
  if (!speaks) report('empty-content', `${pointer}/content`)
}

/** Options stand under the name of their provider, each an object. */
export function checkProviderOptions({ providerOptions }: Json, pointer: string, report: Report): void {
  if (providerOptions === undefined) return
  if (!isObject(providerOptions) || !Object.values(providerOptions).every(isObject))
    report('wrong-shape', `${pointer}/providerOptions`)
}

function checkPart(part: Json, at: string, report: Report): void {
  const mustBeText = (...keys: readonly string[]) => {
    for (const key of keys) if (typeof part[key] !== 'string') report('string-fields', `${at}/${key}`)
  }
  const mayBeText = (...keys: readonly string[]) => {
    for (const key of keys) if (part[key] !== undefined) mustBeText(key)
  }
  switch (part['type']) {
    case 'text':
      mustBeText('text')
      return isEmptyText(part) ? report('empty-content', `${at}/text`) : undefined
    case 'image':
      if (part['mediaType'] !== undefined) checkType(part['mediaType'], `${at}/mediaType`, report)
      return checkData(part['image'], `${at}/image`, report)
    case 'file':
      checkType(part['mediaType'], `${at}/mediaType`, report)
      mayBeText('filename')
      return checkData(part['data'], `${at}/data`, report)
    case 'reasoning':
      return mustBeText('text')
    case 'tool-call':
      checkName(part, at, report)
      if (part['input'] === undefined || part['input'] === null) report('input-object', `${at}/input`)
      if (!isFlag(part['providerExecuted'])) report('wrong-shape', `${at}/providerExecuted`)
      return
    case 'tool-result':
      checkName(part, at, report)
      return checkOutput(part['output'], `${at}/output`, report)
    case 'tool-approval-request':
      mustBeText('approvalId', 'toolCallId')
      return mayBeText('signature')
    case 'tool-approval-response':
      mustBeText('approvalId')
      mayBeText('reason')
      if (typeof part['approved'] !== 'boolean') report('wrong-shape', `${at}/approved`)
  }
}

/** White space alone is refused; nothing at all is taken away by the SDK, unless options hang on it. */
function isEmptyText({ text, providerOptions }: Json): boolean {
  if (typeof text !== 'string' || text.trim() !== '') return false
  return text !== '' || providerOptions !== undefined
}

function checkName(part: Json, at: string, report: Report): void {
  for (const [key, rule] of [
    ['toolCallId', 'tool-id-format'],
    ['toolName', 'tool-name-format'],
  ] as const) {
    if (typeof part[key] !== 'string') report('string-fields', `${at}/${key}`)
    else if (part[key] === '') report(rule, `${at}/${key}`)
  }
}

/** A text is a URL, a data URL or base64; a program may give bytes, or a URL, itself. */
function checkData(data: unknown, at: string, report: Report): void {
  if (data instanceof Uint8Array || data instanceof ArrayBuffer || data instanceof URL) return
  if (typeof data !== 'string') report('string-fields', at)
  else if (data === '' || /^data:[^,]*$/.test(data)) report('wrong-shape', at)
  else if (!isBase64(data) && !isAddress(data)) report('media-source', at)
}

/** The SDK fetches from the web, and reads base64 out of an address that holds it. */
function isAddress(value: unknown): boolean {
  return isWebAddress(value) || typeOfDataAddress(value) !== null
}

const MEDIA_TYPE = /^(?:image\/\*|[\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;.*)?$/s

function checkType(type: unknown, at: string, report: Report): void {
  if (typeof type !== 'string') report('string-fields', at)
  else if (!MEDIA_TYPE.test(type)) report('media-source', at)
}

const OUTPUTS: ReadonlySet<unknown> = new Set([
  'text',
  'json',
  'error-text',
  'error-json',
  'content',
  'execution-denied',
])

function checkOutput(output: unknown, at: string, report: Report): void {
  if (!isObject(output)) return report('wrong-shape', at)
  const { type, value, reason } = output
  if (!OUTPUTS.has(type)) return report('known-block', `${at}/type`)
  checkProviderOptions(output, at, report)
  if (type === 'execution-denied') {
    if (reason !== undefined && typeof reason !== 'string') report('string-fields', `${at}/reason`)
  } else if (type === 'content') {
    if (!Array.isArray(value)) return report('wrong-shape', `${at}/value`)
    value.forEach((part: unknown, index) => checkOutputPart(part, `${at}/value/${String(index)}`, report))
    if (value.length === 0) report('empty-content', `${at}/value`)
  } else if (type === 'text' || type === 'error-text') {
    if (typeof value !== 'string') report('string-fields', `${at}/value`)
  } else if (value === undefined) report('wrong-shape', `${at}/value`)
}

/** What each part of a content must have as a text, and may have. */
const OUTPUT_PARTS: ReadonlyMap<unknown, readonly [readonly string[], readonly string[]]> = new Map([
  ['text', [['text'], []]],
  ['media', [['data', 'mediaType'], []]],
  ['file-data', [['data', 'mediaType'], ['filename']]],
  ['image-data', [['data', 'mediaType'], []]],
  ['file-url', [['url'], ['mediaType']]],
  ['image-url', [['url'], []]],
  ['file-id', [[], []]],
  ['image-file-id', [[], []]],
  ['custom', [[], []]],
])

function checkOutputPart(part: unknown, at: string, report: Report): void {
  if (!isObject(part)) return report('wrong-shape', at)
  const fields = OUTPUT_PARTS.get(part['type'])
  if (fields === undefined) return report('known-block', `${at}/type`)
  const [needed, optional] = fields
  const given = optional.filter((key) => part[key] !== undefined)
  for (const key of [...needed, ...given])
    if (typeof part[key] !== 'string') report('string-fields', `${at}/${key}`)
  checkProviderOptions(part, at, report)
  const { type, url, text, fileId, data, mediaType } = part
  if (typeof url === 'string' && needed.includes('url') && !isAddress(url)) report('wrong-shape', `${at}/url`)
  if (needed.includes('data') && typeof data === 'string' && !isBase64(data))
    report('media-source', `${at}/data`)
  if (typeof mediaType === 'string') checkType(mediaType, `${at}/mediaType`, report)
  if (type === 'text' && typeof text === 'string' && text.trim() === '') report('empty-content', `${at}/text`)
  const namesFile = type === 'file-id' || type === 'image-file-id'
  if (namesFile && !isFilled(fileId) && !isTexts(fileId)) report('wrong-shape', `${at}/fileId`)
}

function isTexts(value: unknown): boolean {
  const texts = isObject(value) ? Object.values(value) : []
  return texts.length > 0 && texts.every(isFilled)
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isFlag(value: unknown): boolean {
  return value === undefined || typeof value === 'boolean'
}
