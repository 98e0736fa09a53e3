/**
 * Does the work of reading and writing grow with the session, and not with its square?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { answerCalls } from '../../../src/hosts/transcripts/answer-calls.js'
import { showTurns, type ShownTurn } from '../../../src/hosts/transcripts/shown-turns.js'
import type { Turn, TurnPart } from '../../../src/hosts/transcripts/turn.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { wireIds } from '../../../src/hosts/transcripts/wire-ids.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { readOnly } from './session-reading.js'
import { planOf } from './written-conversations.js'

const MANY = 20_000
const GO = { role: 'user', content: 'go' }

test('REQ-HOST-253 20,000 entries with one id have 20,000 sources, numbered in order', () => {
  const line = JSON.stringify({ type: 'user', uuid: 'u', message: { role: 'user', content: 'hi' } })
  const taken = JSON.stringify({ type: 'user', uuid: 'u#3', message: { role: 'user', content: 'hi' } })
  const { items } = readOnly(`${taken}\n${`${line}\n`.repeat(MANY)}`, 'claude-code')
  const ids = items.map((item) => item.source.id)
  assert.is(new Set(ids).size, MANY + 1)
  assert.equal(ids.slice(0, 5), ['u#3', 'u', 'u#2', 'u#4', 'u#5'])
  assert.is(ids.at(-1), `u#${String(MANY + 1)}`)
})

test('REQ-HOST-255 100,000 calls of one id in one message are told apart, and the next message begins anew', () => {
  const call: TurnPart = { _tag: 'Call', callId: 'same', name: 'read', argumentsJson: '{}' }
  const turnOf = (calls: number): ShownTurn => {
    const parts = Array.from({ length: calls }, () => call)
    const blocks = parts.map(() => null)
    return { itemId: 'm', role: 'assistant', parts, pieces: [], replaced: false, raw: null, blocks }
  }
  const { callsOf } = answerCalls([turnOf(100_000), turnOf(3)])
  const ids = wireIds(callsOf, { accepts: (id) => id.length <= 40, lengthMax: 40, uniqueIn: 'message' })
  const [first = [], second = []] = callsOf.map((calls) => calls.map((made) => ids.get(made)))
  assert.is(new Set(first).size, 100_000)
  assert.equal(first.slice(0, 3), second)
  assert.equal(second, ['same', 'same_2', 'same_3'])
})

/** 20,000 results and texts by turns, and the calls they answer. */
function alternating() {
  const results = Array.from({ length: MANY }, (_, index) => ({
    type: 'tool_result',
    tool_use_id: `t${String(index)}`,
    content: 'r',
  }))
  const uses = results.map(({ tool_use_id: id }) => ({ type: 'tool_use', id, name: 'f', input: {} }))
  const content = results.flatMap((result, index) => [result, { type: 'text', text: `x${String(index)}` }])
  return [GO, { role: 'assistant', content: uses }, { role: 'user', content }]
}

test('REQ-HOST-255 a message of 20,000 results and 20,000 texts by turns is written, results first', () => {
  const { items, originals } = readOnly(JSON.stringify(alternating()), 'anthropic-messages')
  assert.is(items.length, 2 * MANY + 2)
  const written = writeMessages('anthropic-messages', { plan: planOf(items), items, originals })
  assert.ok(written.ok)
  assert.equal(validateMessages('anthropic-messages', written.value.payload), [])
  const blocks = written.value.payload.messages[2]?.['content'] as { readonly type: string }[]
  assert.is(blocks.length, 2 * MANY)
  assert.ok(blocks.slice(0, MANY).every(({ type }) => type === 'tool_result'))
})

test('REQ-HOST-281 10,000 calls of one response and 10,000 outputs are read, bound in a chain and written', () => {
  const numbers = Array.from({ length: MANY / 2 }, (_, index) => String(index))
  const calls = numbers.map((call_id) => ({ type: 'function_call', call_id, name: 'f', arguments: '{}' }))
  const outputs = numbers.map((call_id) => ({ type: 'function_call_output', call_id, output: 'r' }))
  const input = [GO, { type: 'reasoning', id: 'rs_1', summary: [] }, ...calls, ...outputs.reverse()]
  const { items, originals } = readOnly(JSON.stringify(input), 'openai-responses')
  assert.is(items.filter(({ binding }) => binding?.boundTo?.length === 1).length, MANY / 2)
  const written = writeMessages('openai-responses', { plan: planOf(items), items, originals })
  assert.ok(written.ok)
  assert.ok(JSON.stringify(written.value.payload) === JSON.stringify({ input }))
  assert.equal(validateMessages('openai-responses', written.value.payload), [])
})

test('REQ-HOST-255 the blocks of a message of many turns are looked at once each', () => {
  const session = alternating()
  const { items, originals } = readOnly(JSON.stringify(session), 'anthropic-messages')
  let looks = 0
  const watched = (content: readonly unknown[]) =>
    new Proxy(content, {
      get: (target, key) => {
        looks += 1
        return Reflect.get(target, key) as unknown
      },
    })
  const entries = originals.entries.map((entry) => {
    const { role, content } = entry as { readonly role: string; readonly content: unknown }
    return { role, content: Array.isArray(content) ? watched(content) : content }
  })
  /** A host may give places that fit nothing: then kinds decide, listed once for the message. */
  const misplaced = ([itemId, turn]: readonly [string, Turn]) =>
    [itemId, { ...turn, place: { ...turn.place, from: 0, to: 0 } }] as const
  for (const turns of [originals.turns, new Map([...originals.turns].map(misplaced))]) {
    looks = 0
    const shown = showTurns('anthropic-messages', {
      plan: planOf(items),
      items,
      originals: { ...originals, entries, turns },
      awaiting: 'refuse',
    })
    assert.ok(shown.ok && shown.value.length === items.length)
    assert.ok(looks > 2 * MANY && looks < 30 * MANY, String(looks))
  }
})

test('REQ-HOST-254 200,000 reasoning items in a row are judged by the one item that follows them', () => {
  const reasoning = Array.from({ length: 200_000 }, (_, index) => ({
    type: 'reasoning',
    id: `rs_${String(index)}`,
    summary: [],
  }))
  const answer = { role: 'assistant', content: 'done' }
  assert.equal(validateMessages('openai-responses', { input: [GO, ...reasoning, answer] }), [])
  const unfollowed = validateMessages('openai-responses', { input: [GO, ...reasoning] })
  assert.is(unfollowed.length, reasoning.length)
  assert.ok(unfollowed.every(({ rule }) => rule === 'reasoning-last'))
})

test.run()
