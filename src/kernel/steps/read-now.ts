/**
 * What time is it for this operation? One reading of the Clock port, checked to be a real instant.
 */
import type { Either } from '../../base/fp.js'
import type { PortFailed } from '../../contract/kernel-error.js'
import { Instant } from '../../contract/scalars.js'
import type { ClockPort } from '../../ports/clock.js'
import { liftSync } from './lift-port.js'

/**
 * Reads the clock once.
 *
 * @returns Right: an exact instant. Left: `PortFailed` for a clock that fails, throws or answers no instant.
 * @req REQ-PORT-224
 * @since 0.1.0
 */
export function readNow(clock: ClockPort): Either<PortFailed, Instant> {
  const isInstant = (value: unknown): value is Instant => Instant.is(value)
  return liftSync(
    { port: 'Clock', method: 'now' },
    () => clock.now() as { ok: true; value: Instant },
    isInstant,
  )
}
