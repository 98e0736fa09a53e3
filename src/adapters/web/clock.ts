/**
 * What time is it in this browser, and how is a wait given up? The page's clock, and one timer per sleep.
 */
import { isInstantEpochMs, isTimerMs } from '../../base/time-bounds.js'
import type { CancelSignal } from '../../ports/cancel-signal.js'
import type { ClockPort } from '../../ports/clock.js'

/** Where a {@link webClock} takes its time from; sleeps always wait by the page's timers. @since 0.1.0 */
export interface WebClockOptions {
  /** Milliseconds since the epoch. Default: the page's clock. */
  readonly epochMs?: () => number
}

/**
 * A Clock port over `Date` and `setTimeout`; a page in the background may wake late, never early.
 *
 * @example await webClock().sleep(10) // => { ok: true, value: 'elapsed' }
 * @since 0.1.0
 */
export function webClock(options: WebClockOptions = {}): ClockPort {
  const epochMs = options.epochMs ?? (() => Date.now())
  return {
    manifest: { id: 'web-clock' },
    now: () => {
      const at = epochMs()
      if (isInstantEpochMs(at)) return { ok: true, value: new Date(at).toISOString() }
      return { ok: false, error: { code: 'CLOCK_OUT_OF_RANGE', retry: 'later' } }
    },
    sleep: async (ms, signal) => {
      if (!isTimerMs(ms)) return { ok: false, error: { code: 'BAD_DURATION', retry: 'after-fix' } }
      if (signal?.cancelled === true) return { ok: true, value: 'cancelled' }
      return { ok: true, value: await sleepUntilEither(ms, signal) }
    },
  }
}

function sleepUntilEither(ms: number, signal: CancelSignal | undefined): Promise<'elapsed' | 'cancelled'> {
  return new Promise((resolve) => {
    // A signal may turn, and call back, before `onCancel` has answered.
    let forget = () => {}
    const timer = setTimeout(() => {
      forget()
      resolve('elapsed')
    }, ms)
    forget =
      signal?.onCancel(() => {
        clearTimeout(timer)
        forget()
        resolve('cancelled')
      }) ?? forget
  })
}
