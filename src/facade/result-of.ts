/**
 * How does an `Either` of the kernel become what a host sees? As a plain `Result`.
 */
import { E, type Either } from '../base/fp.js'
import type { KernelError } from '../contract/kernel-error.js'
import { failed, ok, type Result } from '../contract/result.js'

export function resultOf<A>(either: Either<KernelError, A>): Result<A> {
  return E.isRight(either) ? ok(either.right) : failed(either.left)
}
