/**
 * Are sessions of extreme size read? Parts by the hundred thousand, and a text no item can carry.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { CONTENT_MAX, ContextItem } from '../../../src/contract/context-item.js'
import { decode } from '../../../src/contract/decode.js'
import { EXCERPT_UNITS } from '../../../src/hosts/transcripts/content-of-text.js'
import { countParts } from '../../../src/hosts/transcripts/count-parts.js'
import { restoreTranscript } from '../../../src/hosts/transcripts/restore-transcript.js'
import { READ_OPTIONS, readOnly } from './session-reading.js'

/** Reading the whole of a large text with the real counter is measured elsewhere. */
const FLAT = {
  manifest: { id: 'flat' },
  count: (text: string) => {
    const tokens = Math.min(text.length, 16_777_216)
    return { ok: true as const, value: { expected: tokens, safe: tokens } }
  },
  jointSafe: ({ safeSum }: { readonly safeSum: number }) => ({ ok: true as const, value: safeSum }),
}
const OPTIONS = { ...READ_OPTIONS, counter: FLAT }
const MANY = 200_000
const ALTERNATING = 20_000

test('REQ-PLAN-012 a message of 200,000 parts is one item, with every call bound', () => {
  const blocks = Array.from({ length: MANY }, (_, index) => ({
    type: 'tool_use',
    id: `c${String(index)}`,
    name: 'x',
    input: {},
  }))
  const text = JSON.stringify([{ role: 'assistant', content: blocks }])
  const { items } = readOnly(text, 'anthropic-messages', OPTIONS)
  assert.is(items.length, 1)
  assert.is(items[0]?.binding?.calls?.length, MANY)
  assert.is(items[0]?.binding?.calls?.at(-1)?.callId, `c${String(MANY - 1)}`)
})

test('REQ-PLAN-012 a message whose 20,000 parts alternate is 20,000 items, none lost', () => {
  const blocks = Array.from({ length: ALTERNATING }, (_, index) =>
    index % 2 === 0 ? { type: 'text', text: 'a' } : { type: 'tool_result', tool_use_id: 'c', content: 'b' },
  )
  const { items } = readOnly(
    JSON.stringify([{ role: 'user', content: blocks }]),
    'anthropic-messages',
    OPTIONS,
  )
  assert.is(items.length, ALTERNATING)
  assert.is(items.filter((item) => item.kind === 'tool-evidence').length, ALTERNATING / 2)
  assert.is(new Set(items.map((item) => item.itemId)).size, ALTERNATING)
})

test('REQ-PLAN-012 a log of 100,000 messages is read', () => {
  const line =
    '{"type":"message","timestamp":"2025-11-20T23:33:01.550Z","message":{"role":"user","content":"hi"}}\n'
  const { items, problems } = readOnly(line.repeat(100_000), 'pi', OPTIONS)
  assert.is(items.length, 100_000)
  assert.equal(problems, [])
  assert.is(items.at(-1)?.itemId, 'm:100000')
})

test('REQ-PLAN-012 a text of the largest size is content; one code point more is a reference with a marked excerpt', () => {
  for (const unit of ['x', '🎉']) {
    const whole = unit.repeat(CONTENT_MAX)
    const chat = [
      { role: 'tool', tool_call_id: 'c', content: whole },
      { role: 'tool', tool_call_id: 'd', content: `a${whole}` },
    ]
    const transcript = readOnly(JSON.stringify(chat), 'openai-chat', OPTIONS)
    const [fits, large] = transcript.items
    assert.ok(fits?.content === whole && fits.contentRef === undefined)
    assert.is(large?.content, undefined)
    const reference = large?.contentRef
    assert.is(reference?.byteLength, Buffer.byteLength(whole) + 1)
    const hash = READ_OPTIONS.hash.sha256Hex(`a${whole}`)
    assert.is(reference?.digest, hash.ok ? `sha256:${hash.value}` : '')
    assert.is(reference?.objectId, large?.source.id)
    const [head = '', marker = ''] = reference?.summary.split('\n') ?? []
    assert.is(head, `a${whole}`.slice(0, unit === 'x' ? EXCERPT_UNITS : EXCERPT_UNITS - 1))
    assert.match(marker, /^\[excerpt: the first \d+ of \d+ characters; the session has the rest\]$/)
    assert.is(decode(ContextItem, large)._tag, 'Right')
    assert.is(restoreTranscript(transcript), JSON.stringify(chat))
  }
})

test('REQ-PLAN-012 a tool result of 100 MB is read, and its count saturates', () => {
  const text = `[{"role":"tool","tool_call_id":"c","content":"${'x'.repeat(100_000_000)}"}]`
  const { items } = readOnly(text, 'openai-chat', OPTIONS)
  assert.is(items[0]?.contentRef?.byteLength, 100_000_000)
  assert.equal(items[0]?.tokens, { expected: 16_777_216, safe: 16_777_216, counter: 'flat' })
})

test('REQ-HOST-258 an image costs its estimate whatever the length of its encoding', () => {
  const tokensOf = (data: string) => {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }
    const result = { type: 'tool_result', tool_use_id: 'c', content: [image] }
    return readOnly(
      JSON.stringify([{ role: 'user', content: [result, image] }]),
      'anthropic-messages',
    ).items.map(({ tokens }) => tokens.safe)
  }
  assert.equal(tokensOf('AAAA'), [1600, 1600])
  assert.equal(tokensOf('A'.repeat(1_000_000)), [1600, 1600])
  assert.equal(countParts([], READ_OPTIONS.counter), { ok: true, value: { expected: 0, safe: 0 } })
})

test.run()
