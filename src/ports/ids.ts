/**
 * Where do new identifiers and nonces come from? From the port alone; the kernel has no dice.
 */
import type { PortResult } from './port-result.js'

/**
 * Identifiers that no earlier call answered, and 128-bit nonces.
 *
 * Error codes: `BAD_KIND` (after-fix), the kind is not `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`;
 * `NO_RANDOM_SOURCE` (after-fix), the platform offers none.
 *
 * @law an id is an identifier `[A-Za-z0-9][A-Za-z0-9._:/-]{0,159}` and tells its kind to a human reader
 * @law no id and no nonce is answered twice, whatever the kinds
 * @law a nonce is 32 lower-case hex digits; outside tests it is unguessable
 * @law nothing is thrown
 * @since 0.1.0
 */
export interface IdsPort {
  /** `id` names the implementation. */
  readonly manifest: { readonly id: string }
  /** A new identifier for a thing of this kind; may fail with `BAD_KIND`, `NO_RANDOM_SOURCE`. */
  next(kind: string): PortResult<string>
  /** 128 new random bits as 32 lower-case hex digits; may fail with `NO_RANDOM_SOURCE`. */
  nonce128(): PortResult<string>
}
