/**
 * Is every event of an OpenHands session read, in each of the forms it was recorded in, and written back as it stood?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { orThrow } from '../../../src/contract/result.js'
import { createKernel } from '../../../src/facade/create-kernel.js'
import { referenceClock } from '../../../src/adapters/reference/index.js'
import { detectFormat } from '../../../src/hosts/transcripts/detect-format.js'
import { restoreTranscript } from '../../../src/hosts/transcripts/restore-transcript.js'
import { splitSessions } from '../../../src/hosts/transcripts/split-sessions.js'
import type { Transcript } from '../../../src/hosts/transcripts/transcript.js'
import type { TurnPart } from '../../../src/hosts/transcripts/turn.js'
import { fixtureText, readAll, readOnly, READ_OPTIONS, testOfShared } from './session-reading.js'

const TASK = { action: 'message', content: 'fix it', images_urls: null, wait_for_response: false }
const RUN = { action: 'run', command: 'ls', thought: 'Look.', keep_prompt: true, is_confirmed: 'confirmed' }
const RAN = { observation: 'run', content: 'a.ts', command: 'ls', exit_code: 0 }
const FINISH = { action: 'finish', outputs: {}, thought: 'Done.' }
const LINES = (events: readonly unknown[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('')

/** Who said what, in one line an item; ids of calls as they are. */
function shown({ items, originals }: Transcript): readonly string[] {
  return items.map(({ itemId, binding }) => {
    const parts = originals.turns.get(itemId)?.parts ?? []
    return `${binding?.role ?? 'summary'}: ${parts.map(partShown).join(', ')}`
  })
}

function partShown(part: TurnPart): string {
  if (part._tag === 'Text') return part.text
  if (part._tag === 'Call') return `${part.callId}=${part.name} ${part.argumentsJson}`
  if (part._tag === 'Result')
    return `${part.callId}${part.isError ? '!' : ''}>${part.content.map(partShown).join('')}`
  return part._tag
}

testOfShared(
  'REQ-HOST-284 every event of the recorded runs is an item, in complete exchanges',
  'openhands/output.jsonl',
  (text) => {
    assert.is(detectFormat(text), 'openhands')
    const lines = text.split('\n').filter((line) => line !== '')
    const runs = readAll(text, 'openhands')
    assert.is(runs.length, lines.length)
    const kernel = orThrow(
      createKernel({
        ports: {
          hash: READ_OPTIONS.hash,
          clock: referenceClock({ at: '2026-01-01T00:00:00.000Z' }),
          tokenCounter: READ_OPTIONS.counter,
        },
      }),
    )
    runs.forEach((run, index) => {
      assert.is(restoreTranscript(run), `${lines[index] ?? ''}\n`)
      assert.equal(run.problems, [])
      assert.is(run.items.length, run.originals.entries.length)
      const plan = orThrow(
        kernel.planContext(
          { items: run.items, budget: { windowTokens: 1_000_000 } },
          {
            writer: 'test',
            trustCeiling: 'host',
            scopes: [READ_OPTIONS.scope],
            sink: { sink: 'model', locality: 'remote', clearance: 'internal' },
          },
        ),
      )
      assert.equal(plan.explanation.dropped, [])
      assert.equal(plan.awaiting, [])
    })
  },
)

const FORMS: readonly (readonly [string, string])[] = [
  ['a line of a file of runs', LINES([{ issue: 'x', history: [TASK, RUN, RAN, FINISH], n: 1.5 }])],
  ['a run as a document', JSON.stringify({ trajectory: [TASK, RUN, RAN, FINISH] }, null, 2)],
  ['a list of events', JSON.stringify([TASK, RUN, RAN, FINISH])],
  ['a log of events', LINES([TASK, RUN, RAN, FINISH])],
  ['pairs of action and observation', JSON.stringify({ history: [[TASK], [RUN, RAN], [FINISH]] }, null, 2)],
]

for (const [name, text] of FORMS) {
  test(`REQ-HOST-284 ${name} is recognised, read and written back`, () => {
    assert.is(detectFormat(text), 'openhands')
    const session = readOnly(text, 'openhands')
    assert.equal(session.problems, [])
    assert.equal(shown(session), [
      'user: fix it',
      'assistant: Look., event-n2=run {"command":"ls"}',
      'tool: event-n2>a.ts',
      'assistant: Done.',
    ])
    const restored = restoreTranscript(session)
    assert.is(restored, text.endsWith('\n') ? text : JSON.stringify(JSON.parse(text)))
    assert.equal(readOnly(restored, 'openhands').items, session.items)
  })
}

test('REQ-HOST-284 each run is a session under the number of its line, a torn line too', () => {
  const run = (content: string) => LINES([{ history: [{ ...TASK, content }] }])
  const text = `${run('one')}{"history": [{"act\n\n[1]\n${run('two')}`
  const sessions = readAll(text, 'openhands')
  assert.equal(sessions.map(shown), [['user: one'], [], [], ['user: two']])
  assert.equal(
    sessions.map(({ problems }) => problems),
    [[], [{ line: 2, problem: 'unparsable-line' }], [{ line: 4, problem: 'not-an-entry' }], []],
  )
  assert.is(sessions.map(restoreTranscript).join(''), `${run('one')}[1]\n${run('two')}`)
})

test('REQ-HOST-284 what is no run in a list of runs is a session of its own, with its problem', () => {
  const sessions = readAll(JSON.stringify([{ history: [TASK] }, 7]), 'openhands')
  assert.equal(sessions.map(shown), [['user: fix it'], []])
  assert.equal(sessions[1]?.problems, [{ line: 2, problem: 'not-an-entry' }])
  assert.is(sessions.map(restoreTranscript).join(), `${JSON.stringify({ history: [TASK] })},7\n`)
})

const textOf = (text: string) => ({ _tag: 'Text', text })
const event = (id: number, rest: object) => ({ id, source: 'agent', ...rest })
const read = (events: readonly unknown[]) => shown(readOnly(LINES(events), 'openhands'))

test('REQ-HOST-284 an observation answers the call it names, or its cause, and else the action before it', () => {
  const named = { tool_call_metadata: { function_name: 'bash', tool_call_id: 'c1' } }
  const events = [
    event(1, { action: 'run', args: { command: 'a' }, ...named }),
    event(2, { action: 'run', args: { command: 'b' } }),
    event(3, { observation: 'run', cause: 2, content: 'B' }),
    event(4, { observation: 'run', content: 'A', ...named }),
    event(5, { action: 'read', args: { path: 'p' } }),
    event(6, { observation: 'error', content: 'none such' }),
    event(7, { observation: 'error', content: 'nobody asked' }),
    event(8, { observation: 'run', cause: 99, content: 'lost' }),
  ]
  assert.equal(read(events), [
    'assistant: c1=bash {"command":"a"}',
    'assistant: event-2=run {"command":"b"}',
    'tool: event-2>B',
    'tool: c1>A',
    'assistant: event-5=read {"path":"p"}',
    'tool: event-5!>none such',
    'tool: event-7!>nobody asked',
    'tool: event-8>lost',
  ])
})

test('REQ-HOST-284 a result says whether it failed, and which tool the model called', () => {
  const { originals } = readOnly(fixtureText('openhands.jsonl'), 'openhands')
  assert.equal(
    ['m:6', 'm:8', 'm:15'].map((itemId) => originals.turns.get(itemId)?.parts),
    [
      [
        {
          _tag: 'Result',
          callId: 'toolu_1',
          name: 'execute_bash',
          content: [textOf('1 failed')],
          isError: true,
        },
      ],
      [
        {
          _tag: 'Result',
          callId: 'toolu_2',
          name: 'str_replace_editor',
          content: [textOf('let a')],
          isError: false,
        },
      ],
      [
        {
          _tag: 'Result',
          callId: 'event-12',
          content: [textOf('Your thought has been logged.')],
          isError: false,
        },
      ],
    ],
  )
})

test('REQ-HOST-284 a call without an id of the model has the id of its event, and states answer no call', () => {
  const events = [
    event(1, { action: 'run', args: { command: 'a' }, tool_call_metadata: { function_name: 'bash' } }),
    event(2, { observation: 'agent_state_changed', content: '', extras: {} }),
    event(3, { observation: 'null', cause: 1, content: '' }),
    event(4, { observation: 'null', cause: 1, content: '' }),
  ]
  assert.equal(read(events), ['assistant: event-1=run {"command":"a"}', 'tool: event-1>'])
})

test('REQ-HOST-284 what stands after a message answers no call before it', () => {
  assert.equal(read([TASK, RUN, { action: 'message', content: 'wait' }, RAN]), [
    'user: fix it',
    'assistant: Look., event-n2=run {"command":"ls"}',
    'assistant: wait',
    'tool: event-n4>a.ts',
  ])
})

test("REQ-HOST-284 a delegate's own calls stand between the delegation and its answer", () => {
  const delegate = { action: 'delegate', agent: 'Browser', inputs: { task: 't' }, thought: '' }
  const events = [
    TASK,
    delegate,
    RUN,
    RAN,
    FINISH,
    { observation: 'delegate', content: '', outputs: { r: 1 } },
  ]
  assert.equal(read(events), [
    'user: fix it',
    'assistant: event-n2=delegate {"agent":"Browser","inputs":{"task":"t"}}',
    'assistant: Look., event-n3=run {"command":"ls"}',
    'tool: event-n3>a.ts',
    'assistant: Done.',
    'tool: event-n2>{"r":1}',
  ])
})

test('REQ-HOST-284 where nobody is named, the agent speaks after the task and is answered after it spoke', () => {
  const say = (content: string) => ({ action: 'message', content })
  assert.equal(read([say('a'), say('b'), say('c'), RUN, RAN, say('d')]), [
    'user: a',
    'assistant: b',
    'user: c',
    'assistant: Look., event-n4=run {"command":"ls"}',
    'tool: event-n4>a.ts',
    'assistant: d',
  ])
})

test('REQ-HOST-284 what ends a run is said, and is a call only where something answers it', () => {
  const finish = (args: object) => event(1, { action: 'finish', args })
  assert.equal(read([finish({ thought: 'T', final_thought: 'F', outputs: { a: 1 } })]), [
    'assistant: T, F, {"a":1}',
  ])
  assert.equal(read([finish({ thought: '', outputs: {} })]), ['assistant: finish'])
  assert.equal(
    read([
      finish({ thought: 'T', outputs: null }),
      event(2, { observation: 'finish', cause: 1, content: 'ok' }),
    ]),
    ['assistant: T, event-1=finish {"outputs":null}', 'tool: event-1>ok'],
  )
})

test('REQ-HOST-284 calls of one answer are parallel: each is bound to the one before it', () => {
  const { items } = readOnly(fixtureText('openhands.jsonl'), 'openhands')
  const bound = items.flatMap(({ itemId, binding }) => (binding?.boundTo ?? []).map((to) => [itemId, to]))
  assert.equal(bound, [['m:7', 'm:5']])
})

test('REQ-HOST-284 an image is a part of its message, in a spelling every writer knows', () => {
  const { originals } = readOnly(fixtureText('openhands.jsonl'), 'openhands')
  assert.equal(originals.turns.get('m:2')?.parts.at(-1), {
    _tag: 'Media',
    media: 'image',
    raw: { type: 'image_url', image_url: { url: 'https://example.org/a.png' } },
  })
})

test('REQ-HOST-284 a file without one event is refused, and no other document is taken for one', () => {
  for (const text of ['[]', '{}', '{"history":[]}', '[{"role":"user","content":"x","action":"run"}]', '[1']) {
    const split = splitSessions(text, 'openhands')
    assert.not.ok(split.ok, text)
    assert.is.not(detectFormat(text), 'openhands', text)
  }
})

test('REQ-HOST-284 a log of one torn line, or of none, is a session without messages', () => {
  const torn: readonly (readonly [string, string | undefined])[] = [
    ['', undefined],
    ['{"id":0,"acti', 'unparsable-line'],
    ['{'.repeat(600), 'too-deep'],
  ]
  for (const [text, problem] of torn) {
    const { items, problems } = readOnly(text, 'openhands')
    assert.equal(items, [])
    assert.is(problems[0]?.problem, problem)
  }
})

test('REQ-PLAN-012 blank lines at the end of a file cost no more than they are long', () => {
  const run = JSON.stringify({ history: [{ action: 'message', source: 'user', content: 'hi' }] })
  const blank = '\n'.repeat(1_000_000)
  assert.equal(orThrow(splitSessions(run + blank, 'openhands')).length, 1)
  assert.equal(orThrow(splitSessions(blank, 'openhands'))[0]?.entries, [])
})

test.run()
