/**
 * What does each kind of item of OpenAI Responses become, and what travels together?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { detectFormat } from '../../../src/hosts/transcripts/detect-format.js'
import { readTranscript } from '../../../src/hosts/transcripts/read-transcript.js'
import { restoreTranscript } from '../../../src/hosts/transcripts/restore-transcript.js'
import { splitSessions } from '../../../src/hosts/transcripts/split-sessions.js'
import { orThrow } from '../../../src/contract/result.js'
import { READ_OPTIONS, readOnly } from './session-reading.js'

const FORMAT = 'openai-responses'
const GO = { role: 'user', content: 'go' }
const call = (call_id: string) => ({ type: 'function_call', call_id, name: 'read', arguments: '{}' })
const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'found' })
const reasoning = (id: string) => ({ type: 'reasoning', id, summary: [] })
const answer = (text: string) => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text }],
})

function partsOf(...items: readonly unknown[]) {
  const { originals } = readOnly(JSON.stringify(items), FORMAT)
  return [...originals.turns.values()].map(({ role, parts }) => ({ role, parts }))
}

/** Of each item, the number of the one it is bound to, or 0. */
function bondsOf(...items: readonly unknown[]): readonly number[] {
  return readOnly(JSON.stringify(items), FORMAT).items.map(({ binding }) =>
    Number(binding?.boundTo?.[0]?.slice(2) ?? 0),
  )
}

test('REQ-HOST-281 reasoning is bound to all that the model made after it', () => {
  assert.equal(bondsOf(GO, reasoning('rs_1'), call('a'), output('a'), answer('done')), [0, 0, 2, 0, 0])
  assert.equal(bondsOf(GO, reasoning('rs_1'), answer('hm'), call('a'), output('a')), [0, 0, 2, 3, 0])
  assert.equal(
    bondsOf(reasoning('rs_1'), call('a'), reasoning('rs_2'), call('b'), output('a'), output('b')),
    [0, 1, 2, 3, 0, 0],
  )
  assert.equal(bondsOf(answer('before'), reasoning('rs_1'), answer('after')), [0, 0, 2])
})

test('REQ-HOST-281 parallel calls of one response are bound to each other, calls of two are not', () => {
  assert.equal(bondsOf(GO, call('a'), call('b'), output('b'), output('a')), [0, 0, 2, 0, 0])
  assert.equal(bondsOf(GO, call('a'), output('a'), call('b'), output('b')), [0, 0, 0, 0, 0])
  assert.equal(bondsOf(GO, answer('hm'), call('a'), answer('and'), call('b')), [0, 0, 0, 0, 3])
})

test('REQ-HOST-281 a message may be typed or not, and its parts of every type', () => {
  const image = { type: 'input_image', image_url: 'https://example.com/a.png' }
  const file = { type: 'input_file', file_id: 'file_1' }
  const audio = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }
  const text = (said: string) => ({ _tag: 'Text', text: said })
  assert.equal(partsOf(GO), partsOf({ ...GO, type: 'message' }))
  assert.equal(partsOf({ role: 'user', content: [{ type: 'input_text', text: 'go' }, image, file, audio] }), [
    {
      role: 'user',
      parts: [
        text('go'),
        { _tag: 'Media', media: 'image', raw: image },
        { _tag: 'Media', media: 'file', raw: file },
        { _tag: 'Media', media: 'audio', raw: audio },
      ],
    },
  ])
  const refusal = { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] }
  assert.equal(partsOf(refusal), [{ role: 'assistant', parts: [text('no')] }])
})

test('REQ-HOST-281 every kind of call is a call, and every kind of output its result', () => {
  const action = { type: 'exec', command: ['ls'] }
  const screenshot = { type: 'computer_screenshot', image_url: 'https://example.com/a.png' }
  const parts = partsOf(
    { type: 'local_shell_call', id: 'lsh_1', action, status: 'completed' },
    { type: 'local_shell_call_output', id: 'lsh_1', output: 'a.ts' },
    { type: 'computer_call', id: 'cu_1', call_id: 'c', action: { type: 'screenshot' } },
    { type: 'computer_call_output', call_id: 'c', output: screenshot },
    { type: 'shell_call', call_id: 's', action: { commands: ['ls'] } },
    { type: 'shell_call_output', call_id: 's', output: [{ stdout: 'x', stderr: '' }] },
    { type: 'apply_patch_call', call_id: 'p', operation: { type: 'delete_file', path: 'a' } },
    { type: 'apply_patch_call_output', call_id: 'p', status: 'failed', output: 'no such file' },
  ).map((turn) => turn.parts[0])
  const result = (callId: string, content: unknown, isError = false) => ({
    _tag: 'Result',
    callId,
    content: [content],
    isError,
  })
  const made = (callId: string, name: string, given: unknown) => ({
    _tag: 'Call',
    callId,
    name,
    argumentsJson: JSON.stringify(given),
  })
  assert.equal(parts, [
    made('lsh_1', 'local_shell', action),
    result('lsh_1', { _tag: 'Text', text: 'a.ts' }),
    made('c', 'computer', { type: 'screenshot' }),
    result('c', { _tag: 'Media', media: 'image', raw: screenshot }),
    made('s', 'shell', { commands: ['ls'] }),
    result('s', { _tag: 'Text', text: '[{"stdout":"x","stderr":""}]' }),
    made('p', 'apply_patch', { type: 'delete_file', path: 'a' }),
    result('p', { _tag: 'Text', text: 'no such file' }, true),
  ])
})

test('REQ-HOST-281 what is hidden from everybody but the provider is kept, counted and not shown', () => {
  const thought = { ...reasoning('rs_1'), encrypted_content: 'gAAAAABo'.repeat(40) }
  const { items, originals } = readOnly(JSON.stringify([thought, answer('ok')]), FORMAT)
  assert.equal(originals.turns.get('m:1')?.parts, [
    { _tag: 'Thinking', text: '', encrypted: thought.encrypted_content },
  ])
  assert.is(items[0]?.content, '')
  assert.ok((items[0]?.tokens.expected ?? 0) > 40)
})

test('REQ-HOST-281 an item of an unknown kind is read as its JSON and reported; a picture is a picture', () => {
  const search = { type: 'web_search_call', id: 'ws_1', status: 'completed' }
  const reference = { type: 'item_reference', id: 'msg_9' }
  const drawn = { type: 'image_generation_call', id: 'ig_1', result: 'iVBORw0='.repeat(1000) }
  const items = [search, { type: 'from_tomorrow' }, reference, drawn]
  const transcript = readOnly(JSON.stringify(items), FORMAT)
  assert.equal(
    transcript.items.map((item) => item.content),
    [JSON.stringify(search), '{"type":"from_tomorrow"}', JSON.stringify(reference), ''],
  )
  assert.equal(transcript.problems, [
    { line: 1, problem: 'unknown-part' },
    { line: 2, problem: 'unknown-part' },
    { line: 3, problem: 'unknown-part' },
  ])
})

test('REQ-HOST-281 items that lack what names them are reported and not guessed at', () => {
  const items = [
    { type: 'function_call', name: 'read' },
    { type: 'function_call_output', output: 'x' },
    {},
    7,
    GO,
  ]
  const { items: read, problems } = readOnly(JSON.stringify(items), FORMAT)
  assert.is(read.length, 1)
  assert.equal(
    problems.map(({ problem }) => problem),
    ['malformed-message', 'malformed-message', 'malformed-message', 'not-an-entry'],
  )
})

test('REQ-HOST-281 a request, an answer, a bare list and a list of either are recognised and restored', () => {
  const documents: readonly unknown[] = [
    { model: 'x', input: [GO] },
    { object: 'response', output: [answer('ok')], usage: {} },
    [GO, call('a'), output('a')],
    [{ role: 'user', content: [{ type: 'input_text', text: 'go' }] }],
    [{ input: [GO] }, { output: [answer('ok')] }],
  ]
  for (const document of documents) {
    const text = JSON.stringify(document)
    assert.is(detectFormat(text), FORMAT, text)
    assert.is(detectFormat(JSON.stringify(document, null, 2)), FORMAT)
    const sources = orThrow(splitSessions(text, FORMAT))
    const restored = sources.map((source) => restoreTranscript(orThrow(readTranscript(source, READ_OPTIONS))))
    assert.is(sources.length === 1 ? restored[0] : `[${restored.join(',')}]`, text)
  }
  for (const other of [{ input: ['an embedding'] }, { input: 'hi' }, { input: [] }, { output: [] }])
    assert.is(detectFormat(JSON.stringify(other)), null)
})

test('REQ-HOST-281 instructions beside the items come first; ones that cannot be read refuse the whole', () => {
  const read = (instructions: unknown) => readOnly(JSON.stringify({ instructions, input: [GO] }), FORMAT)
  assert.equal(
    read('be brief').items.map(({ itemId, kind, content }) => [itemId, kind, content]),
    [
      ['m:system', 'system-policy', 'be brief'],
      ['m:1', 'message', 'go'],
    ],
  )
  assert.is(
    read([
      { role: 'developer', content: 'be' },
      { role: 'system', content: 'brief' },
    ]).items[0]?.content,
    'be\nbrief',
  )
  for (const none of [null, '', undefined]) assert.is(read(none).items.length, 1)
  for (const wrong of [7, [7], [call('a')]]) {
    const [source] = orThrow(splitSessions(JSON.stringify({ instructions: wrong, input: [GO] }), FORMAT))
    assert.ok(source !== undefined)
    const refused = readTranscript(source, READ_OPTIONS)
    assert.ok(!refused.ok && refused.error._tag === 'TranscriptRefused')
    assert.is(
      !refused.ok && refused.error._tag === 'TranscriptRefused' && refused.error.pointer,
      '/instructions',
    )
  }
})

test.run()
