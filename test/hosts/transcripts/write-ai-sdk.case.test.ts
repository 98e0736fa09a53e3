/**
 * What exactly goes out to the AI SDK, for messages of its own of every kind and for those of other formats?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
import type { TranscriptFormat } from '../../../src/hosts/transcripts/turn.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { readOnly } from './session-reading.js'
import { planOf } from './written-conversations.js'

const GO = { role: 'user', content: 'go' }
const OK = { role: 'assistant', content: 'ok' }
const text = (said: string) => ({ type: 'text', text: said })
const call = (toolCallId: string, rest: object = {}): JsonRecord => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'read',
  input: { p: 1 },
  ...rest,
})
const result = (toolCallId: string, output: unknown = { type: 'text', value: 'R' }): JsonRecord => ({
  type: 'tool-result',
  toolCallId,
  toolName: 'read',
  output,
})
const calls = (...content: readonly unknown[]) => ({ role: 'assistant', content })
const tool = (...content: readonly unknown[]) => ({ role: 'tool', content })
const request = { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' }
const response = { type: 'tool-approval-response', approvalId: 'p', approved: true }

interface How {
  readonly format?: TranscriptFormat
  /** Items that are not planned. */
  readonly without?: readonly string[]
  readonly awaiting?: 'mark' | 'refuse'
}

/** The messages that go out for a session, and the words of what is omitted. */
function sent(session: unknown, { format = 'ai-sdk', without = [], awaiting = 'refuse' }: How = {}) {
  const { items, originals } = readOnly(JSON.stringify(session), format)
  const left = items.filter(({ itemId }) => !without.includes(itemId))
  const written = writeMessages('ai-sdk', { plan: planOf(left, 200), items: left, originals, awaiting })
  if (!written.ok) throw new Error(written.error.message)
  const { payload, omitted } = written.value
  assert.equal(validateMessages('ai-sdk', payload), [])
  return [payload.messages, omitted.map(({ why }) => why)]
}

test('REQ-HOST-282 messages of every kind go out as they came', () => {
  const options = { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
  const session = [
    { role: 'system', content: 'be brief', ...options },
    {
      role: 'user',
      content: [
        { ...text('go'), ...options },
        { type: 'image', image: 'AAAA' },
      ],
      id: 'm',
    },
    calls(
      { type: 'reasoning', text: '', providerOptions: { openai: { itemId: 'rs_1' } } },
      text(''),
      call('a', { providerExecuted: false }),
      request,
      call('s', { providerExecuted: true }),
      result('s', { type: 'json', value: [] }),
    ),
    tool(response, result('a', { type: 'content', value: [{ type: 'file-id', fileId: 'f' }] })),
    OK,
    calls(call('b'), call('c')),
    tool(result('c')),
    tool(result('b', { type: 'error-json', value: null })),
    { role: 'assistant', content: [{ type: 'file', data: 'AAAA', mediaType: 'image/png' }] },
  ]
  assert.equal(sent(session), [session, []])
})

test('REQ-HOST-282 the parts of version 4 go out under the names of today', () => {
  const { input: args, ...made } = call('a')
  const { output: _, ...answer } = result('a')
  const session = [
    { role: 'user', content: [{ type: 'file', data: 'AAAA', mimeType: 'application/pdf' }] },
    calls({ ...made, args }),
    tool({ ...answer, result: { ok: 1 }, isError: true }),
  ]
  const today = [
    { role: 'user', content: [{ type: 'file', data: 'AAAA', mediaType: 'application/pdf' }] },
    calls(call('a')),
    tool(result('a', { type: 'error-json', value: { ok: 1 } })),
  ]
  assert.equal(sent(session), [today, []])
})

test('REQ-HOST-282 a message of an interface goes out as the messages a model is sent for it', () => {
  const shown = {
    id: 'x',
    role: 'assistant',
    metadata: { cost: 1 },
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', text: 'hm', providerMetadata: { anthropic: { signature: 'c2ln' } } },
      { type: 'text', text: 'look', state: 'done' },
      { type: 'tool-read', toolCallId: 'a', state: 'output-available', input: { p: 1 }, output: { r: 1 } },
      {
        type: 'dynamic-tool',
        toolName: 'ask',
        toolCallId: 'b',
        state: 'output-error',
        input: {},
        errorText: 'no',
        approval: { id: 'p', approved: true, reason: 'fine' },
      },
      { type: 'data-chart', data: 1 },
      { type: 'step-start' },
      { type: 'text', text: 'ok' },
    ],
  }
  const asked = { ...request, toolCallId: 'b' }
  assert.equal(sent([{ id: 'u', role: 'user', parts: [text('go')] }, shown]), [
    [
      GO,
      calls(
        { type: 'reasoning', text: 'hm', providerOptions: { anthropic: { signature: 'c2ln' } } },
        text('look'),
        call('a'),
        call('b', { toolName: 'ask', input: {} }),
        asked,
      ),
      tool(
        result('a', { type: 'json', value: { r: 1 } }),
        { ...response, reason: 'fine' },
        { ...result('b', { type: 'error-text', value: 'no' }), toolName: 'ask' },
      ),
      OK,
    ],
    ['interface-part'],
  ])
})

test('REQ-HOST-282 an answer for approval stands before the result, and only behind its question', () => {
  const session = [GO, calls(call('a'), request), tool(response), tool(result('a')), OK]
  assert.equal(sent(session), [session, []])
  const late = [GO, calls(call('a'), request), tool(result('a')), tool(response), OK]
  assert.equal(sent(late)[0], session)
  assert.equal(sent([GO, calls(call('a')), tool(response, result('a')), OK]), [
    [GO, calls(call('a')), tool(result('a')), OK],
    ['approval-not-sent'],
  ])
  assert.equal(sent([GO, calls(request, text('ok'))]), [[GO, calls(text('ok'))], ['approval-not-sent']])
  const pending = [GO, calls(call('a'), request), tool(response)]
  const mark = result('a', { type: 'error-text', value: 'interrupted: no result was recorded' })
  assert.equal(sent(pending, { awaiting: 'mark' })[0], [...pending, tool(mark)])
})

test('REQ-HOST-282 what the provider ran goes with its call, and as a text without it', () => {
  const ran = [call('s', { providerExecuted: true }), result('s', { type: 'json', value: [] })]
  const session = [GO, calls(ran[0], text('wait')), GO, calls(ran[1], text('ok'))]
  assert.equal(sent(session), [session, []])
  assert.equal(sent(session, { without: ['m:2'] }), [
    [GO, GO, calls(text(JSON.stringify(ran[1])), text('ok'))],
    ['part-as-text'],
  ])
  const unmarked = [GO, calls(call('s'), ran[1], text('ok'))]
  assert.equal(sent(unmarked), [[GO, calls(...ran, text('ok'))], []])
})

test('REQ-HOST-282 instructions stand in front, the user speaks first, and reasoning is never last', () => {
  const rule = { role: 'system', content: 'be brief' }
  assert.equal(sent([GO, rule, OK]), [[rule, GO, OK], []])
  const note = { role: 'user', content: [text('(earlier messages are not shown)')] }
  assert.equal(sent([rule, OK, GO]), [[rule, note, OK, GO], []])
  assert.equal(sent([GO, calls({ type: 'reasoning', text: 'hm' }), OK]), [
    [GO, OK],
    ['reasoning-at-end', 'empty'],
  ])
  const thought = calls(text('ok'), { type: 'reasoning', text: 'hm' }, text(''))
  assert.equal(sent([GO, thought]), [[GO, calls(text('ok'))], ['reasoning-at-end']])
})

test('REQ-HOST-282 what the schema refuses is left out, renamed or said as a text', () => {
  const oddities: readonly (readonly [JsonRecord, unknown, readonly string[]])[] = [
    [text('\n'), undefined, []],
    [{ ...text('x'), providerOptions: null }, text('x'), ['field-not-sent']],
    [{ ...text('x'), providerOptions: { a: 1 } }, text('x'), ['field-not-sent']],
    [{ type: 'image', image: [1] }, text('[image]'), ['media-not-portable']],
    [{ type: 'file', data: 'AAAA' }, text('[file]'), ['media-not-portable']],
    [{ type: 'odd' }, text('{"type":"odd"}'), ['part-as-text']],
  ]
  for (const [part, wanted, why] of oddities) {
    const content = wanted === undefined ? [text('go')] : [wanted, text('go')]
    assert.equal(sent([{ role: 'user', content: [part, text('go')] }]), [[{ role: 'user', content }], why])
  }
  const blank = { type: 'content', value: [text(' '), text('R')] }
  const [messages] = sent([
    GO,
    calls(call('a', { toolName: '' })),
    tool({ ...result('a', blank), toolName: 7 }),
  ])
  const named = { toolName: 'tool' }
  assert.equal(messages, [GO, calls(call('a', named)), tool({ ...result('a'), ...named })])
})

test('REQ-HOST-282 an id that two calls have is changed for the second call and what answers it', () => {
  const once = [calls(call('a'), request), tool(response, result('a'))]
  const again = [
    calls(call('a'), { ...request, approvalId: 'q' }),
    tool({ ...response, approvalId: 'q' }, result('a')),
  ]
  const [messages] = sent([GO, ...once, OK, ...again])
  assert.equal((messages as unknown[]).slice(4), [
    calls(call('a_2'), { ...request, approvalId: 'q', toolCallId: 'a_2' }),
    tool({ ...response, approvalId: 'q' }, result('a_2')),
  ])
  const odd = [GO, calls(call('functions.read:0')), tool(result('functions.read:0'))]
  assert.equal(sent(odd), [odd, []])
})

test('REQ-HOST-282 a conversation of OpenAI Chat becomes messages, with ids and names all providers take', () => {
  const chatCall = (id: string, name: string, given: string) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  })
  const session = [
    { role: 'developer', content: [text('be brief'), text('be kind')] },
    {
      role: 'user',
      content: [text('go'), { type: 'image_url', image_url: { url: 'https://example.com/a.png' } }],
    },
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'hm',
      tool_calls: [chatCall('a.b', 'ns.read', '{"p":1}'), chatCall('c', 'read', 'no json')],
    },
    { role: 'tool', tool_call_id: 'c', content: '' },
    { role: 'tool', tool_call_id: 'a.b', content: 'R' },
  ]
  const named = { toolName: 'ns_read' }
  assert.equal(sent(session, { format: 'openai-chat' }), [
    [
      { role: 'system', content: 'be brief' },
      { role: 'system', content: 'be kind' },
      { role: 'user', content: [text('go'), { type: 'image', image: 'https://example.com/a.png' }] },
      calls(
        { type: 'reasoning', text: 'hm' },
        call('a_b', named),
        call('c', { input: { arguments: 'no json' } }),
      ),
      tool(result('c', { type: 'text', value: '' }), { ...result('a_b'), ...named }),
    ],
    ['call-id-changed', 'tool-name-changed'],
  ])
})

test('REQ-HOST-282 reasoning, documents and pictures in results of Anthropic go along', () => {
  const source = (media_type: string) => ({ type: 'base64', media_type, data: 'AAAA' })
  const block = { type: 'tool_result', tool_use_id: 'a' }
  const pictures = [text('see'), { type: 'image', source: source('image/png') }]
  const session = [
    { role: 'user', content: [{ type: 'document', source: source('application/pdf') }] },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
        { type: 'redacted_thinking', data: 'b3Bh' },
        { type: 'tool_use', id: 'a', name: 'read', input: { p: 1 } },
      ],
    },
    { role: 'user', content: [{ ...block, is_error: true, content: pictures }] },
  ]
  const reasoning = (said: string, anthropic: object) => ({
    type: 'reasoning',
    text: said,
    providerOptions: { anthropic },
  })
  const value = [text('see'), { type: 'media', data: 'AAAA', mediaType: 'image/png' }]
  assert.equal(sent(session, { format: 'anthropic-messages' }), [
    [
      { role: 'user', content: [{ type: 'file', data: 'AAAA', mediaType: 'application/pdf' }] },
      calls(reasoning('hm', { signature: 'c2ln' }), reasoning('', { redactedData: 'b3Bh' }), call('a')),
      tool(result('a', { type: 'content', value })),
    ],
    ['error-flag-not-portable'],
  ])
})

test('REQ-HOST-282 media of a session become those of other formats', () => {
  const user = {
    role: 'user',
    content: [
      { type: 'image', image: 'data:image/png;base64,AAAA' },
      { type: 'file', data: 'AAAA', mediaType: 'application/pdf' },
    ],
  }
  const { items, originals } = readOnly(JSON.stringify([user]), 'ai-sdk')
  const written = writeMessages('openai-chat', { plan: planOf(items), items, originals })
  assert.ok(written.ok)
  assert.equal(written.value.payload.messages[0]?.['content'], [
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA' } },
  ])
  assert.equal(written.value.omitted, [])
})

test('REQ-HOST-282 5,000 calls of one message, in two forms, are read and written', () => {
  const ids = Array.from({ length: 5_000 }, (_, index) => `c${String(index)}`)
  const session = [GO, calls(...ids.map((id) => call(id))), tool(...ids.map((id) => result(id)).reverse())]
  const written = sent(session)
  assert.ok(JSON.stringify(written) === JSON.stringify([session, []]))
  const parts = ids.map((toolCallId) => ({
    type: 'tool-read',
    toolCallId,
    state: 'output-available',
    input: { p: 1 },
    output: 'R',
  }))
  const shown = sent([GO, { id: 'x', role: 'assistant', parts }])
  const inOrder = [GO, session[1], tool(...ids.map((id) => result(id)))]
  assert.ok(JSON.stringify(shown) === JSON.stringify([inOrder, []]))
})

test.run()
