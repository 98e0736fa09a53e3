/**
 * What does a port answer? A value or an error, never an exception; this file knows no port.
 */

/**
 * Why a port could not answer. `code` is upper case with underscores and stable; it carries no data. `retry` says
 * whether the same call can succeed: never, later as it stands, or after something was put right.
 *
 * @since 0.1.0
 */
export interface PortError {
  readonly code: string
  readonly retry: 'never' | 'later' | 'after-fix'
}

/** The answer of a port that is already there; asynchronous ports promise one. @since 0.1.0 */
export type PortResult<A> =
  { readonly ok: true; readonly value: A } | { readonly ok: false; readonly error: PortError }
