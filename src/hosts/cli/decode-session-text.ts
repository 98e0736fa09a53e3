/**
 * Is this file text, and which? UTF-8 with or without a mark, or a refusal that says where it stops being so;
 * never a replacement character.
 */
import { ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import { refuseWith } from './cli-refusal.js'
import type { CliRefusal } from './cli-refusal.js'
import { firstInvalidByte } from './utf8-check.js'
import { grouped } from './printable.js'

export interface SessionText {
  readonly text: string
  /** How long the file is, a mark at its front and a torn end included. */
  readonly bytes: number
  /** What a person should know about the file, though it was read. */
  readonly notes: readonly string[]
}

/** A log cut by a power failure may hold zeros further on; a file that begins with them is no text. */
const HEAD_BYTES = 1024

/** The text of a file, blank ones included; `what` says what it should hold. */
export function decodeSessionText(bytes: Uint8Array, what = 'session'): Result<SessionText, CliRefusal> {
  if (isUtf16(bytes)) return refuseWith(`the ${what} is UTF-16; save it as UTF-8`)
  const zero = bytes.subarray(0, HEAD_BYTES).indexOf(0)
  if (zero >= 0)
    return refuseWith(`the ${what} is no text: byte ${grouped(zero)} is zero (binary, or UTF-16)`)
  const invalid = firstInvalidByte(bytes)
  if (invalid !== null && !invalid.atEnd) {
    return refuseWith(
      `the ${what} is not valid UTF-8 from byte ${grouped(invalid.offset)} on; save it as UTF-8`,
    )
  }
  const whole = invalid === null ? bytes : bytes.subarray(0, invalid.offset)
  const text = new TextDecoder('utf-8', { fatal: true }).decode(whole)
  return ok({ text, bytes: bytes.length, notes: notesOf(bytes, invalid?.offset ?? null) })
}

function isUtf16(bytes: Uint8Array): boolean {
  const mark = `${bytes[0]},${bytes[1]}`
  return mark === '255,254' || mark === '254,255'
}

function notesOf(bytes: Uint8Array, tornAt: number | null): readonly string[] {
  const notes: string[] = []
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    notes.push('the file begins with a UTF-8 mark; it was left out')
  if (tornAt !== null)
    notes.push(`the file ends inside a character (byte ${grouped(tornAt)}); that torn end was left out`)
  return notes
}
