/**
 * Is the conversation of a trace found, in each shape that frameworks store, with no message that is not there?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { detectFormat } from '../../../src/hosts/transcripts/detect-format.js'
import { restoreTranscript } from '../../../src/hosts/transcripts/restore-transcript.js'
import { splitSessions } from '../../../src/hosts/transcripts/split-sessions.js'
import type { Transcript } from '../../../src/hosts/transcripts/transcript.js'
import { MESSAGE_FORMATS } from '../../../src/hosts/transcripts/turn.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { readAll, readOnly, testOfShared } from './session-reading.js'
import { planOf } from './written-conversations.js'

const FORMAT = 'framework-trace'

/** Who said what, in one line an item. */
function shown({ items }: Transcript): readonly string[] {
  return items.map(({ binding, content }) => {
    const ids = [...(binding?.calls ?? []), ...(binding?.results ?? [])].map(({ callId }) => `${callId}: `)
    return `${binding?.role ?? ''}: ${ids.join('')}${content ?? ''}`
  })
}

/** What a session says that was read, is written back the same, and becomes messages of every format. */
function checked(document: unknown): readonly string[] {
  const text = JSON.stringify(document)
  const session = readOnly(text, FORMAT)
  assert.is(detectFormat(text), FORMAT)
  assert.equal(session.problems, [])
  assert.is(restoreTranscript(session), text)
  assert.equal(readOnly(restoreTranscript(session), FORMAT), session)
  const { items, originals } = session
  for (const format of MESSAGE_FORMATS) {
    const given = { plan: planOf(items, 100), items, originals, awaiting: 'mark' as const }
    const written = writeMessages(format, given)
    assert.ok(written.ok)
    assert.equal(validateMessages(format, written.value.payload), [])
  }
  return shown(session)
}

const WEATHER = "What's the weather in San Francisco?"
const FILES: readonly (readonly [string, readonly string[]])[] = [
  [
    'ai-sdk',
    [
      'user: What is the weather like today in San Francisco?',
      'assistant: call_DgKARp7a7IhJPDczfifMp6Ra: getWeather {"location":"San Francisco"}',
      'tool: call_DgKARp7a7IhJPDczfifMp6Ra: {"location":"San Francisco","temperature":64}',
    ],
  ],
  [
    'langgraph-js',
    [
      `user: ${WEATHER}`,
      'assistant: call_VEZJgIQLgzcb80IIyQJm7JCi: get_weather {"city":"San Francisco"}',
      "tool: call_VEZJgIQLgzcb80IIyQJm7JCi: It's always sunny in San Francisco!",
      "assistant: It's always sunny in San Francisco! \n\nWould you like more details (current temperature, hourly forecast, or a multi-day outlook)?",
    ],
  ],
  [
    'openai-agents',
    [
      'developer: You are a helpful agent.',
      "user: What's the weather in Tokyo?",
      'assistant: call_Kud0j0DxWSmLzv9W5m6qVqXn: get_weather {"city":"Tokyo"}',
      'tool: call_Kud0j0DxWSmLzv9W5m6qVqXn: The weather in Tokyo is sunny.',
      'assistant: The weather in Tokyo is currently sunny. If you need more details like temperature or forecast for the upcoming days, just let me know!',
    ],
  ],
]

for (const [name, expected] of FILES) {
  testOfShared(
    `REQ-HOST-285 the recorded trace of ${name} holds its conversation, is written back and goes to every format`,
    `frameworks/${name}.trace.json`,
    (text) => assert.equal(checked(JSON.parse(text)), expected),
  )
}

type Fields = Readonly<Record<string, unknown>>

const json = (value: unknown) => JSON.stringify(value)
const generation = (input: unknown, output: unknown, rest: Fields = {}) => ({
  type: 'GENERATION',
  startTime: '2026-01-01T00:00:01.000Z',
  input: json(input),
  output: json(output),
  ...rest,
})
const ranTool = (name: string, output: unknown, rest: Fields = {}) => ({
  type: 'TOOL',
  name,
  startTime: '2026-01-01T00:00:02.000Z',
  output: typeof output === 'string' ? output : json(output),
  ...rest,
})
const trace = (...observations: readonly unknown[]) => ({ trace: { id: 't', input: null }, observations })
const GO = { role: 'user', content: 'go' }
const made = (toolCallId: string, toolName = 'read') => ({ toolCallId, toolName, input: '{"p":1}' })
const named = (id: string) => ({ metadata: json({ attributes: { 'ai.toolCall.id': id } }) })

test('REQ-HOST-285 the model call with the most messages is read, of several the newest', () => {
  const at = (startTime: string, length: number, answer: string) =>
    generation(
      Array.from({ length }, () => GO),
      answer,
      { startTime },
    )
  const calls = [at('2026-01-03', 1, 'short'), at('2026-01-02', 2, 'new'), at('2026-01-01', 2, 'old')]
  assert.equal(checked(trace(...calls)), ['user: go', 'user: go', 'assistant: new'])
  const span = { ...at('2026-01-04', 5, 'span'), type: 'SPAN' }
  assert.equal(checked(trace(span, ...calls)), ['user: go', 'user: go', 'assistant: new'])
})

test('REQ-HOST-285 values are read from JSON texts, from such texts in texts, and as they are', () => {
  const input = { messages: [GO] }
  for (const given of [input, json(input), json(json(input))]) {
    const observation = { ...generation('', ''), input: given, output: 'done' }
    assert.equal(checked(trace(observation)), ['user: go', 'assistant: done'])
  }
})

test('REQ-HOST-285 messages are found in every shape that a framework stores', () => {
  const lc = (name: string, kwargs: Fields) => ({
    lc: 1,
    type: 'constructor',
    id: ['langchain_core', 'messages', name],
    kwargs,
  })
  const call = { id: 'a', name: 'read', args: { p: 1 }, type: 'tool_call' }
  const chain = [
    lc('SystemMessage', { content: 'be brief' }),
    lc('HumanMessage', { content: 'go' }),
    lc('AIMessage', { content: '', tool_calls: [call] }),
    lc('ToolMessage', { content: 'R', tool_call_id: 'a', name: 'read' }),
  ]
  const answer = lc('AIMessage', { content: 'ok', tool_calls: [] })
  const expected = [
    'system: be brief',
    'user: go',
    'assistant: a: read {"p":1}',
    'tool: a: R',
    'assistant: ok',
  ]
  assert.equal(checked(trace(generation(chain, answer))), expected)
  assert.equal(
    checked(trace(generation([chain], { generations: [[{ text: 'ok', message: answer }]] }))),
    expected,
  )
  const typed = [
    { type: 'human', content: 'go' },
    { type: 'ai', content: 'ok' },
  ]
  assert.equal(checked(trace(generation({ messages: typed }, ''))), ['user: go', 'assistant: ok'])
  const chat = { choices: [{ message: { role: 'assistant', content: 'ok' } }] }
  assert.equal(checked(trace(generation([GO], chat))), ['user: go', 'assistant: ok'])
  const prompt = { system: 'be brief', prompt: 'go' }
  assert.equal(checked(trace(generation(prompt, 'ok'))), ['system: be brief', 'user: go', 'assistant: ok'])
  const answered = { text: 'look', toolCalls: [made('a')] }
  assert.equal(checked(trace(generation([GO], answered))), ['user: go', 'assistant: a: look\nread {"p":1}'])
  const items = [{ type: 'function_call', call_id: 'a', name: 'read', arguments: '{}' }]
  const response = { object: 'response', instructions: 'be brief', output: items }
  assert.equal(checked(trace(generation({ input: 'go' }, response))), [
    'developer: be brief',
    'user: go',
    'assistant: a: read {}',
  ])
})

test('REQ-HOST-285 a result that only a tool of the trace holds is read by the id of its call', () => {
  const start = generation([GO], [made('a'), made('b')])
  const tools = [ranTool('read', { r: 2 }, named('b')), ranTool('read', 'one', named('a'))]
  assert.equal(checked(trace(start, ...tools)), [
    'user: go',
    'assistant: a: b: read {"p":1}\nread {"p":1}',
    'tool: a: one',
    'tool: b: {"r":2}',
  ])
  const other = checked(trace(start, ranTool('read', 'x', named('elsewhere'))))
  assert.equal(other, ['user: go', 'assistant: a: b: read {"p":1}\nread {"p":1}'])
})

test('REQ-HOST-285 without an id a result is read by name and order, only where as many ran as were called', () => {
  const start = generation([GO], [made('a'), made('b'), made('c', 'list')])
  const called = ['user: go', 'assistant: a: b: c: read {"p":1}\nread {"p":1}\nlist {"p":1}']
  const late = { startTime: '2026-01-01T00:00:03.000Z' }
  const tools = [ranTool('read', 'second', late), ranTool('list', 'L'), ranTool('read', 'first')]
  assert.equal(checked(trace(start, ...tools)), [
    ...called,
    'tool: a: first',
    'tool: b: second',
    'tool: c: L',
  ])
  assert.equal(checked(trace(start, ranTool('read', 'one of two'))), called)
  assert.equal(checked(trace(start, ranTool('write', 'nobody called'))), called)
  const early = { startTime: '2025-01-01T00:00:00.000Z' }
  assert.equal(checked(trace(start, ranTool('list', 'before the call', early))), called)
})

test('REQ-HOST-285 a failed tool says what went wrong, and a result that is told already is not told twice', () => {
  const failing = ranTool('read', '', { ...named('a'), level: 'ERROR', statusMessage: 'no such file' })
  const document = trace(generation([GO], [made('a')]), failing)
  const { originals } = readOnly(json(document), FORMAT)
  assert.equal(originals.turns.get('m:3')?.parts, [
    {
      _tag: 'Result',
      callId: 'a',
      name: 'read',
      content: [{ _tag: 'Text', text: 'no such file' }],
      isError: true,
    },
  ])
  const result = {
    type: 'tool-result',
    toolCallId: 'a',
    toolName: 'read',
    output: { type: 'text', value: 'R' },
  }
  const told = [
    GO,
    { role: 'assistant', content: [{ type: 'tool-call', ...made('a') }] },
    { role: 'tool', content: [result] },
  ]
  assert.equal(checked(trace(generation(told, 'ok'), ranTool('read', 'R', named('a')))), [
    'user: go',
    'assistant: a: read {"p":1}',
    'tool: a: R',
    'assistant: ok',
  ])
})

test('REQ-HOST-285 a result that stands under the name of its tool answers the open call of that name', () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })
  const calls = { role: 'assistant', content: '', tool_calls: [call('a'), call('b')] }
  const result = (content: string) => ({ role: 'read', content, additional_kwargs: {} })
  assert.equal(checked(trace(generation([GO, calls, result('1'), result('2')], 'ok'))), [
    'user: go',
    'assistant: a: b: read {}\nread {}',
    'tool: a: 1',
    'tool: b: 2',
    'assistant: ok',
  ])
  const { items, problems } = readOnly(json(trace(generation([GO, calls, result('1')], 'ok'))), FORMAT)
  assert.is(items.length, 3)
  assert.equal(problems, [{ line: 3, problem: 'unknown-role' }])
})

test('REQ-HOST-285 a list of traces is as many sessions, and what is no trace is refused with its place', () => {
  const one = trace(generation([GO], 'one'))
  const two = trace(generation([GO], 'two'))
  const text = json([one, two])
  assert.is(detectFormat(text), FORMAT)
  const sessions = readAll(text, FORMAT)
  assert.equal(sessions.map(shown), [
    ['user: go', 'assistant: one'],
    ['user: go', 'assistant: two'],
  ])
  assert.equal(sessions.map(restoreTranscript), [json(one), json(two)])
  const refused: readonly (readonly [unknown, string])[] = [
    [[], ' trace-and-observations'],
    [{ trace: {} }, ' trace-and-observations'],
    [[one, {}], ' trace-and-observations'],
    [trace(), '/observations generation-with-messages'],
    [[one, trace(ranTool('x', 'y'))], '/1/observations generation-with-messages'],
    [trace(generation({ temperature: 1 }, 'ok')), '/observations generation-with-messages'],
  ]
  for (const [document, reason] of refused) {
    const split = splitSessions(json(document), FORMAT)
    assert.ok(!split.ok && split.error._tag === 'TranscriptRefused', reason)
    if (split.ok || split.error._tag !== 'TranscriptRefused') continue
    assert.is(`${split.error.pointer} ${split.error.expected}`, reason)
  }
  const deep = `"${'['.repeat(600)}"`
  assert.is(checked(trace({ ...generation([GO], ''), output: deep }))[1], `assistant: ${'['.repeat(600)}`)
})

test.run()
