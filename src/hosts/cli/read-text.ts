/**
 * What text has the file a person named? Bytes within a bound, a guess whether they fit into the memory, then UTF-8.
 */
import type { Result } from '../../contract/result.js'
import type { CliIo } from './cli-io.js'
import { refuseWith, type CliRefusal } from './cli-refusal.js'
import { decodeSessionText, type SessionText } from './decode-session-text.js'
import { checkParsedSize } from './memory-need.js'

/** The text of a file, or of standard input for `-`; `what` says what it should hold. A blank one is refused. */
export async function readText(
  path: string,
  io: Pick<CliIo, 'readBytes' | 'heapBytes'>,
  what = 'session',
): Promise<Result<SessionText, CliRefusal>> {
  const read = await readAnyText(path, io, what)
  return read.ok && read.value.text.trim() === '' ? refuseWith(`the ${what} is empty`) : read
}

/** The same of a file that may hold nothing. */
export async function readAnyText(
  path: string,
  io: Pick<CliIo, 'readBytes' | 'heapBytes'>,
  what: string,
): Promise<Result<SessionText, CliRefusal>> {
  const bytes = await io.readBytes(path)
  if (!bytes.ok) return bytes
  const size = checkParsedSize(bytes.value, io.heapBytes)
  return size.ok ? decodeSessionText(bytes.value, what) : size
}
