/**
 * Where does a media part say its data is: on the web, or in the address itself? Reads addresses; fetches and decodes
 * nothing.
 */
import { base64Of } from './base64-text.js'

/** Data in an address. */
export interface DataUrl {
  /** Such as `image/png`: lower case, without parameters. */
  readonly mimeType: string
  /** Base64, never empty. */
  readonly data: string
  /** The address as it may go out: as it came, where its data are base64 as they stand. */
  readonly url: string
}

const HEAD_UNITS_MAX = 256

/** The data of an address, null for another address and for data that is no base64, empty or of no type. */
export function dataUrlOf(text: string): DataUrl | null {
  const comma = isDataUrl(text) ? text.slice(0, HEAD_UNITS_MAX).indexOf(',') : -1
  if (comma < 0) return null
  const head = text.slice('data:'.length, comma)
  const parameters = head.split(';')
  const mimeType = mimeTypeOf(parameters[0])
  const isBase64 = parameters.at(-1)?.trim().toLowerCase() === 'base64' && parameters.length > 1
  const given = text.slice(comma + 1)
  const data = isBase64 ? base64Of(given) : null
  if (mimeType === null || data === null) return null
  const url = data === given && text.startsWith('data:') ? text : dataUrl({ mimeType, data })
  return { mimeType, data, url }
}

export function dataUrl({ mimeType, data }: Pick<DataUrl, 'mimeType' | 'data'>): string {
  return `data:${mimeType};base64,${data}`
}

/** Whether a text is an address that holds its data, or means to. */
export function isDataUrl(text: string): boolean {
  return /^data:/i.test(text.slice(0, HEAD_UNITS_MAX))
}

/** The text itself where it is an address on the web, which a provider can fetch; else null. */
export function webUrlOf(text: unknown): string | null {
  return typeof text === 'string' && /^https?:\/\//i.test(text) && URL.canParse(text) ? text : null
}

const TYPE = /^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/

/** A type in lower case, without parameters; null for what is none, and for a pattern of types. */
export function mimeTypeOf(given: unknown): string | null {
  if (typeof given !== 'string') return null
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return TYPE.test(type) ? type : null
}
