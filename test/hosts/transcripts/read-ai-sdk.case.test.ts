/**
 * What does each kind of message of the AI SDK say, in the form of every version, and what is it told apart from?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { detectFormat } from '../../../src/hosts/transcripts/detect-format.js'
import { readTranscript } from '../../../src/hosts/transcripts/read-transcript.js'
import { restoreTranscript } from '../../../src/hosts/transcripts/restore-transcript.js'
import { splitSessions } from '../../../src/hosts/transcripts/split-sessions.js'
import type { TurnPart } from '../../../src/hosts/transcripts/turn.js'
import { orThrow } from '../../../src/contract/result.js'
import { fixtureText, readOnly, READ_OPTIONS } from './session-reading.js'

const FORMAT = 'ai-sdk'

/** Role and parts of every item, ids apart. */
function turnsOf(session: unknown): readonly (readonly [string, readonly TurnPart[]])[] {
  const transcript = readOnly(JSON.stringify(session), FORMAT)
  assert.equal(transcript.problems, [])
  assert.is(restoreTranscript(transcript), JSON.stringify(session))
  return [...transcript.originals.turns.values()].map(({ role, parts }) => [role, parts])
}

const said = (text: string): TurnPart => ({ _tag: 'Text', text })
const call = (callId: string, name: string, argumentsJson: string): TurnPart => ({
  _tag: 'Call',
  callId,
  name,
  argumentsJson,
})
const result = (callId: string, name: string, text: string) => ({
  _tag: 'Result' as const,
  callId,
  name,
  content: [{ _tag: 'Text' as const, text }],
  isError: false,
})
const failed = (callId: string, name: string, text: string): TurnPart => ({
  ...result(callId, name, text),
  isError: true,
})
const NOTHING = said('')

test('REQ-HOST-282 each result of a message of the tool is an item, with what stands before it', () => {
  const part = (id: string) => ({
    type: 'tool-result',
    toolCallId: id,
    toolName: 'read',
    output: { type: 'text', value: id },
  })
  const approval = { type: 'tool-approval-response', approvalId: 'p', approved: true }
  assert.equal(turnsOf([{ role: 'tool', content: [part('a'), approval, part('b'), approval] }]), [
    ['tool', [result('a', 'read', 'a')]],
    ['tool', [NOTHING, result('b', 'read', 'b')]],
    ['tool', [NOTHING]],
  ])
  assert.equal(turnsOf([{ role: 'tool', content: [approval] }]), [['tool', [NOTHING]]])
  assert.equal(turnsOf([{ role: 'tool', content: [] }]), [['tool', []]])
})

test('REQ-HOST-282 every kind of output is read as what the model is told', () => {
  const told = (output: unknown) => {
    const session = [
      { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', toolName: 't', output }] },
    ]
    const [, [part]] = turnsOf(session)[0] as readonly [string, readonly TurnPart[]]
    if (part?._tag !== 'Result') throw new Error('no result')
    return [part.content.map((inner) => (inner._tag === 'Text' ? inner.text : inner.media)), part.isError]
  }
  assert.equal(told({ type: 'text', value: 'hi' }), [['hi'], false])
  assert.equal(told({ type: 'json', value: { a: 1 } }), [['{"a":1}'], false])
  assert.equal(told({ type: 'error-text', value: 'no' }), [['no'], true])
  assert.equal(told({ type: 'error-json', value: [1] }), [['[1]'], true])
  assert.equal(told({ type: 'execution-denied', reason: 'too risky' }), [['too risky'], true])
  assert.equal(told({ type: 'execution-denied' }), [['execution denied'], true])
  const value = [
    { type: 'text', text: 'see' },
    { type: 'media', data: 'AAAA', mediaType: 'image/png' },
    { type: 'file-url', url: 'https://example.com/a.pdf' },
    { type: 'file', data: { type: 'data', data: 'AAAA' }, mediaType: 'audio/wav' },
  ]
  assert.equal(told({ type: 'content', value }), [['see', 'image', 'file', 'audio'], false])
  assert.equal(told('plain'), [['plain'], false])
})

test('REQ-HOST-282 what nobody knows is read as its JSON and said to be unknown', () => {
  const session = [
    { role: 'user', content: [{ type: 'from_tomorrow', a: 1 }] },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'a', toolName: 't', output: { type: 'xml', value: 1 } }],
    },
  ]
  const { items, problems } = readOnly(JSON.stringify(session), FORMAT)
  assert.equal(
    items.map(({ content }) => content),
    ['{"type":"from_tomorrow","a":1}', '{"type":"xml","value":1}'],
  )
  assert.equal(
    problems.map(({ line, problem }) => `${String(line)} ${problem}`),
    ['1 unknown-part', '2 unknown-part'],
  )
})

test('REQ-HOST-282 reasoning keeps what its provider needs to take it back', () => {
  const reasoning = (providerOptions: unknown) => ({ type: 'reasoning', text: 'hm', providerOptions })
  const content = [
    reasoning({ anthropic: { signature: 'c2ln' } }),
    reasoning({ anthropic: { redactedData: 'b3Bh' } }),
    reasoning({ openai: { itemId: 'rs_1', reasoningEncryptedContent: 'gAAA' } }),
    { type: 'reasoning', text: 'old', signature: 'c2ln' },
    { type: 'redacted-reasoning', data: 'b3Bh' },
  ]
  assert.equal(turnsOf([{ role: 'assistant', content }]), [
    [
      'assistant',
      [
        { _tag: 'Thinking', text: 'hm', signature: 'c2ln' },
        { _tag: 'Thinking', text: 'hm', redacted: 'b3Bh' },
        { _tag: 'Thinking', text: 'hm', encrypted: 'gAAA' },
        { _tag: 'Thinking', text: 'old', signature: 'c2ln' },
        { _tag: 'Thinking', text: '', redacted: 'b3Bh' },
      ],
    ],
  ])
})

test('REQ-HOST-282 arguments are the JSON text they are, or the text they came as', () => {
  const made = (fields: object) => {
    const part = { type: 'tool-call', toolCallId: 'a', toolName: 't', ...fields }
    return turnsOf([{ role: 'assistant', content: [part] }])[0]?.[1]
  }
  assert.equal(made({ input: { b: 1, a: 2 } }), [call('a', 't', '{"b":1,"a":2}')])
  assert.equal(made({ input: '{ "a": 1 }' }), [call('a', 't', '{ "a": 1 }')])
  assert.equal(made({ args: { a: 1 } }), [call('a', 't', '{"a":1}')])
  assert.equal(made({}), [call('a', 't', '{}')])
})

test('REQ-HOST-282 what the provider ran is no call of the host, whether marked or answered in its own message', () => {
  const made = { type: 'tool-call', toolCallId: 's', toolName: 'search', input: {} }
  const answer = {
    type: 'tool-result',
    toolCallId: 's',
    toolName: 'search',
    output: { type: 'json', value: [] },
  }
  const marked = { ...made, providerExecuted: true }
  const [first, second] = [[marked], [made, answer]].map((content) =>
    turnsOf([{ role: 'assistant', content }]),
  )
  assert.equal(first, [['assistant', [said(JSON.stringify(marked))]]])
  assert.equal(second, [['assistant', [said(JSON.stringify(marked)), said(JSON.stringify(answer))]]])
})

test('REQ-HOST-282 a step of an interface is a message, its results behind it, and what only it shows is no text', () => {
  const tool = (toolCallId: string, rest: object) => ({
    type: 'tool-read',
    toolCallId,
    input: { p: 1 },
    ...rest,
  })
  const parts = [
    { type: 'step-start' },
    { type: 'text', text: 'look' },
    tool('a', { state: 'output-available', output: 'A' }),
    tool('b', { state: 'output-error', errorText: 'gone' }),
    tool('c', { state: 'output-denied', approval: { id: 'p', approved: false } }),
    { type: 'data-chart', data: 1 },
    { type: 'step-start' },
    { type: 'source-document', sourceId: 's', mediaType: 'text/plain', title: 't' },
    tool('d', { state: 'approval-requested', approval: { id: 'q' } }),
    tool('e', { state: 'input-streaming' }),
  ]
  assert.equal(turnsOf([{ id: 'x', role: 'assistant', parts }]), [
    [
      'assistant',
      [
        NOTHING,
        said('look'),
        call('a', 'read', '{"p":1}'),
        call('b', 'read', '{"p":1}'),
        call('c', 'read', '{"p":1}'),
        NOTHING,
        NOTHING,
      ],
    ],
    ['tool', [result('a', 'read', 'A')]],
    ['tool', [failed('b', 'read', 'gone')]],
    ['tool', [NOTHING, failed('c', 'read', 'execution denied')]],
    ['assistant', [NOTHING, NOTHING, call('d', 'read', '{"p":1}'), NOTHING, call('e', 'read', '{"p":1}')]],
  ])
})

test('REQ-HOST-282 messages of version 4 are read in the order in which version 4 sent them', () => {
  const invocation = { toolCallId: 'a', toolName: 'read', args: { p: 1 } }
  const answered = { ...invocation, state: 'result', result: { ok: true } }
  const assistant = { id: 'x', role: 'assistant', content: 'done', reasoning: 'hm' }
  assert.equal(turnsOf([{ ...assistant, toolInvocations: [answered] }]), [
    ['assistant', [{ _tag: 'Thinking', text: 'hm' }, call('a', 'read', '{"p":1}')]],
    ['tool', [result('a', 'read', '{"ok":true}')]],
    ['assistant', [NOTHING, said('done')]],
  ])
  assert.equal(turnsOf([{ ...assistant, toolInvocations: [{ ...invocation, state: 'call' }] }]), [
    ['assistant', [{ _tag: 'Thinking', text: 'hm' }, said('done'), call('a', 'read', '{"p":1}')]],
  ])
  const parts = [
    { type: 'tool-invocation', toolInvocation: answered },
    { type: 'source', source: {} },
  ]
  assert.equal(turnsOf([{ id: 'x', role: 'assistant', content: '', parts }]), [
    ['assistant', [call('a', 'read', '{"p":1}'), NOTHING]],
    ['tool', [result('a', 'read', '{"ok":true}')]],
  ])
  const attachment = { url: 'https://example.com/a.png', contentType: 'image/png', name: 'a.png' }
  const [[, [, media]]] = turnsOf([
    { id: 'u', role: 'user', content: 'see', experimental_attachments: [attachment] },
  ]) as readonly [readonly [string, readonly TurnPart[]]]
  assert.is(media?._tag === 'Media' && media.media, 'image')
})

test('REQ-HOST-282 media are spelled as the writers of other formats know them', () => {
  const raws = [
    { type: 'image', image: 'https://example.com/a.png' },
    { type: 'image', image: 'iVBORw0KGgoAAA', mediaType: 'image/*' },
    { type: 'file', data: 'data:image/gif;base64,R0lGOD', mediaType: 'image/gif' },
    { type: 'file', data: 'AAAA', mediaType: 'audio/mpeg' },
    { type: 'file', data: 'AAAA', mediaType: 'application/pdf', filename: 'a.pdf' },
    { type: 'image', image: { type: 'Buffer', data: [1] } },
  ]
  const [[, parts]] = turnsOf([{ role: 'user', content: raws }]) as readonly [
    readonly [string, readonly TurnPart[]],
  ]
  assert.equal(
    parts.map((part) => part._tag === 'Media' && part.raw),
    [
      { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgoAAA' } },
      { type: 'image_url', image_url: { url: 'data:image/gif;base64,R0lGOD' } },
      { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
      { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA', filename: 'a.pdf' } },
      raws[5],
    ],
  )
})

test('REQ-HOST-282 the system text beside the messages is read, in every form, and refused where it has none', () => {
  const beside = (key: string, system: unknown) => {
    const text = JSON.stringify({ [key]: system, messages: [{ role: 'user', content: 'hi' }] })
    const [source] = orThrow(splitSessions(text, FORMAT))
    if (source === undefined) throw new Error('no session')
    const read = readTranscript(source, READ_OPTIONS)
    return read.ok ? (read.value.items[0]?.content ?? '') : 'refused'
  }
  assert.is(beside('system', 'be brief'), 'be brief')
  assert.is(beside('instructions', 'be brief'), 'be brief')
  assert.is(beside('system', { role: 'system', content: 'be brief' }), 'be brief')
  assert.is(beside('system', [{ role: 'system', content: 'a' }, 'b']), 'a\nb')
  assert.is(beside('system', ''), 'hi')
  assert.is(beside('system', 5), 'refused')
})

test('REQ-HOST-282 a message of the wrong shape is a problem and costs no other', () => {
  const wrong = [
    { role: 'tool', content: 'text' },
    { role: 'tool', content: [{ type: 'tool-result', output: { type: 'text', value: 'x' } }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a', output: { type: 'text', value: 1 } }] },
    { role: 'user', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 't', input: {} }] },
    { role: 'assistant', content: [{ type: 'tool-call', toolName: 't', input: {} }] },
    { role: 'assistant', content: [{ type: 'reasoning' }] },
    { role: 'user', parts: [{ type: 'tool-x', toolCallId: 'a', state: 'output-available', output: 1 }] },
    { role: 'assistant', parts: [{ type: 'tool-x', toolCallId: 7, state: 'input-available' }] },
    { role: 'assistant', parts: ['x'] },
    { parts: [] },
  ]
  for (const message of wrong) {
    const text = JSON.stringify([message, { role: 'user', content: 'next' }])
    const { items, problems } = readOnly(text, FORMAT)
    assert.equal(problems, [{ line: 1, problem: 'malformed-message' }], JSON.stringify(message))
    assert.equal(
      items.map(({ content }) => content),
      ['next'],
    )
  }
})

test('REQ-HOST-282 only what the AI SDK alone writes is taken for it', () => {
  const hi = { role: 'user', content: 'hi' }
  const holding = (content: unknown) => [hi, { role: 'assistant', content }]
  const own = [
    { messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'hi' }] }] },
    [{ messages: [hi] }, { messages: [{ ...hi, providerOptions: { openai: {} } }] }],
    [{ role: 'system', content: 'x' }, ...holding([{ type: 'tool-call', toolCallId: 'a', toolName: 't' }])],
    holding([{ type: 'reasoning', text: 'hm' }]),
    [{ role: 'user', content: [{ type: 'image', image: 'AAAA' }] }],
    [{ ...hi, toolInvocations: [] }],
    { system: 'x', messages: [{ role: 'tool', content: [{ type: 'tool-result', toolCallId: 'a' }] }] },
  ]
  for (const document of own)
    assert.is(detectFormat(JSON.stringify(document)), FORMAT, JSON.stringify(document))
  const foreign: readonly (readonly [string, unknown])[] = [
    ['openai-chat', [hi]],
    ['openai-chat', holding([{ type: 'text', text: 'ok' }])],
    ['openai-chat', [{ role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }] }]],
    [
      'anthropic-messages',
      [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: 'x' } }] }],
    ],
    ['anthropic-messages', holding([{ type: 'tool_use', id: 'a', name: 't', input: {} }])],
    ['openai-responses', [{ type: 'reasoning', summary: [] }]],
  ]
  for (const [format, document] of foreign)
    assert.is(detectFormat(JSON.stringify(document)), format, JSON.stringify(document))
  for (const file of ['openai-chat.json', 'anthropic-messages.json', 'openai-responses.json'])
    assert.is.not(detectFormat(fixtureText(file)), FORMAT)
  assert.is.not(detectFormat(JSON.stringify([{ role: 'user', parts: [{ text: 'hi' }] }])), FORMAT)
})

test.run()
