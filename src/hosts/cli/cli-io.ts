/**
 * What does the command need from the process around it? Two outlets, bytes and a time; a test hands over its own.
 */
import type { Result } from '../../contract/result.js'
import type { ClockPort } from '../../ports/clock.js'
import type { CliRefusal } from './cli-refusal.js'

export interface TextOutlet {
  write(text: string): void
}

export interface CliIo {
  readonly stdout: TextOutlet
  readonly stderr: TextOutlet
  /** The bytes of a file, or of standard input for `-`. */
  readonly readBytes: (path: string) => Promise<Result<Uint8Array, CliRefusal>>
  /** A clock made on demand, so that help does not load it. */
  readonly clock: () => Promise<ClockPort>
  readonly colour: boolean
  /** The most memory, in bytes, that this process may use for values. */
  readonly heapBytes: number
  /** Whether a bug shows its stack. */
  readonly debug: boolean
}
