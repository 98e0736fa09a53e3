/**
 * What time is it, and who waits? The kernel has no other clock; it never assumes that time only rises.
 */
import type { CancelSignal } from './cancel-signal.js'
import type { PortResult } from './port-result.js'

/**
 * The wall clock and a cancellable wait.
 *
 * Error codes: `CLOCK_OUT_OF_RANGE` (later), the clock stands outside the years 1970 to 9999;
 * `BAD_DURATION` (after-fix), `ms` is not a whole number from 0 to 2,147,483,647 (what a timer can hold).
 *
 * @law `now` answers an instant: exactly `YYYY-MM-DDTHH:mm:ss.sssZ`, a real date, UTC
 * @law `now` may stand still or go back: order comes from revisions and sequences, never from it
 * @law `sleep` answers `elapsed` no earlier than `ms` milliseconds after the call, `cancelled` once the signal turns
 * @law a signal already cancelled answers `cancelled` without waiting, whatever `ms` is, if `ms` is legal
 * @law however a sleep ends, its listener is gone from the signal
 * @law nothing is thrown and no promise rejects
 * @since 0.1.0
 */
export interface ClockPort {
  /** `id` names the implementation. */
  readonly manifest: { readonly id: string }
  /** The instant it is, in UTC; may fail with `CLOCK_OUT_OF_RANGE`. */
  now(): PortResult<string>
  /** Waits `ms` milliseconds or until the signal turns; may fail with `BAD_DURATION`. */
  sleep(ms: number, signal?: CancelSignal): Promise<PortResult<'elapsed' | 'cancelled'>>
}
