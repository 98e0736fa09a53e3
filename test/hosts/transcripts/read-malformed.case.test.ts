/**
 * Are broken histories read as they are, without a throw, a repair or a silent loss?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ContextItem } from '../../../src/contract/context-item.js'
import { decode } from '../../../src/contract/decode.js'
import { restoreTranscript } from '../../../src/hosts/transcripts/restore-transcript.js'
import type { Transcript } from '../../../src/hosts/transcripts/transcript.js'
import { readMalformedSessions } from '../../../scripts/measure/malformed-sessions.js'
import { sharedFile } from '../../support/shared-file.js'
import { readOnly } from './session-reading.js'

/** What each case may not become an item for; every other message of every case must be one. */
const PROBLEMS = new Map([
  ['compaction-keeps-result', ['3 unknown-role']],
  ['lone-surrogate-input', ['3 ill-formed-text']],
  ['id-type-number', ['2 malformed-message']],
])

function problemsOf({ problems }: Transcript): readonly string[] {
  return problems.map(({ line, problem }) => `${String(line)} ${problem}`)
}

const CASES = sharedFile('transcripts', 'malformed/cases.json')
if (CASES === null) test.skip('REQ-HOST-257 every malformed history is read message by message')
for (const { id, messages: chat } of CASES === null ? [] : readMalformedSessions(CASES)) {
  test(`REQ-HOST-257 the history ${id} is read message by message and what cannot be an item is named`, () => {
    const transcript = readOnly(JSON.stringify(chat), 'openai-chat')
    assert.equal(problemsOf(transcript), PROBLEMS.get(id) ?? [])
    assert.is(transcript.items.length, chat.length - transcript.problems.length)
    for (const item of transcript.items) assert.is(decode(ContextItem, item)._tag, 'Right', item.itemId)
    assert.is(restoreTranscript(transcript), JSON.stringify(chat))
  })
}

test('REQ-HOST-257 a numeric call id is never matched with a result that spells it', () => {
  const chat = [
    { role: 'assistant', content: 'x', tool_calls: [{ id: 7, function: { name: 'x', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: '7', content: 'r' },
    { role: 'tool', tool_call_id: 7, content: 'r' },
  ]
  const transcript = readOnly(JSON.stringify(chat), 'openai-chat')
  assert.equal(problemsOf(transcript), ['1 malformed-message', '3 malformed-message'])
  assert.equal(transcript.items[0]?.binding?.results, [{ callId: '7' }])
})

test('REQ-HOST-257 an id of 512 code points is kept, a longer or ill-formed one is reported', () => {
  const ids = ['🎉'.repeat(512), '🎉'.repeat(513), 'a'.repeat(513), 'bad \ud83d']
  const chat = ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'r' }))
  const transcript = readOnly(JSON.stringify(chat), 'openai-chat')
  assert.equal(
    problemsOf(transcript),
    ['2', '3', '4'].map((line) => `${line} malformed-message`),
  )
  assert.is(transcript.items[0]?.binding?.results?.[0]?.callId, ids[0])
})

test('REQ-HOST-257 a message of any wrong shape is a problem and the next message is read', () => {
  const wrong = [
    null,
    true,
    [],
    {},
    { role: 1, content: 'x' },
    { role: 'user' },
    { role: 'user', content: null },
    { role: 'user', content: 5 },
    { role: 'user', content: ['x'] },
    { role: 'user', content: [{ text: 'no type' }] },
    { role: 'user', content: [{ type: 'text', text: 5 }] },
    { role: 'assistant', content: 'x', tool_calls: 'none' },
    { role: 'assistant', content: 'x', tool_calls: [null] },
    { role: 'assistant', content: 'x', tool_calls: [{ id: 'c', function: { name: 'x' } }] },
    { role: 'assistant', content: 'x', function_call: { name: 'x', arguments: '{}' } },
    { role: 'tool', content: 'no id' },
    { role: 'toString', content: 'x' },
  ]
  for (const message of wrong) {
    for (const format of ['openai-chat', 'openai-responses', 'anthropic-messages', 'ai-sdk'] as const) {
      if (format !== 'openai-chat' && (message as { role?: unknown } | null)?.role === 'assistant') continue
      const transcript = readOnly(JSON.stringify([message, { role: 'user', content: 'next' }]), format)
      assert.is(transcript.problems.length, 1, JSON.stringify(message))
      assert.equal(
        transcript.items.map((item) => item.content),
        ['next'],
      )
    }
  }
})

test('REQ-HOST-257 ill-formed text anywhere in a message costs that message only', () => {
  const blocks = [
    { type: 'text', text: 'bad \ud83d' },
    { type: 'thinking', thinking: 'x', signature: 'bad \udc00' },
    { type: 'redacted_thinking', data: 'bad \ud83d' },
    { type: 'tool_use', id: 'c', name: 'bad \ud83d', input: {} },
    { type: 'tool_use', id: 'c', name: 'x', input: { 'bad \udc00': 1 } },
  ]
  for (const block of blocks) {
    const chat = [
      { role: 'assistant', content: [block] },
      { role: 'user', content: 'next' },
    ]
    const { items, problems } = readOnly(JSON.stringify(chat), 'anthropic-messages')
    assert.equal(problems, [{ line: 1, problem: 'ill-formed-text' }], block.type)
    assert.equal(
      items.map((item) => item.content),
      ['next'],
    )
  }
})

test('REQ-HOST-257 arguments with escaped pairs or escaped backslashes are kept exactly as given', () => {
  const sound = ['{"a":"\\ud83d\\ude00"}', '{"a":"\\\\ud83d"}', 'no json \\ud83d']
  const lone = ['{"a":"\\ud83d"}', '{"a":"\\ud83d\\ud83d\\ude00"}', '{"\\uDC00":1}', '{"a":"\\\\\\ud83d"}']
  const chat = [...sound, ...lone].map((json) => ({
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c', type: 'function', function: { name: 'x', arguments: json } }],
  }))
  const transcript = readOnly(JSON.stringify(chat), 'openai-chat')
  assert.equal(
    transcript.items.map((item) => item.content),
    sound.map((json) => `x ${json}`),
  )
  assert.equal(
    problemsOf(transcript),
    ['4', '5', '6', '7'].map((line) => `${line} ill-formed-text`),
  )
})

test.run()
