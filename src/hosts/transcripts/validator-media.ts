/**
 * Does a field hold media data, or an address of some, that a provider can read? For validators only, which share no code
 * with readers and writers; nothing is decoded.
 */
import type { Report } from './rule-breach.js'
import type { Json } from './validator-json.js'

/** Base64 with its padding, and not empty. */
export function isBase64(value: unknown): boolean {
  if (typeof value !== 'string' || value.length < 4 || value.length % 4 !== 0) return false
  if (/[^A-Za-z0-9+/=]/.test(value)) return false
  return !value.slice(0, -2).includes('=') && /^(?:[^=].|==)$/.test(value.slice(-2))
}

export function isWebAddress(value: unknown): boolean {
  if (typeof value !== 'string') return false
  try {
    const { protocol } = new URL(value)
    return protocol === 'https:' || protocol === 'http:'
  } catch {
    return false
  }
}

export function isSecureAddress(value: unknown): boolean {
  return isWebAddress(value) && new URL(value as string).protocol === 'https:'
}

/** The type of an address that holds base64 data, null for every other. */
export function typeOfDataAddress(value: unknown): string | null {
  if (typeof value !== 'string' || !value.startsWith('data:')) return null
  const comma = value.indexOf(',')
  const head = /^data:([^;,\s]+\/[^;,\s]+)(?:;[^;,]*)*;base64$/i.exec(value.slice(0, Math.min(comma, 256)))
  return head?.[1] !== undefined && isBase64(value.slice(comma + 1)) ? head[1].toLowerCase() : null
}

/** Whether a field has something in it. */
export function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}

interface FieldsAt {
  readonly pointer: string
  readonly report: Report
}

/** Reports every field that a list of names does not have. */
export function checkKnown(record: Json, names: string, { pointer, report }: FieldsAt): void {
  const known = names.split(' ')
  for (const key of Object.keys(record))
    if (!known.includes(key))
      report('known-field', `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
}
