/** The laws of the Clock port; no check waits for or measures real time beyond letting a timer fire. */
import assert from 'node:assert/strict'
import { test } from 'uvu'
import { nodeClock } from '../../src/adapters/node/index.js'
import { referenceCancel, referenceClock } from '../../src/adapters/reference/index.js'
import { webClock } from '../../src/adapters/web/index.js'
import type { ReferenceClock } from '../../src/adapters/reference/index.js'
import type { CancelSignal } from '../../src/ports/cancel-signal.js'
import type { ClockPort } from '../../src/ports/clock.js'

const AT = '2026-02-28T23:59:59.999Z'
const HOUR_MS = 3_600_000

/** A clock under test, and how its time passes: by itself, or by hand. */
type Subject = { readonly port: ClockPort; readonly pass: (ms: number) => void }

const byItself = (port: ClockPort): Subject => ({ port, pass: () => undefined })

const byHand = (port: ReferenceClock): Subject => ({ port, pass: (ms) => port.advance(ms) })

const ADAPTERS: readonly Subject[] = [
  byHand(referenceClock({ at: AT })),
  byItself(nodeClock()),
  byItself(nodeClock({ epochMs: () => Date.parse(AT) })),
  byItself(webClock()),
]

type Check = { readonly says: string; readonly holds: (subject: Subject) => Promise<void> }

const CHECKS: readonly Check[] = [
  {
    says: 'now is an instant',
    holds: async ({ port }) => {
      const now = port.now()
      assert.equal(now.ok, true)
      const text = now.ok ? now.value : ''
      assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      assert.equal(new Date(Date.parse(text)).toISOString(), text)
    },
  },
  {
    says: 'a sleep of no length elapses, and one already cancelled does not start',
    holds: async ({ port }) => {
      assert.deepEqual(await port.sleep(0), { ok: true, value: 'elapsed' })
      const { signal, cancel } = referenceCancel()
      cancel()
      assert.deepEqual(await port.sleep(HOUR_MS, signal), { ok: true, value: 'cancelled' })
      assert.deepEqual(await port.sleep(0, signal), { ok: true, value: 'cancelled' })
    },
  },
  {
    says: 'a sleep ends when its signal turns, and leaves no listener behind',
    holds: async ({ port }) => {
      const { signal, cancel, listeners } = referenceCancel()
      const sleeps = [port.sleep(HOUR_MS, signal), port.sleep(2 * HOUR_MS, signal)]
      const listening = listeners()
      cancel()
      assert.equal(listening, 2)
      assert.deepEqual(await Promise.all(sleeps), [
        { ok: true, value: 'cancelled' },
        { ok: true, value: 'cancelled' },
      ])
      assert.equal(listeners(), 0)
    },
  },
  {
    says: 'a sleep that elapses leaves no listener behind',
    holds: async ({ port, pass }) => {
      const { signal, listeners } = referenceCancel()
      const sleep = port.sleep(1, signal)
      pass(1)
      assert.deepEqual(await sleep, { ok: true, value: 'elapsed' })
      assert.equal(listeners(), 0)
    },
  },
  {
    says: 'a signal that turns while it is listened to ends the sleep',
    holds: async ({ port }) => {
      const signal: CancelSignal = { cancelled: false, onCancel: (listener) => (listener(), () => undefined) }
      assert.deepEqual(await port.sleep(HOUR_MS, signal), { ok: true, value: 'cancelled' })
    },
  },
  {
    says: 'a wait that no timer holds is refused',
    holds: async ({ port }) => {
      for (const ms of [-1, 0.5, Number.NaN, Infinity, 2_147_483_648]) {
        assert.deepEqual(await port.sleep(ms), {
          ok: false,
          error: { code: 'BAD_DURATION', retry: 'after-fix' },
        })
      }
    },
  },
]

for (const { says, holds } of CHECKS) {
  test(`REQ-PORT-221 in every Clock adapter ${says}`, async () => {
    for (const subject of ADAPTERS) await holds(subject)
  })
}

test('REQ-PORT-221 a clock outside the years 1970 to 9999 says so', () => {
  for (const epochMs of [-1, 253_402_300_800_000, Number.NaN]) {
    for (const port of [nodeClock({ epochMs: () => epochMs }), webClock({ epochMs: () => epochMs })]) {
      assert.deepEqual(port.now(), { ok: false, error: { code: 'CLOCK_OUT_OF_RANGE', retry: 'later' } })
    }
  }
  assert.deepEqual(webClock({ epochMs: () => 0 }).now(), { ok: true, value: '1970-01-01T00:00:00.000Z' })
  const late = referenceClock({ at: '9999-12-31T23:59:59.999Z' })
  assert.equal(late.now().ok, true)
  late.advance(1)
  assert.deepEqual(late.now(), { ok: false, error: { code: 'CLOCK_OUT_OF_RANGE', retry: 'later' } })
})

test('REQ-PORT-221 the reference clock moves only when it is advanced or set', () => {
  const clock = referenceClock({ at: AT })
  assert.deepEqual(clock.now(), clock.now())
  clock.advance(1)
  assert.deepEqual(clock.now(), { ok: true, value: '2026-03-01T00:00:00.000Z' })
  clock.set('2020-01-01T00:00:00.000Z')
  assert.deepEqual(clock.now(), { ok: true, value: '2020-01-01T00:00:00.000Z' })
})

test('REQ-PORT-221 sleeps on the reference clock wake as it advances, the earliest due first', async () => {
  const clock = referenceClock({ at: AT })
  const { signal, listeners } = referenceCancel()
  const woken: string[] = []
  for (const ms of [30, 10, 20]) void clock.sleep(ms, signal).then(({ ok }) => woken.push(`${ms} ${ok}`))
  clock.set('2030-01-01T00:00:00.000Z')
  clock.advance(9)
  await Promise.resolve()
  assert.deepEqual([woken, clock.sleepers()], [[], 3])
  clock.advance(11)
  await Promise.resolve()
  assert.deepEqual([woken, clock.sleepers(), listeners()], [['10 true', '20 true'], 1, 1])
  clock.advance(10)
  await Promise.resolve()
  assert.deepEqual([woken.at(-1), clock.sleepers(), listeners()], ['30 true', 0, 0])
})

test('REQ-PORT-221 a reference clock is built from an instant and moved by durations only', () => {
  for (const at of [
    '',
    '2026-02-30T00:00:00.000Z',
    '2026-01-01',
    '2026-01-01T00:00:00Z',
    '1969-12-31T23:59:59.999Z',
  ]) {
    assert.throws(() => referenceClock({ at }), TypeError)
  }
  assert.throws(() => referenceClock({ at: AT }).advance(-1), TypeError)
})

test('REQ-PORT-221 a signal turns once, and tells each listener once', () => {
  const { signal, cancel, listeners } = referenceCancel()
  let calls = 0
  const listener = () => void (calls += 1)
  const forget = signal.onCancel(listener)
  signal.onCancel(listener)
  forget()
  forget()
  assert.deepEqual([signal.cancelled, listeners()], [false, 1])
  cancel()
  cancel()
  assert.deepEqual([signal.cancelled, calls], [true, 1])
  signal.onCancel(listener)
  assert.equal(calls, 2)
})

test('REQ-PORT-221 every broken Clock adapter is caught', async () => {
  const sound = nodeClock()
  const broken: Record<string, ClockPort> = {
    'seconds only': { ...sound, now: () => ({ ok: true, value: '2026-01-01T00:00:00Z' }) },
    'no real date': { ...sound, now: () => ({ ok: true, value: '2026-02-30T00:00:00.000Z' }) },
    'wraps a long wait': { ...sound, sleep: async () => ({ ok: true, value: 'elapsed' }) },
    'leaves its listener behind': {
      ...sound,
      sleep: (ms, signal) => {
        if (signal === undefined) return sound.sleep(ms)
        const onCancel = (listener: () => void) => (signal.onCancel(listener), () => undefined)
        return sound.sleep(ms, { cancelled: signal.cancelled, onCancel })
      },
    },
  }
  for (const [name, port] of Object.entries(broken)) {
    const caught = await Promise.all(
      CHECKS.map(({ holds }) =>
        holds(byItself(port)).then(
          () => false,
          () => true,
        ),
      ),
    )
    assert.ok(caught.includes(true), name)
  }
})

test.run()
