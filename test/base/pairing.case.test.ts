/**
 * Which exchanges do known histories hold? One case for each way in which histories were seen to break.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { PairingEntry } from '../../src/base/pairing.js'
import { pairExchanges } from '../../src/base/pairing.js'

const text: PairingEntry = { calls: [], results: [] }
const call = (...calls: string[]): PairingEntry => ({ calls, results: [] })
const answer = (...ids: string[]): PairingEntry => ({ calls: [], results: ids.map((id) => ({ id })) })
const part = (id: string, number: number): PairingEntry => ({ calls: [], results: [{ id, part: number }] })

interface Expected {
  readonly members: readonly (readonly number[])[]
  readonly open?: readonly string[]
  readonly defects?: Readonly<Record<number, string>>
  readonly live?: number
}

function expectPairing(entries: readonly PairingEntry[], expected: Expected): void {
  const { exchanges, defectOf, exchangeOf, live } = pairExchanges(entries)
  assert.equal(
    exchanges.map((one) => one.members),
    expected.members,
  )
  const open = exchanges.flatMap((one) => one.open.map(({ position, id }) => `${position}:${id}`))
  assert.equal(open, expected.open ?? [])
  const defects = Object.fromEntries([...defectOf.entries()].filter(([, defect]) => defect !== 'none'))
  assert.equal(defects, expected.defects ?? {})
  assert.is(live, expected.live ?? -1)
  const memberOf = entries.map((_, at) => exchanges.findIndex((one) => one.members.includes(at)))
  assert.equal([...exchangeOf], memberOf)
}

test('REQ-BASE-205 nothing, and text alone, hold no exchange', () => {
  expectPairing([], { members: [] })
  expectPairing([text, text], { members: [] })
})

test('REQ-PLAN-004 a result at the head of a trimmed history is an orphan', () => {
  expectPairing([answer('c1'), text, text], { members: [], defects: { 0: 'orphan' } })
})

test('REQ-PLAN-004 an orphan never binds to a future call', () => {
  expectPairing([text, answer('c1'), call('c1'), text], {
    members: [[2]],
    open: ['2:c1'],
    defects: { 1: 'orphan' },
  })
})

test('REQ-PLAN-004 a call and a result of one id in one entry are no pair', () => {
  expectPairing([{ calls: ['c1'], results: [{ id: 'c1' }] }, text], {
    members: [[0]],
    open: ['0:c1'],
    defects: { 0: 'orphan' },
  })
})

test('REQ-PLAN-004 an incomplete call is not completed by the result of a later call with its id', () => {
  expectPairing([call('c1'), text, call('c1'), answer('c1'), text], {
    members: [[0], [2, 3]],
    open: ['0:c1'],
  })
})

test('REQ-PLAN-006 a call at the end is live, and open', () => {
  expectPairing([text, call('c1')], { members: [[1]], open: ['1:c1'], live: 0 })
})

test('REQ-PLAN-006 a call answered at the end is live, and complete', () => {
  expectPairing([text, call('c1'), answer('c1')], { members: [[1, 2]], live: 0 })
})

test('REQ-PLAN-006 a call aborted in the middle costs its own exchange only', () => {
  expectPairing([call('c0'), answer('c0'), call('c1'), text, text], {
    members: [[0, 1], [2]],
    open: ['2:c1'],
  })
})

test('REQ-PLAN-006 an open call inside the span of a complete exchange stays an exchange of its own', () => {
  expectPairing([call('a'), call('b'), answer('a'), text], { members: [[0, 2], [1]], open: ['1:b'] })
})

test('REQ-PLAN-005 parallel calls are one exchange, whatever the order of their results', () => {
  expectPairing([text, call('c1', 'c2'), answer('c2'), answer('c1'), text], { members: [[1, 2, 3]] })
  expectPairing([text, call('c1', 'c2'), answer('c1'), text], { members: [[1, 2]], open: ['1:c2'] })
  expectPairing([call('c1', 'c2'), answer('c1', 'c2'), text], { members: [[0, 1]] })
})

test('REQ-PLAN-003 an id used again in a later turn makes another exchange', () => {
  expectPairing([text, call('call_0'), answer('call_0'), text, call('call_0'), answer('call_0'), text], {
    members: [
      [1, 2],
      [4, 5],
    ],
  })
})

test('REQ-PLAN-003 two hundred exchanges that reuse one id are two hundred exchanges', () => {
  const entries = Array.from({ length: 200 }, () => [call('same'), answer('same')]).flat()
  const { exchanges, live } = pairExchanges(entries)
  assert.is(exchanges.length, 200)
  assert.ok(exchanges.every((one, index) => one.members.join() === `${index * 2},${index * 2 + 1}`))
  assert.is(live, 199)
})

test('REQ-BASE-205 of two calls with one id in one entry the second takes no answer', () => {
  expectPairing([text, call('c1', 'c1'), answer('c1'), text], { members: [[1, 2]], open: ['1:c1'] })
  expectPairing([call('c1', 'c1'), answer('c1'), answer('c1'), text], {
    members: [[0, 1]],
    open: ['0:c1'],
    defects: { 2: 'duplicate' },
  })
})

test('REQ-BASE-205 a second result of an answered call is a duplicate and joins nothing', () => {
  expectPairing([call('c1'), answer('c1'), answer('c1'), text], {
    members: [[0, 1]],
    defects: { 2: 'duplicate' },
  })
  expectPairing([call('c1'), answer('c1'), answer('c1')], {
    members: [[0, 1]],
    defects: { 2: 'duplicate' },
    live: 0,
  })
})

test('REQ-PEER-103 rising parts of one result are one result', () => {
  expectPairing([call('c1'), part('c1', 0), part('c1', 1), part('c1', 5), text], { members: [[0, 1, 2, 3]] })
  expectPairing([call('c1'), part('c1', 1), part('c1', 1), text], {
    members: [[0, 1]],
    defects: { 2: 'duplicate' },
  })
  expectPairing([call('c1'), answer('c1'), part('c1', 1), text], {
    members: [[0, 1]],
    defects: { 2: 'duplicate' },
  })
})

test('REQ-PEER-103 a part that does not rise goes to an earlier open call of its id', () => {
  expectPairing([call('c'), call('c'), part('c', 1), part('c', 1), part('c', 2), text], {
    members: [[0, 1, 2, 3, 4]],
  })
})

test('REQ-BASE-205 empty and odd ids are ids', () => {
  const ids = ['', 'toString', '__proto__', '\ud800', 'a b']
  const entries = ids.flatMap((id) => [call(id), answer(id)])
  const { exchanges, defectOf } = pairExchanges([...entries, text])
  assert.is(exchanges.filter((one) => one.complete && one.members.length === 2).length, ids.length)
  assert.ok(defectOf.every((defect) => defect === 'none'))
})

test('REQ-BASE-205 what stands between a call and its result stays outside the exchange', () => {
  expectPairing([text, call('c1'), text, answer('c1'), text, text], { members: [[1, 3]] })
})

test('REQ-BASE-205 interleaved and nested complete exchanges are one', () => {
  expectPairing([call('a'), call('b'), answer('a'), answer('b'), text], { members: [[0, 1, 2, 3]] })
  expectPairing([call('a'), call('b'), answer('b'), answer('a'), text], { members: [[0, 1, 2, 3]] })
  expectPairing([call('a'), answer('a'), call('b'), answer('b'), text], {
    members: [
      [0, 1],
      [2, 3],
    ],
  })
})

test('REQ-BASE-205 an entry that answers one exchange and calls for the next joins them', () => {
  const both: PairingEntry = { calls: ['b'], results: [{ id: 'a' }] }
  expectPairing([call('a'), both, answer('b'), text], { members: [[0, 1, 2]] })
  expectPairing([call('a'), both, text], { members: [[0, 1]], open: ['1:b'] })
})

test('REQ-BASE-205 a foreign result on a member is a defect of the exchange, which merges with no other', () => {
  const entries = [call('a'), call('b'), answer('a', 'ghost'), answer('b'), text]
  expectPairing(entries, {
    members: [
      [0, 2],
      [1, 3],
    ],
    defects: { 2: 'orphan' },
  })
  assert.equal(
    pairExchanges(entries).exchanges.map((one) => [one.complete, one.defect]),
    [
      [true, 'orphan'],
      [true, 'none'],
    ],
  )
})

test('REQ-PLAN-006 the live exchange is the merged one, and ends with anything but results', () => {
  const entries = [text, call('a'), call('b'), answer('a'), answer('b')]
  expectPairing(entries, { members: [[1, 2, 3, 4]], live: 0 })
  expectPairing([...entries, text], { members: [[1, 2, 3, 4]] })
  expectPairing([...entries, answer('ghost')], { members: [[1, 2, 3, 4]], defects: { 5: 'orphan' }, live: 0 })
  expectPairing([...entries, answer('ghost'), text], { members: [[1, 2, 3, 4]], defects: { 5: 'orphan' } })
  expectPairing([call('a'), call('b', 'c'), answer('b')], {
    members: [[0], [1, 2]],
    open: ['0:a', '1:c'],
    live: 1,
  })
})

test('REQ-PLAN-006 an earlier exchange that is answered at the end is still running with the last one', () => {
  expectPairing([call('a'), call('b'), answer('a')], { members: [[0, 1, 2]], open: ['1:b'], live: 0 })
})

test('REQ-PLAN-006 an exchange with a stray result on one of its members is not live', () => {
  const mixed = { calls: [], results: [{ id: 'a' }, { id: 'ghost' }] }
  expectPairing([call('a'), mixed], { members: [[0, 1]], defects: { 1: 'orphan' } })
  const joined = { ...call('b'), joins: [0] }
  expectPairing([call('a'), mixed, joined, answer('b')], {
    members: [[0, 1, 2, 3]],
    defects: { 1: 'orphan' },
  })
})

test('REQ-PLAN-005 joined entries that make calls are parallel calls of one message', () => {
  const joined = { ...call('b'), joins: [0] }
  expectPairing([call('a'), joined], { members: [[0, 1]], open: ['0:a', '1:b'], live: 0 })
  expectPairing([call('a'), joined, answer('b'), text], { members: [[0, 1, 2]], open: ['0:a'] })
  expectPairing([text, { ...call('b'), joins: [0, 7] }, answer('b')], { members: [[1, 2]], live: 0 })
})

test('REQ-PLAN-012 two hundred thousand calls, and a hundred thousand entries, are paired', () => {
  const ids = Array.from({ length: 200_000 }, (_, index) => `c${index}`)
  const wide = pairExchanges([
    { calls: ids, results: [] },
    { calls: [], results: ids.map((id) => ({ id })) },
  ])
  assert.is(wide.exchanges.length, 1)
  assert.ok(wide.exchanges[0]?.complete)

  const nested = [
    ...ids.slice(0, 50_000).map((id) => call(id)),
    ...ids.slice(0, 50_000).map((id) => answer(id)),
  ]
  const deep = pairExchanges(nested)
  assert.is(deep.exchanges.length, 1)
  assert.is(deep.exchanges[0]?.members.length, 100_000)

  const reused = pairExchanges(
    Array.from({ length: 100_000 }, (_, at) => (at % 2 === 0 ? call('x') : answer('x'))),
  )
  assert.is(reused.exchanges.length, 50_000)
  const neverAnswered = pairExchanges(Array.from({ length: 100_000 }, () => call('x')))
  assert.is(neverAnswered.exchanges.length, 100_000)
  assert.is(neverAnswered.live, 99_999)
})

test.run()
