/**
 * What bytes has the session? Reads a file or standard input, within a bound; says in one line why it cannot.
 */
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import { refuseWith } from './cli-refusal.js'
import type { CliRefusal } from './cli-refusal.js'
import { printable } from './printable.js'

/** 256 MiB: as one text and its parsed form it fits into the default heap of Node. */
export const SESSION_BYTES_MAX = 268_435_456

const REASONS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'is a directory; name a file'],
  ['EACCES', 'may not be read: permission denied'],
  ['EPERM', 'may not be read: permission denied'],
  ['ENOTDIR', 'there is no such file'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ELOOP', 'the link leads back to itself'],
])

/** The bytes of a file. */
export async function readFileBytes(path: string): Promise<Result<Uint8Array, CliRefusal>> {
  try {
    const file = await open(path, 'r')
    try {
      const stat = await file.stat()
      if (stat.size > SESSION_BYTES_MAX) return tooLarge()
      const hasKnownEnd = stat.isFile() || stat.isDirectory()
      return hasKnownEnd ? ok(await file.readFile()) : await readStreamBytes(file.createReadStream())
    } finally {
      await file.close()
    }
  } catch (thrown) {
    return refuseWith(`${printable(path)}: ${reasonOf(thrown)}`)
  }
}

/** Everything a stream gives. */
export async function readStreamBytes(stream: Readable): Promise<Result<Uint8Array, CliRefusal>> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of stream) {
      const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      size += bytes.length
      if (size > SESSION_BYTES_MAX) return tooLarge()
      chunks.push(bytes)
    }
  } catch (thrown) {
    return refuseWith(`standard input: ${reasonOf(thrown)}`)
  }
  return ok(Buffer.concat(chunks))
}

function tooLarge() {
  return refuseWith('the session is larger than 256 MiB; cut it into sessions first')
}

/** A null byte in the path is `ERR_INVALID_ARG_VALUE`; any other code is shown as it is. */
function reasonOf(thrown: unknown): string {
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown'
  return REASONS.get(code) ?? `cannot be read (${printable(code)})`
}
