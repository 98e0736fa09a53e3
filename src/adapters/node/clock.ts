/**
 * What time is it on this machine, and how is a wait given up? The system clock, and one timer per sleep.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { isInstantEpochMs, isTimerMs } from '../../base/time-bounds.js'
import type { CancelSignal } from '../../ports/cancel-signal.js'
import type { ClockPort } from '../../ports/clock.js'
import type { PortResult } from '../../ports/port-result.js'

/** Where a {@link nodeClock} takes its time from; sleeps always wait by the system's timers. @since 0.1.0 */
export interface NodeClockOptions {
  /** Milliseconds since the epoch. Default: the system clock. */
  readonly epochMs?: () => number
}

/**
 * A Clock port over the system clock; a sleep keeps the process alive.
 *
 * @example await nodeClock().sleep(10) // => { ok: true, value: 'elapsed' }
 * @since 0.1.0
 */
export function nodeClock(options: NodeClockOptions = {}): ClockPort {
  const epochMs = options.epochMs ?? (() => Date.now())
  return {
    manifest: { id: 'node-clock' },
    now: () => {
      const at = epochMs()
      if (isInstantEpochMs(at)) return { ok: true, value: new Date(at).toISOString() }
      return { ok: false, error: { code: 'CLOCK_OUT_OF_RANGE', retry: 'later' } }
    },
    sleep: async (ms, signal) => {
      if (!isTimerMs(ms)) return { ok: false, error: { code: 'BAD_DURATION', retry: 'after-fix' } }
      if (signal?.cancelled === true) return { ok: true, value: 'cancelled' }
      return sleepUntilEither(ms, signal)
    },
  }
}

async function sleepUntilEither(
  ms: number,
  signal: CancelSignal | undefined,
): Promise<PortResult<'elapsed' | 'cancelled'>> {
  const controller = new AbortController()
  const forget = signal?.onCancel(() => controller.abort())
  try {
    await wait(ms, undefined, { signal: controller.signal })
    return { ok: true, value: 'elapsed' }
  } catch {
    return { ok: true, value: 'cancelled' }
  } finally {
    forget?.()
  }
}
