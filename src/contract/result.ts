/**
 * What does a host get back? A plain value: the answer, or a refusal; `orThrow` for hosts that prefer exceptions.
 */
import type { KernelError } from './kernel-error.js'

/** `{ ok: true, value }` or `{ ok: false, error }`. @since 0.1.0 */
export type Result<A, Failure = KernelError> =
  { readonly ok: true; readonly value: A } | { readonly ok: false; readonly error: Failure }

/** What `orThrow` throws: a refusal as an exception, with the same code and message. @since 0.1.0 */
export class KernelFailure extends Error {
  override readonly name = 'KernelFailure'
  readonly code: KernelError['code']
  constructor(readonly error: KernelError) {
    super(error.message)
    this.code = error.code
  }
}

/** What a bug throws: an impossible state was met and the host should stop writing. @since 0.1.0 */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation'
}

/** A successful result. @since 0.1.0 */
export function ok<A>(value: A): { readonly ok: true; readonly value: A } {
  return { ok: true, value }
}

/** A refused result. @since 0.1.0 */
export function failed<Failure>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error }
}

/**
 * The value of a result, or its refusal thrown.
 *
 * @throws KernelFailure with the refusal as `error`
 * @since 0.1.0
 */
export function orThrow<A>(result: Result<A>): A {
  if (result.ok) return result.value
  throw new KernelFailure(result.error)
}
