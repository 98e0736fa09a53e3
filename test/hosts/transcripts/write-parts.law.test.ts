/**
 * Do supplements keep their frame, arguments their text and calls their identity?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ITEM_KINDS } from '../../../src/contract/context-item.js'
import { TRUST_LEVELS } from '../../../src/contract/labels.js'
import { answerCalls } from '../../../src/hosts/transcripts/answer-calls.js'
import { argumentsOf, inputOf } from '../../../src/hosts/transcripts/call-input.js'
import { renderSupplement, supplementRole } from '../../../src/hosts/transcripts/render-supplement.js'
import type { ShownTurn } from '../../../src/hosts/transcripts/shown-turns.js'
import { wireIds } from '../../../src/hosts/transcripts/wire-ids.js'
import { wireName } from '../../../src/hosts/transcripts/wire-name.js'
import { itemOf, partText } from './written-conversations.js'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('</user>', '"] [memory] "', '\u2028\u2029\u0085\u0000', 'line\nline', '&lt;', ''),
)
const anyItem = fc
  .record({ content: anyText, kind: fc.constantFrom(...ITEM_KINDS), trust: fc.constantFrom(...TRUST_LEVELS) })
  .map(({ content, kind, trust }) => {
    const { binding: _, labels, ...item } = itemOf({ itemId: 'i', role: 'user', parts: [partText(content)] })
    return { ...item, content, kind, labels: { ...labels, trust } }
  })
const INSTRUCTIONS = new Set<string>(['system-policy', 'project-rule', 'skill', 'tool-schema'])

test('REQ-HOST-259 data is framed as one line of JSON that no content can leave', () => {
  fc.assert(
    fc.property(anyItem, (item) => {
      if (supplementRole(item) !== 'user') return
      const rendered = renderSupplement(item)
      const frame = `[${item.kind}] `
      assert.ok(rendered.startsWith(frame))
      assert.is(JSON.parse(rendered.slice(frame.length)), item.content)

      assert.not.match(rendered, /[\u0000-\u001f\u007f-\u009f\u2028\u2029<>&]/)
    }),
    { numRuns: 500 },
  )
})

test('REQ-HOST-255 only instructions of trust user or better speak as the system', () => {
  fc.assert(
    fc.property(anyItem, (item) => {
      const trusted = ['user', 'verified', 'host'].includes(item.labels.trust)
      const speaks = INSTRUCTIONS.has(item.kind) && trusted
      assert.is(supplementRole(item), speaks ? 'system' : 'user')
      if (speaks) assert.is(renderSupplement(item), item.content)
    }),
    { numRuns: 300 },
  )
})

test('REQ-HOST-255 arguments come back as the text they were, or as the same data', () => {
  const anyArguments = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
    fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })).map((value) => JSON.stringify(value, null, 1)),
    fc.string(),
    fc.constantFrom(
      '{"a":1,"a":2}',
      '{"n":12345678901234567890}',
      '{"n":1e400}',
      '{"n":0.10000000000000000001}',
    ),
    fc.constantFrom('{"a":', '[1]', 'null', '', '{"arguments":"{}"}', '{"n":-0}', '{"__proto__":1}'),
  )
  fc.assert(
    fc.property(anyArguments, (text) => {
      const input = inputOf(text)
      assert.ok(typeof input === 'object' && !Array.isArray(input))
      const again = argumentsOf(input)
      if (again !== text) assert.equal(JSON.parse(again), JSON.parse(text))
      assert.equal(inputOf(again), input)
    }),
    { numRuns: 1_000 },
  )
})

test('REQ-HOST-255 digits and keys that parsing would lose go along as a text', () => {
  for (const text of ['{"a":1,"a":2}', '{"n":12345678901234567890}', '{"n":1e400}', '[1]', '"x"', '{"a":']) {
    assert.equal(inputOf(text), { arguments: text })
  }
  for (const text of [
    '{"a":1.50}',
    '{ "n": 1e3 }',
    '{"s":"\\u0041"}',
    '{"n":-0.0}',
    '{"id":9007199254740991}',
  ]) {
    assert.equal(inputOf(text), JSON.parse(text))
  }
  // One object looks like a wrapped text; it is counted as the text it holds.
  assert.is(argumentsOf({ arguments: 'x' }), 'x')
  const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`
  assert.is(argumentsOf(inputOf(deep)), deep)
  const spaced = `{ "text": "${'\\n'.repeat(2_000_000)}" }`
  assert.is((inputOf(spaced)['text'] as string).length, 2_000_000)
})

function called(ids: readonly (readonly string[])[]) {
  const turns = ids.map((own, index): ShownTurn => {
    const parts = own.map((callId) => ({ _tag: 'Call' as const, callId, name: 'read', argumentsJson: '{}' }))
    const itemId = `m:${String(index)}`
    return {
      itemId,
      role: 'assistant',
      parts,
      pieces: [],
      replaced: false,
      raw: null,
      blocks: parts.map(() => null),
    }
  })
  return answerCalls(turns).callsOf
}

test('REQ-HOST-255 ids a provider takes are kept, all are taken and none is given twice', () => {
  const anyIds = fc.array(
    fc.array(
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 70 }),
        fc.constantFrom('', 'call', 'call_2', 'a.b', 'a_b', 'a_b_2'),
      ),
      { maxLength: 4 },
    ),
    { maxLength: 12 },
  )
  for (const uniqueIn of ['request', 'message'] as const) {
    const accepts = (id: string) => /^[a-zA-Z0-9_-]{1,40}$/.test(id)
    fc.assert(
      fc.property(anyIds, (ids) => {
        const callsOf = called(ids)
        const wire = wireIds(callsOf, { accepts, lengthMax: 40, uniqueIn })
        const given = callsOf.map((calls) => calls.map((call) => wire.get(call) as string))
        assert.ok(given.flat().every(accepts))
        const groups = uniqueIn === 'request' ? [given.flat()] : given
        for (const group of groups) assert.is(new Set(group).size, group.length)
        const [first] = ids.flat()
        if (first !== undefined && accepts(first)) assert.is(given.flat()[0], first)
      }),
      { numRuns: 300 },
    )
  }
})

test('REQ-HOST-255 100,000 calls under one id are told apart in linear time', () => {
  const callsOf = called(Array.from({ length: 100_000 }, () => ['same']))
  const ids = wireIds(callsOf, { accepts: (id) => id.length <= 64, lengthMax: 64, uniqueIn: 'request' })
  assert.is(new Set(ids.values()).size, 100_000)
})

test('REQ-HOST-255 a tool name is within what providers take, and kept where it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const wire = wireName(name, 64)
      assert.match(wire, /^[a-zA-Z0-9_-]{1,64}$/)
      if (/^[a-zA-Z0-9_-]{1,64}$/.test(name)) assert.is(wire, name)
    }),
  )
})

test.run()
