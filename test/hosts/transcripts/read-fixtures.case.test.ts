/**
 * Does each reader make the items that a person made of the fixture by hand?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ContextItem } from '../../../src/contract/context-item.js'
import { decode } from '../../../src/contract/decode.js'
import { countTurn } from '../../../src/hosts/transcripts/count-parts.js'
import { detectFormat } from '../../../src/hosts/transcripts/detect-format.js'
import { renderSupplement } from '../../../src/hosts/transcripts/render-supplement.js'
import { textOf } from '../../../src/hosts/transcripts/text-of.js'
import type { TranscriptFormat } from '../../../src/hosts/transcripts/turn.js'
import { fixtureText, READ_OPTIONS, readOnly } from './session-reading.js'

const FIXTURES: readonly (readonly [string, TranscriptFormat, string])[] = [
  ['REQ-HOST-250', 'openai-chat', 'openai-chat.json'],
  ['REQ-HOST-251', 'anthropic-messages', 'anthropic-messages.json'],
  ['REQ-HOST-252', 'pi', 'pi.jsonl'],
  ['REQ-HOST-253', 'claude-code', 'claude-code.jsonl'],
  ['REQ-HOST-284', 'openhands', 'openhands.jsonl'],
  ['REQ-HOST-281', 'openai-responses', 'openai-responses.json'],
  ['REQ-HOST-283', 'codex', 'codex.jsonl'],
  ['REQ-HOST-282', 'ai-sdk', 'ai-sdk.json'],
]

interface ExpectedItem {
  readonly createdAt?: string
  readonly [field: string]: unknown
}

function shownOf(item: ContextItem, expected: ExpectedItem | undefined): Record<string, unknown> {
  const { binding } = item
  return {
    itemId: item.itemId,
    kind: item.kind,
    ...(binding?.role === undefined ? {} : { role: binding.role }),
    trust: item.labels.trust,
    sourceId: item.source.id,
    ...(expected?.createdAt === undefined ? {} : { createdAt: item.createdAt }),
    content: item.content,
    ...(binding?.calls === undefined ? {} : { calls: binding.calls.map(({ callId }) => callId) }),
    ...(binding?.results === undefined ? {} : { results: binding.results.map(({ callId }) => callId) }),
  }
}

for (const [requirement, format, file] of FIXTURES) {
  const text = fixtureText(file)
  const expected = JSON.parse(fixtureText(file.replace(/\.jsonl?$/, '.expected.json'))) as {
    readonly items: readonly ExpectedItem[]
    readonly problems: unknown
  }

  test(`${requirement} the ${format} fixture is recognised and becomes the expected items and problems`, () => {
    assert.is(detectFormat(text), format)
    const { items, problems } = readOnly(text, format)
    assert.equal(
      items.map((item, index) => shownOf(item, expected.items[index])),
      expected.items,
    )
    assert.equal(problems, expected.problems)
  })

  test(`${requirement} every item of the ${format} fixture is a context item with a rising sequence`, () => {
    const { items } = readOnly(text, format)
    items.forEach((item, index) => {
      assert.equal(decode(ContextItem, item)._tag, 'Right', item.itemId)
      assert.is(item.source.sequence, index)
      assert.is(item.provenance.observedAt, item.createdAt)
      assert.is(item.provenance.origin, format)
      assert.is(item.labels.sensitivity, 'internal')
      assert.equal(item.labels.sinks, ['*'])
    })
    assert.is(new Set(items.map((item) => item.itemId)).size, items.length)
    assert.is(new Set(items.map((item) => item.source.id)).size, items.length)
  })

  test(`${requirement} content and tokens of the ${format} fixture are those of the turn kept beside each item`, () => {
    const { items, originals } = readOnly(text, format)
    for (const item of items) {
      const turn = originals.turns.get(item.itemId)
      assert.is(turn === undefined, item.kind === 'summary')
      const parts = turn?.parts ?? [{ _tag: 'Text' as const, text: renderSupplement(item) }]
      if (turn !== undefined) assert.is(item.content, textOf(parts))
      const counted = countTurn(parts, READ_OPTIONS.counter)
      assert.ok(counted.ok)
      assert.equal(item.tokens, {
        ...(counted.ok ? counted.value : {}),
        counter: READ_OPTIONS.counter.manifest.id,
      })
    }
  })

  test(`${requirement} no item of the ${format} fixture is trusted above the ceiling`, () => {
    const full = readOnly(text, format)
    const capped = readOnly(text, format, {
      ...READ_OPTIONS,
      trustCeiling: 'external',
      sensitivity: 'secret',
    })
    assert.ok(full.items.some((item) => item.labels.trust !== 'external'))
    for (const item of capped.items) assert.is(item.labels.trust, 'external')
    for (const item of capped.items) assert.is(item.labels.sensitivity, 'secret')
  })
}

test('REQ-HOST-252 a signature of another provider is not kept as a signature', () => {
  const { originals } = readOnly(fixtureText('pi.jsonl'), 'pi')
  assert.equal(originals.turns.get('m:4')?.parts[0], {
    _tag: 'Thinking',
    text: 'Read first.',
    signature: 'c2ln',
  })
  assert.equal(originals.turns.get('m:7')?.parts, [{ _tag: 'Thinking', text: 'Elsewhere.' }])
})

test('REQ-HOST-251 the places of a split message cover every raw part once, each result apart and before the rest', () => {
  const { originals } = readOnly(fixtureText('anthropic-messages.json'), 'anthropic-messages')
  const placesOf = (ids: readonly string[]) => ids.map((id) => originals.turns.get(id)?.place)
  assert.equal(placesOf(['m:3', 'm:3:2', 'm:3:3']), [
    { message: 2, from: 0, to: 1 },
    { message: 2, from: 1, to: 2 },
    { message: 2, from: 2, to: 3 },
  ])
  const places = placesOf(['m:5', 'm:5:2', 'm:5:3', 'm:5:4'])
  assert.equal(places, [
    { message: 4, from: 1, to: 2 },
    { message: 4, from: 3, to: 4 },
    { message: 4, from: 0, to: 1 },
    { message: 4, from: 2, to: 3 },
  ])
  assert.equal(originals.turns.get('m:system')?.place, { message: -1, from: 0, to: 2 })
})

test('REQ-HOST-251 a failed result is known as failed, and reasoning keeps what goes back with it', () => {
  const { originals } = readOnly(fixtureText('anthropic-messages.json'), 'anthropic-messages')
  const results = ['m:3', 'm:3:2'].flatMap((id) => originals.turns.get(id)?.parts ?? [])
  assert.equal(
    results.map((part) => part._tag === 'Result' && part.isError),
    [true, false],
  )
  assert.equal(originals.turns.get('m:2')?.parts.slice(0, 2), [
    { _tag: 'Thinking', text: 'Two rooms.', signature: 'c2ln' },
    { _tag: 'Thinking', text: '', redacted: 'b3BhcXVl' },
  ])
})

function piLine(id: string, parentId: string | null, message: object): string {
  return `${JSON.stringify({ type: 'message', id, parentId, message })}\n`
}

test('REQ-HOST-252 a session begun again from its root shows only the last beginning', () => {
  const say = (text: string) => ({ role: 'user', content: text })
  const log =
    piLine('a', null, say('first')) + piLine('b', 'a', say('second')) + piLine('c', null, say('again'))
  const { items, problems } = readOnly(log, 'pi')
  assert.equal(
    items.map((item) => item.content),
    ['again'],
  )
  assert.equal(problems, [
    { line: 1, problem: 'other-branch' },
    { line: 2, problem: 'other-branch' },
  ])
})

test('REQ-HOST-252 reasoning that Pi marks as redacted, and a failed result, are kept as such', () => {
  const thinking = { type: 'thinking', thinking: '[redacted]', thinkingSignature: 'b3BhcXVl', redacted: true }
  const result = { role: 'toolResult', toolCallId: 't', toolName: 'x', content: [], isError: true }
  const log = piLine('a', null, { role: 'assistant', content: [thinking] }) + piLine('b', 'a', result)
  const { originals } = readOnly(log, 'pi')
  assert.equal(originals.turns.get('m:1')?.parts, [{ _tag: 'Thinking', text: '', redacted: 'b3BhcXVl' }])
  assert.equal(originals.turns.get('m:2')?.parts, [
    { _tag: 'Result', callId: 't', name: 'x', content: [], isError: true },
  ])
})

test('REQ-HOST-251 a document is recognised by its system text, its blocks, or its roles', () => {
  const hi = { role: 'user', content: 'hi' }
  const block = (type: string) => ({ messages: [{ role: 'user', content: [{ type }] }] })
  const documents: readonly (readonly [unknown, TranscriptFormat | null])[] = [
    [{ messages: [hi] }, 'openai-chat'],
    [[hi], 'openai-chat'],
    [[{ traj: [hi] }], 'openai-chat'],
    [{ system: 'x', messages: [hi] }, 'anthropic-messages'],
    [{ anthropic_version: 'x', messages: [hi] }, 'anthropic-messages'],
    [[{ messages: [hi] }, block('tool_result')], 'anthropic-messages'],
    [block('image_url'), 'openai-chat'],
    [block('image'), 'anthropic-messages'],
    [[hi, { role: 'assistant', content: null }], 'openai-chat'],
    [{ messages: [] }, null],
    [[], null],
    [[1, 2], null],
    [{ messages: 'none' }, null],
  ]
  for (const [document, format] of documents) {
    assert.is(detectFormat(JSON.stringify(document)), format, JSON.stringify(document))
    assert.is(detectFormat(JSON.stringify(document, null, 2)), format)
  }
})

test.run()
