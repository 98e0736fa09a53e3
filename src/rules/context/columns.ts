/**
 * What do the steps of planning look at for every item? Small whole numbers in columns, read in one pass: a session of
 * 100,000 items is walked a dozen times, and a step touches the items themselves only where a signal says so.
 */
import type { ItemFacts } from './item-facts.js'
import { SIGNAL } from './signals.js'

export interface Columns {
  readonly signals: Uint16Array
  /** Every signal that some item gives. */
  readonly anySignal: number
  /** In tokens. */
  readonly expected: Float64Array
  readonly safe: Float64Array
  /** Items with the same number have the same label object; near neighbours with one object share the number. */
  readonly labelSet: Int32Array
}

/** The columns of facts, in their order. */
export function columnsOf(facts: readonly ItemFacts[], counterId: string): Columns {
  const signals = new Uint16Array(facts.length)
  const expected = new Float64Array(facts.length)
  const safe = new Float64Array(facts.length)
  const labelSet = new Int32Array(facts.length)
  const numberOf = openLabelNumbers()
  let anySignal = 0
  for (let index = 0; index < facts.length; index++) {
    const one = facts[index] as ItemFacts
    const given = one.counter === counterId ? one.signals : one.signals | SIGNAL.foreign
    signals[index] = given
    anySignal |= given
    expected[index] = one.expected
    safe[index] = one.safe
    labelSet[index] = numberOf(one.labels)
  }
  return { signals, anySignal, expected, safe, labelSet }
}

/** Sealed items share a few label objects; looking at the last four finds nearly all without a map. */
function openLabelNumbers(): (labels: object) => number {
  const recent: (object | null)[] = [null, null, null, null]
  const numbers = [0, 0, 0, 0]
  let next = 0
  return (labels) => {
    for (let at = 0; at < 4; at++) if (recent[at] === labels) return numbers[at] as number
    const at = next & 3
    recent[at] = labels
    numbers[at] = next
    next += 1
    return next - 1
  }
}

/** Whether the item gives one of these signals. */
export function gives(columns: Columns, index: number, signals: number): boolean {
  return ((columns.signals[index] ?? 0) & signals) !== 0
}

/** The expected tokens of these items, without overhead. */
export function expectedOf({ expected }: Columns, indexes: readonly number[]): number {
  let sum = 0
  for (const index of indexes) sum += expected[index] ?? 0
  return sum
}
