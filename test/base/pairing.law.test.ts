/**
 * Do the exchanges found agree with the rules, read naively, for any sequence?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Defect, Pairing, PairingEntry } from '../../src/base/pairing.js'
import { pairExchanges } from '../../src/base/pairing.js'

interface Call {
  readonly position: number
  readonly id: string
  readonly twin: boolean
  answers: number[]
  lastPart: number | undefined
}

/** The call the rules give to a result at `position`, searched from nearest to farthest. */
function naiveTarget(calls: Call[], position: number, result: { id: string; part?: number }) {
  const earlier = calls
    .filter((call) => call.position < position && call.id === result.id && !call.twin)
    .reverse()
  const nearest = earlier[0]
  if (nearest === undefined) return 'orphan' as const
  const continues =
    nearest.answers.length > 0 &&
    nearest.lastPart !== undefined &&
    result.part !== undefined &&
    result.part > nearest.lastPart
  return continues ? nearest : (earlier.find((call) => call.answers.length === 0) ?? ('duplicate' as const))
}

function naiveBind(entries: readonly PairingEntry[]) {
  const calls: Call[] = []
  entries.forEach((entry, position) =>
    entry.calls.forEach((id, index) =>
      calls.push({ position, id, twin: entry.calls.indexOf(id) < index, answers: [], lastPart: undefined }),
    ),
  )
  const defects = entries.map((entry, position) => {
    const found = entry.results.map((result) => {
      const target = naiveTarget(calls, position, result)
      if (typeof target === 'string') return target
      target.answers.push(position)
      target.lastPart = result.part
      return 'none'
    })
    return (['orphan', 'duplicate'] as const).find((defect) => found.includes(defect)) ?? 'none'
  })
  return { calls, defects }
}

/** Merges sets of positions until no two of them `touch`. */
function mergeWhile(groups: number[][], touch: (a: number[], b: number[]) => boolean): number[][] {
  for (let i = 0; i < groups.length; i += 1) {
    for (let j = i + 1; j < groups.length; j += 1) {
      const [a, b] = [groups[i] as number[], groups[j] as number[]]
      if (!touch(a, b)) continue
      const rest = groups.filter((_, index) => index !== i && index !== j)
      return mergeWhile([...rest, [...new Set([...a, ...b])]], touch)
    }
  }
  return groups
}

/** The last entry with calls and the sound results after it; nothing where anything but stray results stands there too. */
function naiveTail(
  entries: readonly PairingEntry[],
  defects: readonly Defect[],
  groups: number[][],
): number[] {
  const lastCalling = entries.map((entry) => entry.calls.length > 0).lastIndexOf(true)
  if (lastCalling < 0) return []
  const afterwards = entries.map((_, at) => at).slice(lastCalling + 1)
  const isPaired = (at: number) => groups.some((group) => group.includes(at))
  const isAnswer = (at: number) => defects[at] === 'none' && isPaired(at)
  const isStray = (at: number) => defects[at] !== 'none' && !isPaired(at)
  const endsIt = afterwards.some((at) => !isAnswer(at) && !isStray(at))
  return endsIt ? [] : [lastCalling, ...afterwards.filter(isAnswer)]
}

function naivePairing(
  entries: readonly PairingEntry[],
): Omit<Pairing, 'exchangeOf'> & { exchangeOf: number[] } {
  const { calls, defects } = naiveBind(entries)
  const sharing = mergeWhile(
    calls.map((call) => [...new Set([call.position, ...call.answers])]),
    (a, b) => a.some((position) => b.includes(position)),
  )
  const tail = naiveTail(entries, defects, sharing)
  const running = mergeWhile(tail.length === 0 ? sharing : [...sharing, tail], (a, b) =>
    a.some((position) => b.includes(position)),
  )
  const openIn = (group: number[]) =>
    calls.filter((call) => call.answers.length === 0 && group.includes(call.position))
  const sound = (group: number[]) =>
    openIn(group).length === 0 && group.every((position) => defects[position] === 'none')
  const overlap = (a: number[], b: number[]) =>
    Math.min(...a) <= Math.max(...b) && Math.min(...b) <= Math.max(...a)
  const groups = mergeWhile(running, (a, b) => sound(a) && sound(b) && overlap(a, b))
    .map((group) => group.sort((a, b) => a - b))
    .sort((a, b) => (a[0] as number) - (b[0] as number))
  const exchangeOf = entries.map((_, position) => groups.findIndex((group) => group.includes(position)))
  return {
    exchangeOf,
    exchanges: groups.map((members) => ({
      members,
      open: openIn(members).map(({ position, id }) => ({ position, id })),
      complete: openIn(members).length === 0,
      defect:
        (['orphan', 'duplicate'] as const).find((d) => members.some((at) => defects[at] === d)) ?? 'none',
    })),
    defectOf: defects,
    live: groups.findIndex(
      (group) => group.includes(tail[0] ?? -1) && group.every((at) => defects[at] === 'none'),
    ),
  }
}

const plain = (pairing: Pairing) => ({ ...pairing, exchangeOf: [...pairing.exchangeOf] })

const anyId = fc.constantFrom('a', 'b', 'c', '', 'toString', '__proto__')
const anyResult = fc.oneof(
  { weight: 3, arbitrary: anyId.map((id) => ({ id })) },
  { weight: 2, arbitrary: fc.record({ id: anyId, part: fc.integer({ min: 0, max: 3 }) }) },
)
const callEntry = fc.array(anyId, { minLength: 1, maxLength: 3 }).map((calls) => ({ calls, results: [] }))
const resultEntry = fc
  .array(anyResult, { minLength: 1, maxLength: 2 })
  .map((results): PairingEntry => ({ calls: [], results }))
const mixedEntry = fc.record({
  calls: fc.array(anyId, { maxLength: 2 }),
  results: fc.array(anyResult, { maxLength: 2 }),
})
const textEntry = fc.constant({ calls: [], results: [] })
const anySequence = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: callEntry },
    { weight: 6, arbitrary: resultEntry },
    { weight: 1, arbitrary: mixedEntry },
    { weight: 1, arbitrary: textEntry },
  ),
  { maxLength: 16 },
)

/** Mostly sound histories: unique or reused ids, results late, shuffled, in parts; sometimes one is lost. */
const soundSequence = fc
  .array(
    fc.record({
      id: fc.constantFrom('x', 'y', 'z'),
      delay: fc.nat(4),
      parts: fc.integer({ min: 1, max: 3 }),
      lost: fc.nat(9).map((n) => n === 0),
    }),
    { maxLength: 7 },
  )
  .map((turns) => {
    const slots: PairingEntry[][] = Array.from({ length: turns.length * 2 + 8 }, () => [])
    turns.forEach(({ id, delay, parts, lost }, turn) => {
      slots[turn * 2]?.push({ calls: [id], results: [] })
      for (let part = 0; part < parts && !lost; part += 1) {
        const results = [parts === 1 ? { id } : { id, part }]
        slots[turn * 2 + 1 + delay + part]?.push({ calls: [], results })
      }
    })
    return slots.flat()
  })

test('REQ-BASE-205 exchanges, open calls, defects and the live exchange are those of the rules', () => {
  for (const sequence of [anySequence, soundSequence]) {
    fc.assert(
      fc.property(sequence, (entries) => {
        assert.equal(plain(pairExchanges(entries)), naivePairing(entries))
      }),
      { numRuns: 1_000 },
    )
  }
})

test('REQ-PLAN-004 what stands later never changes the defects before it', () => {
  fc.assert(
    fc.property(anySequence, fc.nat(16), (entries, length) => {
      const whole = pairExchanges(entries).defectOf.slice(0, length)
      assert.equal(pairExchanges(entries.slice(0, length)).defectOf, whole)
    }),
  )
})

test('REQ-PLAN-003 a history repeated with its ids is as many histories', () => {
  const closed = soundSequence.filter((entries) => {
    const { exchanges, defectOf } = pairExchanges(entries)
    return exchanges.every((one) => one.complete) && defectOf.every((one: Defect) => one === 'none')
  })
  fc.assert(
    fc.property(closed, fc.integer({ min: 1, max: 5 }), (entries, times) => {
      const once = pairExchanges(entries)
      const many = pairExchanges(Array.from({ length: times }, () => entries).flat())
      const shifted = Array.from({ length: times }, (_, turn) =>
        once.exchanges.map((one) => one.members.map((at) => at + turn * entries.length)),
      ).flat()
      assert.equal(
        many.exchanges.map((one) => one.members),
        shifted,
      )
    }),
  )
})

test('REQ-PEER-103 spans of sound exchanges never overlap', () => {
  fc.assert(
    fc.property(anySequence, (entries) => {
      const sound = pairExchanges(entries).exchanges.filter((one) => one.complete && one.defect === 'none')
      for (let index = 1; index < sound.length; index += 1) {
        assert.ok((sound[index - 1]?.members.at(-1) as number) < (sound[index]?.members[0] as number))
      }
    }),
  )
})

test.run()
