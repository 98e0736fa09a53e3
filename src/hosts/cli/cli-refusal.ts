/**
 * How does the command say no? In lines for a person; the first one says what is wrong, the others what to do. What the
 * kernel refused goes along for a program.
 */
import type { KernelError } from '../../contract/kernel-error.js'
import { failed } from '../../contract/result.js'

export interface CliRefusal {
  readonly lines: readonly string[]
  /** Absent where the command itself refuses: flags, a file, the memory. */
  readonly error?: KernelError
}

/** A refused result with its lines. */
export function refuseWith(...lines: readonly string[]): { readonly ok: false; readonly error: CliRefusal } {
  return failed({ lines })
}
