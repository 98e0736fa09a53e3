/**
 * Will this session fit into the memory of this process? A guess on the high side, made before the work: running out
 * of memory ends a process without a word, and a refusal says what to do.
 */
import type { Result } from '../../contract/result.js'
import { ok } from '../../contract/result.js'
import { refuseWith } from './cli-refusal.js'
import type { CliRefusal } from './cli-refusal.js'
import { grouped } from './printable.js'

/** Measured on Node 20: an empty object and its slot take 64 bytes, a short text 32, a planned message 1,600. */
const CONTAINER_BYTES = 64
const QUOTE_BYTES = 16
const MESSAGE_BYTES = 1600
/** The text itself, its parsed copy, and what an item keeps of it. */
const COPIES = 3
/** Below this no session comes near any heap, and counting would only cost time. */
const SMALL_BYTES = 16_777_216

/** Nine tenths of a MiB: of a heap no more is counted on. */
const USABLE_BYTES_PER_MIB = 943_718.4

const QUOTE = 0x22
const OPEN_LIST = 0x5b
const OPEN_OBJECT = 0x7b

/** Refuses a file that could not even be parsed. */
export function checkParsedSize(bytes: Uint8Array, heapBytes: number): Result<null, CliRefusal> {
  if (bytes.length < SMALL_BYTES) return ok(null)
  let needed = bytes.length * COPIES
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) needed += CONTAINER_BYTES
    else if (byte === QUOTE) needed += QUOTE_BYTES
  }
  return within(needed, heapBytes)
}

/** Refuses a session of more messages than could be planned. */
export function checkMessageCount(messages: number, heapBytes: number): Result<null, CliRefusal> {
  return within(messages * MESSAGE_BYTES, heapBytes)
}

function within(neededBytes: number, heapBytes: number): Result<null, CliRefusal> {
  if (neededBytes * 10 <= heapBytes * 9) return ok(null)
  const neededMib = Math.ceil(neededBytes / USABLE_BYTES_PER_MIB)
  const heapMib = Math.floor(heapBytes / 1_048_576)
  return refuseWith(
    'the session is too large for the memory of this process',
    `give it more: NODE_OPTIONS=--max-old-space-size=${neededMib} (in MiB; now ${grouped(heapMib)})`,
  )
}
