/**
 * How does the command say no? In lines for a person; the first one says what is wrong, the others what to do.
 */
import { failed } from '../../contract/result.js'

export interface CliRefusal {
  readonly lines: readonly string[]
}

/** A refused result with its lines. */
export function refuseWith(...lines: readonly string[]): { readonly ok: false; readonly error: CliRefusal } {
  return failed({ lines })
}
