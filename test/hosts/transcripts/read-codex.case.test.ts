/**
 * What does each line of a Codex session become, in the envelopes of today and bare as they were?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ContextItem } from '../../../src/contract/context-item.js'
import { decode } from '../../../src/contract/decode.js'
import { detectFormat } from '../../../src/hosts/transcripts/detect-format.js'
import { restoreTranscript } from '../../../src/hosts/transcripts/restore-transcript.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { readOnly, testOfShared } from './session-reading.js'
import { planOf } from './written-conversations.js'

const log = (...lines: readonly unknown[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
const line = (type: string, payload: unknown) => ({ timestamp: '2025-11-02T09:00:00.000Z', type, payload })
const item = (payload: unknown) => line('response_item', payload)
const say = (role: string, text: string) => ({
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
})
const said = (text: string) => readOnly(text, 'codex').items.map(({ kind, content }) => [kind, content])

for (const [name, count] of [
  ['standard-session', 2],
  ['function-calls', 3],
] as const) {
  testOfShared(
    `REQ-HOST-283 every message of ${name} is read, every line restored`,
    `codex/${name}.jsonl`,
    (text) => {
      assert.is(detectFormat(text), 'codex')
      const transcript = readOnly(text, 'codex')
      assert.equal(transcript.problems, [])
      assert.is(transcript.items.length, count)
      for (const read of transcript.items) assert.is(decode(ContextItem, read)._tag, 'Right')
      const lines = text.split('\n').filter((raw) => raw.trim() !== '')
      assert.is(restoreTranscript(transcript), lines.map((raw) => `${raw}\n`).join(''))
    },
  )
}

testOfShared(
  'REQ-HOST-283 calls without arguments or outputs are calls',
  'codex/function-calls.jsonl',
  (text) => {
    const { items, originals } = readOnly(text, 'codex')
    assert.equal(
      items.map((read) => read.content),
      ['Run the tests', 'shell_command {}', 'apply_patch {}'],
    )
    const written = writeMessages('openai-responses', {
      plan: planOf(items.slice(0, 2), 100),
      items,
      originals,
      awaiting: 'mark',
    })
    assert.ok(written.ok)
    assert.equal(written.value.payload.input.slice(1), [
      { type: 'function_call', call_id: 'call_test', name: 'shell_command', arguments: '{}' },
      { type: 'function_call_output', call_id: 'call_test', output: 'interrupted: no result was recorded' },
    ])
    assert.equal(written.value.omitted, [{ itemId: 'm:3', why: 'field-not-sent' }])
  },
)

test('REQ-HOST-283 a session of older files, whose lines are the items, is read the same', () => {
  const meta = { id: 's-1', timestamp: '2025-06-01T09:00:00.000Z', instructions: null }
  const items = [
    { type: 'message', ...say('user', 'go') },
    { type: 'reasoning', id: 'rs_1', summary: [] },
    { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'a' },
    { type: 'function_call_output', call_id: 'a', output: 'ok' },
  ]
  const text = log(meta, { record_type: 'state' }, ...items)
  assert.is(detectFormat(text), 'codex')
  const { items: read, problems } = readOnly(text, 'codex')
  assert.equal(
    read.map(({ itemId, content, binding }) => [itemId, content, binding?.boundTo]),
    [
      ['m:3', 'go', undefined],
      ['m:4', '', undefined],
      ['m:5', 'shell {}', ['m:4']],
      ['m:6', 'ok', undefined],
    ],
  )
  assert.equal(problems, [])
})

test('REQ-HOST-283 notes between items are no message, and part no response', () => {
  const call = (call_id: string) => item({ type: 'function_call', name: 'shell', arguments: '{}', call_id })
  const note = line('event_msg', { type: 'agent_message', message: 'hi' })
  const { items } = readOnly(log(item(say('user', 'go')), call('a'), note, call('b')), 'codex')
  assert.equal(
    items.map(({ binding }) => binding?.boundTo),
    [undefined, undefined, ['m:2']],
  )
})

test('REQ-HOST-283 a compaction is a summary where it says something', () => {
  const user = item(say('user', 'go'))
  assert.equal(said(log(user, line('compacted', { message: 'all done' }))), [
    ['message', 'go'],
    ['summary', 'all done'],
  ])
  assert.equal(
    said(log(user, line('compacted', { message: '', replacement_history: [say('user', 'go')] }))),
    [['message', 'go']],
  )
  const broken = readOnly(log(user, line('compacted', {})), 'codex')
  assert.equal(broken.problems, [{ line: 2, problem: 'malformed-message' }])
})

test('REQ-HOST-283 turns that were taken back are reported, and what came before and after is read', () => {
  const back = (num_turns: unknown) => line('event_msg', { type: 'thread_rolled_back', num_turns })
  const user = (text: string) => item(say('user', text))
  const turn = (text: string) => [user(text), item(say('assistant', `${text}!`))]
  const contentsOf = (...lines: readonly unknown[]) =>
    readOnly(log(...lines), 'codex').items.map(({ content }) => content)
  const shown = '<environment_context>linux</environment_context>'
  const three = [user(shown), ...turn('a'), ...turn('b'), ...turn('c')]
  assert.equal(contentsOf(...three, back(1), user('d')), [shown, 'a', 'a!', 'b', 'b!', 'd'])
  assert.equal(contentsOf(...three, back(2), user('d')), [shown, 'a', 'a!', 'd'])
  assert.equal(contentsOf(...three, back(9), user('d')), [shown, 'd'])
  assert.equal(contentsOf(...three, back(1), back(1), user('d'), back(1), user('e')), [shown, 'a', 'a!', 'e'])
  for (const none of [0, -1, '1', undefined, 0.5]) assert.is(contentsOf(...three, back(none)).length, 7)
  const { problems } = readOnly(log(...three, back(1)), 'codex')
  assert.equal(problems, [
    { line: 6, problem: 'other-branch' },
    { line: 7, problem: 'other-branch' },
  ])
})

test('REQ-HOST-283 what Codex writes in the name of the user has not the trust of the user', () => {
  const texts = [
    '<environment_context>x',
    ' <turn_aborted>x',
    '<user_shell_command>x',
    '# AGENTS.md instructions',
    'x',
  ]
  const { items } = readOnly(log(...texts.map((text) => item(say('user', text)))), 'codex')
  assert.equal(
    items.map(({ labels }) => labels.trust),
    ['external', 'external', 'external', 'user', 'user'],
  )
})

test('REQ-HOST-283 base instructions are the system text once, of the first meta line only', () => {
  const meta = (text: string) => line('session_meta', { id: 's', base_instructions: { text } })
  assert.equal(said(log(meta('be brief'), meta('be kind'), item(say('user', 'go')))), [
    ['system-policy', 'be brief'],
    ['message', 'go'],
  ])
})

test('REQ-HOST-283 items of a Codex session go to OpenAI Responses as they came, reasoning included', () => {
  const reasoning = { type: 'reasoning', summary: [], encrypted_content: 'gAAAA' }
  const call = { type: 'function_call', name: 'shell', arguments: '{ }', call_id: 'a' }
  const output = { type: 'function_call_output', call_id: 'a', output: 'ok' }
  const payloads = [{ type: 'message', ...say('user', 'go') }, reasoning, call, output]
  const { items, originals } = readOnly(log(...payloads.map(item)), 'codex')
  const written = writeMessages('openai-responses', { plan: planOf(items), items, originals })
  assert.ok(written.ok)
  assert.equal(written.value.payload, { input: payloads })
  assert.equal(written.value.omitted, [])
})

test.run()
