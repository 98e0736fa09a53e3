/**
 * What exactly goes out for each thing in a session that its own provider refuses, and is it named?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
import { payloadItems } from '../../../src/hosts/transcripts/payload-items.js'
import type { MessageFormat } from '../../../src/hosts/transcripts/turn.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { readOnly } from './session-reading.js'
import { planOf } from './written-conversations.js'

const GO = { role: 'user', content: 'go' }
const text = (said: string) => ({ type: 'text', text: said })
const cache_control = { type: 'ephemeral' }

/** The messages that go out for a session of the same format, and the words of what is omitted. */
function again(format: MessageFormat, session: unknown) {
  const { items, originals } = readOnly(JSON.stringify(session), format)
  const written = writeMessages(format, { plan: planOf(items), items, originals })
  if (!written.ok) throw new Error(written.error.message)
  const { payload, omitted } = written.value
  assert.equal(validateMessages(format, payload), [])
  const messages = payloadItems(format, payload) as readonly JsonRecord[]
  return { payload, messages, why: omitted.map((omission) => omission.why) }
}

function callSent(call: JsonRecord) {
  const result = { role: 'tool', tool_call_id: 'a', content: '' }
  const session = [GO, { role: 'assistant', content: null, tool_calls: [{ id: 'a', ...call }] }, result]
  const { messages, why } = again('openai-chat', session)
  assert.equal(messages[2], result)
  return [(messages[1]?.['tool_calls'] as unknown[])[0], why]
}

test('REQ-HOST-255 a call of OpenAI goes out with a type and a name the provider takes', () => {
  const callee = { name: 'read', arguments: '{}' }
  const sent = { id: 'a', type: 'function', function: callee }
  assert.equal(callSent({ function: callee }), [sent, []])
  assert.equal(callSent({ type: 'weird', function: callee }), [sent, []])
  assert.equal(callSent({ type: 'custom', function: callee }), [sent, []])
  const custom = { name: 'run_it', input: 'x' }
  assert.equal(callSent({ type: 'custom', custom }), [{ id: 'a', type: 'custom', custom }, []])
  assert.equal(callSent({ type: 'custom', custom: { ...custom, name: 'run it' } }), [
    { id: 'a', type: 'custom', custom },
    ['tool-name-changed'],
  ])
})

test('REQ-HOST-255 calls of another role than the assistant are no calls and are not sent', () => {
  const tool_calls = [{ id: 'a', type: 'function', function: { name: 'read', arguments: '{}' } }]
  for (const role of ['user', 'system', 'developer']) {
    const { messages, why } = again('openai-chat', [{ role, content: 'hi', tool_calls }, GO])
    assert.equal([messages, why], [[{ role, content: 'hi' }, GO], ['field-not-sent']])
  }
})

test('REQ-HOST-255 a part that may not stand under an OpenAI role stands as a text', () => {
  const odd: readonly (readonly [string, JsonRecord, string])[] = [
    ['assistant', { type: 'output_text', text: 'hi' }, '{"type":"output_text","text":"hi"}'],
    ['system', { type: 'input_text', text: 'hi' }, '{"type":"input_text","text":"hi"}'],
    ['user', { type: 'foo', x: 1 }, '{"type":"foo","x":1}'],
    ['developer', { type: 'refusal', refusal: 'no' }, 'no'],
    ['user', { type: 'refusal', refusal: 'no' }, 'no'],
  ]
  for (const [role, part, content] of odd) {
    const { messages, why } = again('openai-chat', [{ role, content: [part] }, GO])
    assert.equal([messages[0], why], [{ role, content }, ['part-as-text']])
  }
  const refusal = { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] }
  assert.equal(again('openai-chat', [refusal, GO]).messages[0], refusal)
  const silent = { role: 'assistant', content: [{ type: 'refusal', refusal: '' }] }
  assert.equal(again('openai-chat', [GO, silent]), {
    payload: { messages: [GO] },
    messages: [GO],
    why: ['empty'],
  })
})

test('REQ-HOST-255 a refusal beside the content is said once where a rule forces a change', () => {
  const refusing = { role: 'assistant', content: null, refusal: 'no', tool_calls: [] }
  const { messages } = again('openai-chat', [GO, refusing])
  assert.equal(messages[1], { role: 'assistant', content: 'no' })
})

test('REQ-HOST-255 the name of a speaker goes out within what OpenAI takes', () => {
  const named = (name: unknown) => again('openai-chat', [{ ...GO, name }])
  assert.equal(named('Ann_Smith').messages, [{ ...GO, name: 'Ann_Smith' }])
  assert.equal(named('Ann_Smith').why, [])
  assert.equal(named('Ann <S/m\\th>').messages, [{ ...GO, name: 'Ann__S_m_th_' }])
  assert.equal(named('Ann Smith').why, ['speaker-name-changed'])
  for (const name of ['', null, 7]) {
    const { messages, why } = named(name)
    assert.equal([messages, why], [[GO], ['speaker-name-changed']])
  }
})

test('REQ-HOST-255 a block that may not stand in an Anthropic message stands as its JSON', () => {
  const memo = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'memo' } }
  const user = { role: 'user', content: [memo] }
  const { messages, why } = again('anthropic-messages', [user, { role: 'assistant', content: [memo] }, GO])
  assert.equal(messages[0], user)
  assert.equal(messages[1]?.['content'], [text(JSON.stringify(memo))])
  assert.equal(why, ['part-as-text'])
  const searched = { type: 'server_tool_use', id: 's1', name: 'web_search', input: {} }
  const answer = again('anthropic-messages', [GO, { role: 'assistant', content: [searched, text('ok')] }, GO])
  assert.equal(answer.messages[1]?.['content'], [text(JSON.stringify(searched)), text('ok')])
})

test('REQ-HOST-255 a result keeps the blocks it may hold, and shows the others as text', () => {
  const use = { type: 'tool_use', id: 'a', name: 'read', input: {} }
  const memo = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'memo' } }
  const content = [{ type: 'json', json: 1 }, text(' '), memo, { ...text('x'), cache_control }]
  const result = { type: 'tool_result', tool_use_id: 'a', content }
  const session = [GO, { role: 'assistant', content: [use] }, { role: 'user', content: [result] }]
  const { messages, why } = again('anthropic-messages', session)
  const kept = [text('{"type":"json","json":1}'), memo, { ...text('x'), cache_control }]
  assert.equal([messages[2]?.['content'], why], [[{ ...result, content: kept }], ['part-as-text']])
})

test('REQ-HOST-255 hidden reasoning without data is left out and named', () => {
  const hidden = { role: 'assistant', content: [{ type: 'redacted_thinking', data: '' }, text('ok')] }
  const { messages, why } = again('anthropic-messages', [GO, hidden, GO])
  assert.equal([messages[1]?.['content'], why], [[text('ok')], ['reasoning-not-portable']])
})

test('REQ-HOST-255 an Anthropic message goes out with its role and content only', () => {
  const content = [text('ok')]
  const response = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content,
    stop_reason: 'end_turn',
  }
  const { messages, why } = again('anthropic-messages', [
    GO,
    { ...response, stop_sequence: null, usage: {} },
    GO,
  ])
  assert.equal([messages[1], why], [{ role: 'assistant', content }, []])
  const odd = again('anthropic-messages', [{ ...GO, x_note: 1 }])
  assert.equal([odd.messages, odd.why], [[GO], ['field-not-sent']])
})

test('REQ-HOST-255 the last four marks of a cache point go along, on reasoning none', () => {
  const said = (side: number) => ({
    role: side % 2 === 0 ? 'user' : 'assistant',
    content: [{ ...text(`t${String(side)}`), cache_control }],
  })
  const session = { system: [{ ...text('rules'), cache_control }], messages: [0, 1, 2, 3, 4].map(said) }
  const { payload, why } = again('anthropic-messages', session)
  const bare = { role: 'user', content: [text('t0')] }
  assert.equal(payload, { system: [text('rules')], messages: [bare, ...session.messages.slice(1)] })
  assert.equal(why, ['cache-mark', 'cache-mark'])
  const thinking = { type: 'thinking', thinking: 'hm', signature: 'c2ln' }
  const content = [{ ...thinking, cache_control }, text('ok')]
  const thought = again('anthropic-messages', [GO, { role: 'assistant', content }, GO])
  assert.equal([thought.messages[1]?.['content'], thought.why], [[thinking, text('ok')], ['cache-mark']])
})

test('REQ-HOST-255 marks inside results count, the last of them stay', () => {
  const use = { type: 'tool_use', id: 'a', name: 'read', input: {} }
  const inner = [1, 2, 3, 4].map((n) => ({ ...text(`r${String(n)}`), cache_control }))
  const result = { type: 'tool_result', tool_use_id: 'a', content: inner, cache_control }
  const session = [GO, { role: 'assistant', content: [use] }, { role: 'user', content: [result] }]
  const { messages, why } = again('anthropic-messages', session)
  const kept = { ...result, content: [text('r1'), ...inner.slice(1)] }
  assert.equal([messages[2]?.['content'], why], [[kept], ['cache-mark']])
})

test.run()
