/**
 * Is a file taken as text exactly when it is UTF-8, and does the refusal say where it stops being so?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import fc from 'fast-check'
import { decodeSessionText } from '../../../src/hosts/cli/decode-session-text.js'
import { ok } from '../../../src/contract/result.js'
import { readAnyText, readText } from '../../../src/hosts/cli/read-text.js'
import { firstInvalidByte } from '../../../src/hosts/cli/utf8-check.js'

const encode = (text: string) => new TextEncoder().encode(text)
const bytesOf = (...bytes: number[]) => Uint8Array.from(bytes)

/** Bytes near what UTF-8 is about: leads, continuations, edges; uniform bytes are nearly always wrong at once. */
const nearText = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 3 }).map((text) => [...encode(text)]),
    fc
      .constantFrom(0x80, 0xbf, 0xc0, 0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5, 0x9f, 0xa0, 0x90, 0x8f)
      .map((byte) => [byte]),
  ),
  { maxLength: 12 },
)

/** The oracle: how many bytes a streaming, fatal decoder of the engine takes before it gives up. */
function takenByEngine(bytes: Uint8Array): number | null {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let taken = 0
  for (let end = 1; end <= bytes.length; end++) {
    try {
      const text = decoder.decode(bytes.subarray(end - 1, end), { stream: true })
      if (text !== '') taken = end
    } catch {
      return taken
    }
  }
  return taken === bytes.length ? null : taken
}

test('REQ-CLI-261 the first invalid byte is where the engine gives up', () => {
  fc.assert(
    fc.property(nearText, (parts) => {
      const bytes = Uint8Array.from(parts.flat())
      assert.is(firstInvalidByte(bytes)?.offset ?? null, takenByEngine(bytes))
    }),
    { numRuns: 500 },
  )
})

test('REQ-CLI-261 a text cut inside its last character is read up to there, and the cut is said', () => {
  const whole = encode('{"a":"日本語😀"}\n{"b":"é"}\n{"c":"한')
  for (let end = 1; end < whole.length; end++) {
    const read = decodeSessionText(whole.subarray(0, end))
    assert.ok(read.ok)
    assert.not.ok(read.value.text.includes('\ufffd'))
    assert.is(encode(read.value.text).length === end, read.value.notes.length === 0)
  }
})

test('REQ-CLI-261 a UTF-8 mark is left out and said', () => {
  const read = decodeSessionText(bytesOf(0xef, 0xbb, 0xbf, 0x7b, 0x7d))
  assert.ok(read.ok)
  assert.is(read.value.text, '{}')
  assert.match(read.value.notes.join(), /UTF-8 mark/)
})

const REFUSED: readonly (readonly [string, Uint8Array, RegExp])[] = [
  ['UTF-16 little endian with a mark', bytesOf(0xff, 0xfe, 0x7b, 0), /UTF-16; save it as UTF-8/],
  ['UTF-16 big endian with a mark', bytesOf(0xfe, 0xff, 0, 0x7b), /UTF-16; save it as UTF-8/],
  ['UTF-16 without a mark', bytesOf(0x7b, 0, 0x7d, 0), /byte 1 is zero/],
  ['a binary', bytesOf(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0), /byte 7 is zero/],
  ['Latin-1', bytesOf(0x7b, 0x22, 0xe9, 0x22, 0x7d), /not valid UTF-8 from byte 2 on/],
  ['a surrogate in UTF-8', bytesOf(0x22, 0xed, 0xa0, 0x80, 0x22), /not valid UTF-8 from byte 1 on/],
]

for (const [what, bytes, line] of REFUSED) {
  test(`REQ-CLI-261 ${what} is refused in one line`, () => {
    const read = decodeSessionText(bytes)
    if (read.ok) throw new Error('it was read')
    assert.is(read.error.lines.length, 1)
    assert.match(read.error.lines[0] ?? '', line)
  })
}

const BLANK: readonly (readonly [string, Uint8Array])[] = [
  ['no bytes', bytesOf()],
  ['white space only', encode(' \n\t\n')],
  ['a UTF-8 mark only', bytesOf(0xef, 0xbb, 0xbf)],
]

for (const [what, bytes] of BLANK) {
  test(`REQ-CLI-261 ${what} is a text of no words, and no session`, async () => {
    const io = { readBytes: () => Promise.resolve(ok(bytes)), heapBytes: 2_000_000_000 }
    const read = await readAnyText('-', io, 'file')
    assert.is(read.ok && read.value.text.trim(), '')
    const session = await readText('-', io)
    assert.equal(session, { ok: false, error: { lines: ['the session is empty'] } })
  })
}

test.run()
