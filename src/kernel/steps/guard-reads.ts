/**
 * What happens when a document throws while it is read? A proxy may pass every check and throw later; that is a
 * refusal of the document like any other. What throws over readable documents is a bug, and stays an exception.
 */
import { E, type Either } from '../../base/fp.js'
import { documentRefused } from '../../contract/decode.js'
import type { KernelError } from '../../contract/kernel-error.js'

/** What `run` answers over the documents given; Left: `DocumentRefused` where one of them throws when it is read. */
export function guardReads<A>(
  document: string,
  given: readonly unknown[],
  run: () => Either<KernelError, A>,
): Either<KernelError, A> {
  try {
    return run()
  } catch (thrown) {
    if (isReadable(given)) throw thrown
    return E.left(documentRefused(document, [{ pointer: '', expected: 'readable-data' }]))
  }
}

/** Reads all plain data of a value once more; accessors are seen and not run. */
function isReadable(value: unknown): boolean {
  const pending = [value]
  const seen = new Set<unknown>()
  try {
    for (let next = pending.pop(); pending.length > 0 || next !== undefined; next = pending.pop()) {
      if (typeof next !== 'object' || next === null || seen.has(next)) continue
      seen.add(next)
      Object.getPrototypeOf(next)
      // A proxy may be empty and throw for the optional keys it does not have.
      Reflect.get(next, '')
      for (const key of Reflect.ownKeys(next)) {
        const property = Object.getOwnPropertyDescriptor(next, key)
        if (property !== undefined && 'value' in property) pending.push(Reflect.get(next, key))
      }
    }
  } catch {
    return false
  }
  return true
}
