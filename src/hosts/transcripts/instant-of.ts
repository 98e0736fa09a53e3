/**
 * Which instant does a timestamp of a log name? Only what is unambiguous: ISO 8601 in UTC, or milliseconds since
 * 1970; never a local time, a zone or the order of day and month.
 */
import { isInstantEpochMs } from '../../base/time-bounds.js'
import { Instant } from '../../contract/scalars.js'

const ISO_UTC = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(?:Z|\+00:00)$/

/**
 * The instant in canonical form, digits below a millisecond cut off; `null` when it is none.
 *
 * @example instantOf('2025-06-14T11:00:00Z') // => '2025-06-14T11:00:00.000Z'
 */
export function instantOf(timestamp: unknown): Instant | null {
  const text = typeof timestamp === 'number' ? ofEpochMs(timestamp) : ofIsoText(timestamp)
  return Instant.is(text) ? text : null
}

function ofEpochMs(ms: number): string | null {
  return Number.isInteger(ms) && isInstantEpochMs(ms) ? new Date(ms).toISOString() : null
}

function ofIsoText(timestamp: unknown): string | null {
  const [, seconds, fraction = ''] = typeof timestamp === 'string' ? (ISO_UTC.exec(timestamp) ?? []) : []
  return seconds === undefined ? null : `${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
