/**
 * What remains of a log that broke off, or broke inside? Cut at every byte.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Transcript, TranscriptFormat } from '../../../src/hosts/transcripts/index.js'
import { fixtureText, READ_OPTIONS, readOnly } from './session-reading.js'

/** The counter is not the subject here, and reads every prefix of a file once for each of its bytes. */
const FLAT = {
  manifest: { id: 'flat' },
  count: (text: string) => ({ ok: true as const, value: { expected: text.length, safe: text.length } }),
  jointSafe: ({ safeSum }: { readonly safeSum: number }) => ({ ok: true as const, value: safeSum }),
}

function read(text: string, format: TranscriptFormat): Transcript {
  return readOnly(text, format, { ...READ_OPTIONS, counter: FLAT })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function lineOf(itemId: string): number {
  return Number(itemId.split(':')[1])
}

/** Byte offsets just after each line feed. */
function lineEnds(bytes: Buffer): readonly number[] {
  return [...bytes.entries()].filter(([, byte]) => byte === 0x0a).map(([at]) => at + 1)
}

function memoized(make: (end: number) => Transcript): (end: number) => Transcript {
  const made = new Map<number, Transcript>()
  return (end) => {
    const transcript = made.get(end) ?? make(end)
    made.set(end, transcript)
    return transcript
  }
}

const LOGS = [
  ['pi', 'pi.jsonl'],
  ['claude-code', 'claude-code.jsonl'],
  ['codex', 'codex.jsonl'],
] as const

for (const [format, file] of LOGS) {
  test(`REQ-HOST-256 a ${format} log cut at any byte keeps every whole line and reports the broken one`, () => {
    const whole = fixtureText(file)
    const bytes = Buffer.from(whole)
    const ends = lineEnds(bytes)
    const expected = memoized((end: number) => read(bytes.subarray(0, end).toString('utf8'), format))
    let torn = 0
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const text = bytes.subarray(0, cut).toString('utf8')
      const lines = ends.filter((end) => end <= cut).length
      const rest = text.split('\n')[lines] ?? ''
      const isBroken = rest.trim() !== '' && !isJson(rest)
      const { items, problems } = expected(rest.trim() === '' || isBroken ? (ends[lines - 1] ?? 0) : cut)
      const transcript = read(text, format)
      assert.is(JSON.stringify(transcript.items), JSON.stringify(items), `cut at ${String(cut)}`)
      const report = isBroken ? [...problems, { line: lines + 1, problem: 'unparsable-line' }] : problems
      assert.is(JSON.stringify(transcript.problems), JSON.stringify(report), `cut at ${String(cut)}`)
      if (isBroken) torn += 1
    }
    assert.ok(torn > bytes.length / 2)
  })

  test(`REQ-HOST-256 a ${format} log with any line torn inside keeps all other lines`, () => {
    const lines = fixtureText(file).split('\n')
    const whole = read(lines.join('\n'), format)
    lines.forEach((line, index) => {
      for (const cut of [1, 2, Math.floor(line.length / 2), line.length - 1].filter(
        (at) => at > 0 && at < line.length,
      )) {
        const tornLine = line.slice(0, cut)
        if (isJson(tornLine)) continue
        const torn = read(lines.map((other, at) => (at === index ? tornLine : other)).join('\n'), format)
        const kept = new Map(torn.items.map((item) => [item.itemId, item.content]))
        for (const { itemId, content } of whole.items) {
          if (lineOf(itemId) === index + 1) assert.not.ok(kept.has(itemId))
          else assert.is(kept.get(itemId), content, itemId)
        }
        assert.ok(
          torn.problems.some((found) => found.line === index + 1 && found.problem === 'unparsable-line'),
        )
      }
    })
  })
}

test('REQ-HOST-256 blank lines, carriage returns and a byte order mark are no problem', () => {
  const text = fixtureText('claude-code.jsonl')
  const spaced = `\ufeff${text.replaceAll('\n', '\r\n')}\r\n \t\r\n`
  const plain = read(text, 'claude-code')
  const transcript = read(spaced, 'claude-code')
  assert.equal(transcript.items, plain.items)
  assert.equal(transcript.problems, plain.problems)
})

test.run()
