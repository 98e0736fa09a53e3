/**
 * Which files and options are refused whole, and what does the refusal say?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { detectFormat } from '../../../src/hosts/transcripts/detect-format.js'
import { readTranscript } from '../../../src/hosts/transcripts/read-transcript.js'
import { splitSessions } from '../../../src/hosts/transcripts/split-sessions.js'
import { TRANSCRIPT_FORMATS } from '../../../src/hosts/transcripts/turn.js'
import { orThrow } from '../../../src/contract/result.js'
import { fixtureText, READ_OPTIONS, readOnly } from './session-reading.js'

const SECRET = 'hunter2-secret'

/** Pointer and expectation of a refusal, which must not repeat the file. */
function refusalOf(text: string, format: (typeof TRANSCRIPT_FORMATS)[number]): string {
  const split = splitSessions(text, format)
  if (split.ok) return 'accepted'
  const { error } = split
  assert.is(error.code, 'CMK_TRANSCRIPT_REFUSED')
  assert.not.ok(JSON.stringify(error).includes(SECRET))
  return error._tag === 'TranscriptRefused' ? `${error.pointer} ${error.expected}` : error._tag
}

const FOREIGN: readonly string[] = [
  `${SECRET}\nplain text`,
  `{"${SECRET}":1}`,
  `"${SECRET}"`,
  `["${SECRET}"]`,
  `{"type":"response_items","payload":{"type":"message","text":"${SECRET}"}}\n`,
  `name,value\n${SECRET},1\n`,
  'true',
  'null',
  '\u0000\u0000\u0000',
  `{\n  "messages": {\n    "a": "${SECRET}"\n  }\n}\n`,
]

test('REQ-HOST-256 a file of another format has no known format and is refused by every reader', () => {
  for (const text of FOREIGN) {
    assert.is(detectFormat(text), null, text)
    for (const format of TRANSCRIPT_FORMATS) {
      const known =
        format === 'pi' || format === 'claude-code' || format === 'codex' || format === 'openhands'
          ? `${format}-entry`
          : format === 'framework-trace'
            ? '(json-document|trace-and-observations)'
            : '(json-document|messages-or-runs)'
      assert.match(refusalOf(text, format), new RegExp(`^ ${known}$`), `${format}: ${text}`)
    }
  }
})

test('REQ-HOST-256 a log of one agent is refused by the reader of the other, and documents by both', () => {
  const pi = fixtureText('pi.jsonl')
  const claude = fixtureText('claude-code.jsonl')
  const document = fixtureText('openai-chat.json')
  assert.is(refusalOf(pi, 'claude-code'), ' claude-code-entry')
  assert.is(refusalOf(claude, 'pi'), ' pi-entry')
  assert.is(refusalOf(document, 'pi'), ' pi-entry')
  assert.is(refusalOf(JSON.stringify(JSON.parse(document)), 'claude-code'), ' claude-code-entry')
  assert.is(refusalOf(pi, 'openai-chat'), ' json-document')
})

test('REQ-HOST-256 a list of runs with something else in it is refused at its place', () => {
  const runs = [{ messages: [] }, { traj: [] }]
  assert.is(refusalOf(JSON.stringify([...runs, 7]), 'openai-chat'), '/2 run')
  assert.is(refusalOf(JSON.stringify([...runs, { role: 'user', content: SECRET }]), 'openai-chat'), '/2 run')
  assert.is(orThrow(splitSessions(JSON.stringify(runs), 'openai-chat')).length, 2)
})

test('REQ-HOST-256 an empty log is a session without entries; an empty document is refused', () => {
  for (const format of ['pi', 'claude-code', 'codex', 'openhands'] as const)
    assert.equal(readOnly('', format).items, [])
  assert.is(refusalOf('', 'openai-chat'), ' json-document')
  assert.is(detectFormat(''), null)
  assert.equal(readOnly('[]', 'openai-chat').items, [])
})

test('REQ-HOST-256 nesting that no engine could write back is refused or reported, never a crash', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  assert.is(refusalOf(`{"messages":[],"x":${deep(100_000)}}`, 'openai-chat'), ' shallower-nesting')
  assert.is(refusalOf(`{"messages":[],"x":${deep(511)}}`, 'openai-chat'), 'accepted')
  assert.is(refusalOf(`{"messages":[],"x":${deep(512)}}`, 'openai-chat'), ' shallower-nesting')
  const brackets = JSON.stringify({ messages: [{ role: 'user', content: `"\\${'['.repeat(9999)}` }] })
  assert.is(refusalOf(brackets, 'openai-chat'), 'accepted')
  const line = `{"type":"message","message":{"role":"user","content":"x"},"x":${deep(100_000)}}`
  assert.is(detectFormat(line), null)
  const torn = readOnly(`${fixtureText('pi.jsonl')}${line}\n`, 'pi')
  assert.equal(torn.problems.at(-1), { line: 13, problem: 'too-deep' })
})

test('REQ-HOST-251 system text of the wrong shape refuses the session: it changes what every message means', () => {
  for (const system of [5, {}, ['x'], [{ type: 'text' }], [{ type: 'image' }], `bad \ud83d ${SECRET}`]) {
    const text = JSON.stringify({ system, messages: [{ role: 'user', content: 'hi' }] })
    const [source] = orThrow(splitSessions(text, 'anthropic-messages'))
    const read = source === undefined ? null : readTranscript(source, READ_OPTIONS)
    assert.ok(read?.ok === false && read.error._tag === 'TranscriptRefused', text)
    if (read?.ok !== false || read.error._tag !== 'TranscriptRefused') continue
    assert.is(`${read.error.pointer} ${read.error.expected}`, '/system well-formed-text-blocks')
    assert.not.ok(JSON.stringify(read.error).includes(SECRET))
  }
})

test('REQ-HOST-250 options of the wrong shape are refused by name', () => {
  const [source] = orThrow(splitSessions('[{"role":"user","content":"hi"}]', 'openai-chat'))
  const wrong = {
    scope: { kind: 'session', id: [] },
    trustCeiling: 'root',
    store: '',
    observedAt: '2025-01-01',
    sensitivity: 'hidden',
    counter: { ...READ_OPTIONS.counter, manifest: { id: 'no identifier' } },
  }
  for (const [name, value] of Object.entries(wrong)) {
    const options = { ...READ_OPTIONS, [name]: value } as typeof READ_OPTIONS
    const read = source === undefined ? null : readTranscript(source, options)
    assert.ok(
      read?.ok === false &&
        read.error._tag === 'TranscriptRefused' &&
        read.error.pointer === `/options/${name}`,
    )
  }
})

test('REQ-PORT-224 a counter that throws, refuses or answers no count is a typed refusal', () => {
  const [source] = orThrow(splitSessions('[{"role":"user","content":"hi"}]', 'openai-chat'))
  const good = READ_OPTIONS.counter
  const answer = (expected: unknown, safe: unknown) => () => ({ ok: true, value: { expected, safe } })
  const bad = {
    threw: [
      {
        count: () => {
          throw new Error(SECRET)
        },
      },
      {
        jointSafe: () => {
          throw new Error(SECRET)
        },
      },
    ],
    BUSY: [{ count: () => ({ ok: false, error: { code: 'BUSY', retry: 'later' } }) }],
    'malformed-reply': [
      { count: answer(2, 1) },
      { count: answer(-1, 1) },
      { count: answer(1.5, 2) },
      { count: answer('1', 2) },
      { jointSafe: () => ({ ok: true, value: 1e9 }) },
      { jointSafe: () => ({ ok: true, value: 0 }) },
      { count: () => ({ ok: false, error: {} }) },
      ...[SECRET, 'busy', 'BUSY ', 'B'.repeat(65), '', 1].map((code) => ({
        count: () => ({ ok: false, error: { code, retry: 'later' } }),
      })),
    ],
  }
  for (const [reason, counters] of Object.entries(bad)) {
    for (const methods of counters) {
      const counter = { ...good, ...methods } as unknown as typeof good
      const read = source === undefined ? null : readTranscript(source, { ...READ_OPTIONS, counter })
      assert.ok(
        read?.ok === false && read.error._tag === 'PortFailed' && read.error.reason === reason,
        reason,
      )
      assert.not.ok(JSON.stringify(read).includes(SECRET))
    }
  }
})

test.run()
