/**
 * What happens when a document throws while it is read? A proxy may pass every check and throw later; that is a
 * refusal of the document like any other, and never hides a bug that the kernel itself reports.
 */
import { E, type Either } from '../../base/fp.js'
import { documentRefused } from '../../contract/decode.js'
import type { KernelError } from '../../contract/kernel-error.js'
import { InvariantViolation } from '../../contract/result.js'

/** What `run` answers; Left: `DocumentRefused` where reading throws. Throws `InvariantViolation` only. */
export function guardReads<A>(document: string, run: () => Either<KernelError, A>): Either<KernelError, A> {
  try {
    return run()
  } catch (thrown) {
    if (thrown instanceof InvariantViolation) throw thrown
    return E.left(documentRefused(document, [{ pointer: '', expected: 'readable-data' }]))
  }
}
