/**
 * Is anything of a raw session line lost? Looks at the lines themselves, with no code of the readers.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItem } from '../../../src/contract/context-item.js'
import { restoreTranscript } from '../../../src/hosts/transcripts/restore-transcript.js'
import type { Transcript, TranscriptFormat } from '../../../src/hosts/transcripts/index.js'
import { fixtureText, readOnly, testOfShared } from './session-reading.js'

const CLAUDE_FILES = [
  'coverage-test-fix',
  'edge-cases',
  'hello-world-script',
  'stop-hook-uncommitted-changes',
]

interface RawLine {
  readonly number: number
  readonly text: string
  readonly value: unknown
}

/** Every line that is JSON; numbers count all lines. */
function rawLinesOf(text: string): readonly RawLine[] {
  return text.split('\n').flatMap((line, index) => {
    try {
      return line.trim() === '' ? [] : [{ number: index + 1, text: line, value: JSON.parse(line) as unknown }]
    } catch {
      return []
    }
  })
}

/** All strings below a value, without the words that only say what a part is, and the raw form of partial calls. */
function stringsBelow(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, below]) =>
    key === 'type' || key === 'partialJson' || key === 'media_type' || key === 'mimeType'
      ? []
      : stringsBelow(below),
  )
}

function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function isShownBy(text: string, items: readonly ContextItem[], transcript: Transcript): boolean {
  return items.some((item) => {
    const ids = [...(item.binding?.calls ?? []), ...(item.binding?.results ?? [])].map(({ callId }) =>
      String(callId),
    )
    if (item.content?.includes(text) === true || item.content?.includes(escaped(text)) === true) return true
    if (ids.includes(text)) return true
    // Signatures and media have no text to show: they must stand in the parts that are written back.
    return JSON.stringify(transcript.originals.turns.get(item.itemId)?.parts).includes(escaped(text))
  })
}

/** Checks one file; answers how many strings were looked for, so that an empty check shows. */
function checkFile(
  text: string,
  format: TranscriptFormat,
): { readonly strings: number; readonly messages: number } {
  const transcript = readOnly(text, format)
  const lines = rawLinesOf(text)
  const reported = new Set(transcript.problems.map((problem) => problem.line))
  let strings = 0
  let messages = 0
  assert.equal(
    transcript.originals.entries,
    lines.map((line) => line.value),
  )
  assert.is(restoreTranscript(transcript), lines.map((line) => `${line.text}\n`).join(''))
  for (const { number, value } of lines) {
    const entry = value as { readonly message?: { readonly content?: unknown }; readonly type?: unknown }
    const isMessage = entry.message !== undefined || entry.type === 'summary'
    const items = transcript.items.filter((item) => item.itemId.split(':')[1] === String(number))
    assert.is(items.length > 0, isMessage && !reported.has(number), `line ${String(number)}`)
    if (items.length === 0) continue
    messages += 1
    const { content = '', ...rest } = (entry.message ?? entry) as { content?: unknown; toolCallId?: unknown }
    for (const part of [...stringsBelow(content), ...stringsBelow(rest.toolCallId)]) {
      strings += 1
      assert.ok(
        isShownBy(part, items, transcript),
        `line ${String(number)}: ${String(part.length)} characters`,
      )
    }
  }
  return { strings, messages }
}

testOfShared(
  'REQ-HOST-252 every text, id and argument of the long Pi session is in its item, every line in the originals',
  'pi/large-session.jsonl',
  (text) => {
    const { strings, messages } = checkFile(text, 'pi')
    assert.is(messages, 914)
    assert.ok(strings > 2000, String(strings))
  },
)

testOfShared(
  'REQ-HOST-252 the long Pi session has 18 calls without a result, and one message with 16 calls',
  'pi/large-session.jsonl',
  (text) => {
    const { items } = readOnly(text, 'pi')
    const calls = items.flatMap((item) => item.binding?.calls ?? [])
    const results = items.flatMap((item) => item.binding?.results ?? [])
    assert.is(calls.length - results.length, 18)
    assert.is(Math.max(...items.map((item) => item.binding?.calls?.length ?? 0)), 16)
    assert.is(items.filter((item) => item.kind === 'tool-evidence').length, 373)
  },
)

for (const name of CLAUDE_FILES) {
  testOfShared(
    `REQ-HOST-253 every text, id and argument of ${name} is in its item, every line in the originals`,
    `claude-code/${name}.jsonl`,
    (text) => {
      const { strings, messages } = checkFile(text, 'claude-code')
      assert.ok(strings >= messages && messages >= 8)
    },
  )
}

testOfShared(
  'REQ-HOST-253 lines whose content is not understood are reported by number',
  'claude-code/edge-cases.jsonl',
  (text) => {
    const { problems } = readOnly(text, 'claude-code')
    assert.equal(
      problems.map(({ line, problem }) => `${String(line)} ${problem}`),
      [
        '10 malformed-message',
        '11 malformed-message',
        ...[13, 14, 15, 16].map((line) => `${String(line)} not-an-entry`),
        '18 malformed-message',
      ],
    )
  },
)

test('REQ-HOST-252 a text missing from an item would be noticed', () => {
  const transcript = readOnly(fixtureText('pi.jsonl'), 'pi')
  const [first] = transcript.items
  assert.ok(first !== undefined)
  assert.ok(isShownBy('fix the test', [first as ContextItem], transcript))
  assert.not.ok(isShownBy('fix the tests', [first as ContextItem], transcript))
})

test.run()
