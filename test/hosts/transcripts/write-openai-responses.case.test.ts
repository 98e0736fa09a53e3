/**
 * What exactly goes out to OpenAI Responses, where neighbours are missing, ids do not fit or kinds are foreign?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { readOnly } from './session-reading.js'
import { planOf } from './written-conversations.js'

const FORMAT = 'openai-responses'
const GO = { role: 'user', content: 'go' }
const OK = { role: 'assistant', content: 'ok' }
const call = { type: 'function_call', id: 'fc_1', call_id: 'a', name: 'read', arguments: '{ }' }
const output = { type: 'function_call_output', call_id: 'a', output: 'found' }
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] }

/** The items that go out for these, without those of the given numbers, and the words of what is omitted. */
function again(session: readonly unknown[], without: readonly number[] = []) {
  const { items, originals } = readOnly(JSON.stringify(session), FORMAT)
  const left = items.filter(({ itemId }) => !without.includes(Number(itemId.slice(2))))
  const written = writeMessages(FORMAT, { plan: planOf(left), items: left, originals })
  if (!written.ok) throw new Error(written.error.message)
  const { payload, omitted } = written.value
  assert.equal(validateMessages(FORMAT, payload), [])
  return [payload.input, omitted.map(({ why }) => why)]
}

/** The items that a conversation of OpenAI Chat becomes. */
function ofChat(...messages: readonly unknown[]) {
  const { items, originals } = readOnly(JSON.stringify(messages), 'openai-chat')
  const written = writeMessages(FORMAT, { plan: planOf(items), items, originals })
  if (!written.ok) throw new Error(written.error.message)
  assert.equal(validateMessages(FORMAT, written.value.payload), [])
  return [written.value.payload.input, written.value.omitted.map(({ why }) => why)]
}

test('REQ-HOST-281 reasoning goes only with the item that followed it', () => {
  assert.equal(again([GO, reasoning, call, output]), [[GO, reasoning, call, output], []])
  assert.equal(again([GO, reasoning, call, output, OK], [3, 4]), [[GO, OK], ['reasoning-at-end']])
  assert.equal(again([GO, reasoning]), [[GO], ['reasoning-at-end']])
  assert.equal(again([GO, reasoning, GO]), [[GO, GO], ['reasoning-at-end']])
  const two = [reasoning, { ...reasoning, id: 'rs_2' }]
  assert.equal(again([GO, ...two, OK]), [[GO, ...two, OK], []])
})

test('REQ-HOST-281 an item whose reasoning is not there goes without its id', () => {
  const { id: _, ...unnamed } = call
  assert.equal(again([GO, reasoning, call, output], [2]), [[GO, unnamed, output], []])
  const said = { type: 'message', id: 'msg_1', ...OK }
  assert.equal(again([GO, reasoning, said, GO], [2]), [[GO, { type: 'message', ...OK }, GO], []])
  assert.equal(again([GO, call, output]), [[GO, call, output], []])
})

test('REQ-HOST-281 reasoning that nobody could open again is left out', () => {
  const nameless = { type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] }
  assert.equal(again([GO, nameless, OK]), [[GO, OK], ['reasoning-not-portable']])
  const sealed = { ...nameless, encrypted_content: 'gAAAA' }
  assert.equal(again([GO, sealed, OK]), [[GO, sealed, OK], []])
  const twice = again([GO, reasoning, OK, GO, reasoning, OK])
  assert.equal(twice, [[GO, reasoning, OK, GO, OK], ['reasoning-not-portable']])
})

test('REQ-HOST-281 parallel calls stay together, their outputs behind them in their own order', () => {
  const second = { ...call, id: 'fc_2', call_id: 'b' }
  const answers = [{ ...output, call_id: 'b' }, output]
  assert.equal(again([GO, call, second, ...answers, OK]), [[GO, call, second, ...answers, OK], []])
  assert.equal(again([GO, call, GO, output]), [[GO, call, output, GO], []])
})

test('REQ-HOST-281 a call_id, an id or a name that would be refused is replaced for call and output alike', () => {
  const long = 'x'.repeat(80)
  const [items] = again([GO, { ...call, call_id: long, name: 'read it' }, { ...output, call_id: long }])
  const call_id = 'x'.repeat(56)
  assert.equal(items, [GO, { ...call, call_id, name: 'read_it' }, { ...output, call_id }])
  const { id: _, ...unnamed } = call
  assert.equal(again([GO, { ...call, id: 'call_1' }, output]), [[GO, unnamed, output], []])
  const again_ = again([GO, call, output, GO, call, output])
  assert.equal(again_[0], [
    GO,
    call,
    output,
    GO,
    { ...unnamed, call_id: 'a_2' },
    { ...output, call_id: 'a_2' },
  ])
})

test('REQ-HOST-281 a call of a kind of its own goes with its own output, else as a function call', () => {
  const action = { type: 'exec', command: ['ls'] }
  const shell = { type: 'local_shell_call', id: 'lsh_1', call_id: 'a', action, status: 'completed' }
  const own = { type: 'local_shell_call_output', call_id: 'a', output: 'a.ts' }
  assert.equal(again([GO, shell, own]), [[GO, shell, own], []])
  assert.equal(again([GO, shell, output]), [[GO, shell, output], []])
  const asFunction = {
    type: 'function_call',
    call_id: 'a',
    name: 'local_shell',
    arguments: JSON.stringify(action),
  }
  const foreign = { type: 'custom_tool_call_output', call_id: 'a', output: 'a.ts' }
  assert.equal(again([GO, shell, foreign]), [
    [GO, asFunction, { type: 'function_call_output', call_id: 'a', output: 'a.ts' }],
    ['part-as-text'],
  ])
})

test('REQ-HOST-281 fields the provider does not know, and parts of another role, go in its words', () => {
  assert.equal(again([{ ...GO, name: 'Ann' }]), [[GO], ['field-not-sent']])
  const wrong = { role: 'assistant', content: [{ type: 'input_text', text: 'ok' }] }
  assert.equal(again([GO, wrong]), [[GO, OK], []])
  const refusal = { type: 'refusal', refusal: 'no' }
  assert.equal(again([{ role: 'user', content: [refusal] }]), [
    [{ role: 'user', content: 'no' }],
    ['part-as-text'],
  ])
  const audio = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }
  assert.equal(again([{ role: 'user', content: [audio] }]), [
    [{ role: 'user', content: '[audio]' }],
    ['media-not-portable'],
  ])
  assert.equal(again([GO, { type: 'from_tomorrow' }]), [
    [GO, { role: 'assistant', content: '{"type":"from_tomorrow"}' }],
    ['part-as-text'],
  ])
})

test('REQ-HOST-281 a message of OpenAI Chat becomes a message and its calls', () => {
  const chatCall = (id: string) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })
  const image = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }
  const file = { type: 'file', file: { file_id: 'file_1' } }
  const items = ofChat(
    { role: 'system', content: 'be brief' },
    { role: 'user', content: [{ type: 'text', text: 'go' }, image, file] },
    {
      role: 'assistant',
      content: 'looking',
      reasoning_content: 'hm',
      tool_calls: [chatCall('a'), chatCall('b')],
    },
    { role: 'tool', tool_call_id: 'b', content: 'B' },
    { role: 'tool', tool_call_id: 'a', content: '' },
  )
  const made = (call_id: string) => ({ type: 'function_call', call_id, name: 'read', arguments: '{}' })
  assert.equal(items, [
    [
      { role: 'system', content: 'be brief' },
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'go' },
          { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'auto' },
          { type: 'input_file', file_id: 'file_1' },
        ],
      },
      { role: 'assistant', content: 'looking' },
      made('a'),
      made('b'),
      { type: 'function_call_output', call_id: 'b', output: 'B' },
      { type: 'function_call_output', call_id: 'a', output: '' },
    ],
    ['reasoning-not-portable'],
  ])
})

test('REQ-HOST-281 pictures in an output go along, and a failure is named', () => {
  const image = { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }
  const session = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', is_error: true, content: [image] }],
    },
  ]
  const { items, originals } = readOnly(JSON.stringify(session), 'anthropic-messages')
  const written = writeMessages(FORMAT, { plan: planOf(items), items, originals })
  assert.ok(written.ok)
  const shown = { type: 'input_image', image_url: 'https://example.com/a.png', detail: 'auto' }
  assert.equal(written.value.payload.input.at(-1), {
    type: 'function_call_output',
    call_id: 'a',
    output: [shown],
  })
  assert.equal(
    written.value.omitted.map(({ why }) => why),
    ['error-flag-not-portable'],
  )
})

test('REQ-HOST-281 instructions beside the items go out as a message of the developer', () => {
  const { items, originals } = readOnly(JSON.stringify({ instructions: 'be brief', input: [GO] }), FORMAT)
  const written = writeMessages(FORMAT, { plan: planOf(items), items, originals })
  assert.ok(written.ok)
  assert.equal(written.value.payload.input, [{ role: 'developer', content: 'be brief' }, GO])
})

test.run()
