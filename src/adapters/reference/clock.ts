/**
 * How does time pass in a test? Only when the test says so; nothing here reads the real clock or sets a timer.
 */
import { isInstantEpochMs, isTimerMs } from '../../base/time-bounds.js'
import type { CancelSignal } from '../../ports/cancel-signal.js'
import type { ClockPort } from '../../ports/clock.js'
import type { PortResult } from '../../ports/port-result.js'

/** Where a {@link referenceClock} stands at first. @since 0.1.0 */
export interface ReferenceClockOptions {
  /** The instant at which the clock stands, `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  readonly at: string
}

/** A Clock port with hands. @since 0.1.0 */
export interface ReferenceClock extends ClockPort {
  /** Lets time pass: the wall clock moves on, and every sleep that is due wakes, the earliest due first. */
  advance(ms: number): void
  /** Puts the wall clock to an instant, forth or back; no sleep is woken by it. */
  set(at: string): void
  /** How many sleeps are still waiting. */
  sleepers(): number
}

type Sleeper = { readonly dueMs: number; readonly wake: () => void }

/**
 * A Clock port that stands still until it is advanced or set.
 *
 * @throws TypeError from this function, `set` and `advance` when the test hands them no instant, or no duration.
 * @example referenceClock({ at: '2026-01-01T00:00:00.000Z' }).now()
 * @since 0.1.0
 */
export function referenceClock(options: ReferenceClockOptions): ReferenceClock {
  let wallMs = epochMsOf(options.at)
  let elapsedMs = 0
  const sleepers = new Set<Sleeper>()
  return {
    manifest: { id: 'reference-clock' },
    now: () =>
      isInstantEpochMs(wallMs) ? answer(new Date(wallMs).toISOString()) : refused('CLOCK_OUT_OF_RANGE'),
    sleep: (ms, signal) => {
      if (!isTimerMs(ms)) return Promise.resolve(refused('BAD_DURATION'))
      if (signal?.cancelled === true) return Promise.resolve(answer('cancelled'))
      if (ms === 0) return Promise.resolve(answer('elapsed'))
      return waitFor(sleepers, elapsedMs + ms, signal)
    },
    advance: (ms) => {
      if (!isTimerMs(ms)) throw new TypeError('advance takes whole milliseconds from 0 to 2147483647')
      wallMs += ms
      elapsedMs += ms
      const due = [...sleepers].filter((sleeper) => sleeper.dueMs <= elapsedMs)
      for (const sleeper of due.sort((a, b) => a.dueMs - b.dueMs)) sleeper.wake()
    },
    set: (at) => {
      wallMs = epochMsOf(at)
    },
    sleepers: () => sleepers.size,
  }
}

function waitFor(
  sleepers: Set<Sleeper>,
  dueMs: number,
  signal: CancelSignal | undefined,
): Promise<PortResult<'elapsed' | 'cancelled'>> {
  return new Promise((resolve) => {
    const end = (how: 'elapsed' | 'cancelled') => {
      sleepers.delete(sleeper)
      forget()
      resolve(answer(how))
    }
    const sleeper: Sleeper = { dueMs, wake: () => end('elapsed') }
    sleepers.add(sleeper)
    // A signal may turn, and call back, before `onCancel` has answered.
    let forget = () => {}
    forget = signal?.onCancel(() => end('cancelled')) ?? forget
  })
}

function epochMsOf(at: string): number {
  const epochMs = Date.parse(at)
  if (!isInstantEpochMs(epochMs) || new Date(epochMs).toISOString() !== at) {
    throw new TypeError(
      'a reference clock takes an instant YYYY-MM-DDTHH:mm:ss.sssZ of the years 1970 to 9999',
    )
  }
  return epochMs
}

function answer<A>(value: A): PortResult<A> {
  return { ok: true, value }
}

function refused(code: 'CLOCK_OUT_OF_RANGE' | 'BAD_DURATION'): PortResult<never> {
  return { ok: false, error: { code, retry: code === 'BAD_DURATION' ? 'after-fix' : 'later' } }
}
