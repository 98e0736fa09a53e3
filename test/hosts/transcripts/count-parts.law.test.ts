/**
 * Does the count of parts cover every text that is sent, in any order?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { orThrow } from '../../../src/contract/result.js'
import { estimateMedia } from '../../../src/base/tokens/media.js'
import { countParts, countTurn, FURTHER_RESULT_TOKENS } from '../../../src/hosts/transcripts/count-parts.js'
import { instantOf } from '../../../src/hosts/transcripts/instant-of.js'
import { isNestedTooDeep, NESTING_MAX } from '../../../src/hosts/transcripts/json-nesting.js'
import { textOf } from '../../../src/hosts/transcripts/text-of.js'
import type { TurnPart } from '../../../src/hosts/transcripts/turn.js'
import { READ_OPTIONS } from './session-reading.js'
import { anyText } from './session-generators.js'

const textPart = fc.record({ _tag: fc.constant('Text' as const), text: anyText })
const media = fc.constant<TurnPart & { _tag: 'Media' }>({ _tag: 'Media', media: 'image', raw: {} })
const IMAGE = estimateMedia({ media: 'image' })
const part: fc.Arbitrary<TurnPart> = fc.oneof(
  textPart,
  media,
  fc.record({ _tag: fc.constant('Thinking' as const), text: anyText, redacted: anyText }),
  fc.record({ _tag: fc.constant('Call' as const), callId: anyText, name: anyText, argumentsJson: anyText }),
  fc.record({
    _tag: fc.constant('Result' as const),
    callId: anyText,
    content: fc.array(fc.oneof(textPart, media), { maxLength: 3 }),
    isError: fc.boolean(),
  }),
)

/** The texts and the number of media of parts, found by hand; a name is counted as providers take it. */
function sentOf(parts: readonly TurnPart[]): { readonly texts: readonly string[]; readonly media: number } {
  const inner = parts.flatMap((each): readonly TurnPart[] => (each._tag === 'Result' ? each.content : [each]))
  const texts = inner.flatMap((each) => {
    if (each._tag === 'Call') return [each.name.replace(/[^\w-]/gu, '_') || 'tool', each.argumentsJson]
    if (each._tag === 'Thinking') return [each.text, each.redacted ?? '']
    return each._tag === 'Text' ? [each.text] : []
  })
  return { texts, media: inner.filter((each) => each._tag === 'Media').length }
}

test('REQ-HOST-258 the count is the counter on every sent text and the estimate of every media part', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const { texts, media: images } = sentOf(parts)
      const estimates = texts.map((text) => {
        const counted = READ_OPTIONS.counter.count(text)
        if (!counted.ok) throw new Error(counted.error.code)
        return counted.value
      })
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      const safes = estimates.map(({ safe }) => safe)
      const counted = orThrow(countParts(parts, READ_OPTIONS.counter))
      assert.is(counted.expected, sum(estimates.map(({ expected }) => expected)) + images * IMAGE.expected)
      assert.ok(counted.safe >= counted.expected)
      assert.ok(counted.safe <= sum(safes) + images * IMAGE.safe)
      assert.ok(counted.safe >= Math.max(images * IMAGE.safe, ...safes))
    }),
    { numRuns: 300 },
  )
})

test('REQ-HOST-258 the order of parts changes no count, and one more part never lowers it', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), part, (parts, more) => {
      const counted = orThrow(countParts(parts, READ_OPTIONS.counter))
      assert.equal(orThrow(countParts([...parts].reverse(), READ_OPTIONS.counter)), counted)
      const larger = orThrow(countParts([...parts, more], READ_OPTIONS.counter))
      assert.ok(larger.expected >= counted.expected && larger.safe >= counted.safe)
    }),
    { numRuns: 200 },
  )
})

test('REQ-HOST-286 media add their own bound to that of the texts, and lend it no margin', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const counted = orThrow(countParts(parts, READ_OPTIONS.counter))
      const more = orThrow(
        countParts([...parts, { _tag: 'Media', media: 'image', raw: {} }], READ_OPTIONS.counter),
      )
      assert.equal(more, { expected: counted.expected + IMAGE.expected, safe: counted.safe + IMAGE.safe })
    }),
    { numRuns: 200 },
  )
})

test('REQ-HOST-258 a message of several results costs what its results cost as messages of their own', () => {
  const result = (text: string): TurnPart => ({
    _tag: 'Result',
    callId: 'c',
    content: [{ _tag: 'Text', text }],
    isError: false,
  })
  fc.assert(
    fc.property(fc.array(anyText, { minLength: 1, maxLength: 6 }), (texts) => {
      const results = texts.map(result)
      const whole = orThrow(countTurn(results, READ_OPTIONS.counter))
      const single = results.map((one) => orThrow(countTurn([one], READ_OPTIONS.counter)).safe)
      const between = FURTHER_RESULT_TOKENS * (results.length - 1)
      assert.is(
        whole.safe,
        single.reduce((total, safe) => total + safe, between),
      )
    }),
    { numRuns: 200 },
  )
})

test('REQ-HOST-258 the text of parts is made of their texts and nothing else', () => {
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
      const shown = parts.filter((each) => each._tag !== 'Thinking' || each.text !== '')
      const expected = shown.flatMap((each) => {
        if (each._tag === 'Call') return [`${each.name} ${each.argumentsJson}`]
        if (each._tag === 'Thinking') return [each.text]
        return sentOf([each]).texts.filter((text) => text !== '')
      })
      assert.is(textOf(parts), expected.join('\n'))
    }),
    { numRuns: 200 },
  )
})

test('REQ-HOST-252 a timestamp in UTC or in milliseconds is the instant the engine reads, anything else is none', () => {
  const date = fc.date({ min: new Date(0), max: new Date(253_402_300_799_999), noInvalidDate: true })
  fc.assert(
    fc.property(date, (at) => {
      assert.is(instantOf(at.getTime()), at.toISOString())
      assert.is(instantOf(at.toISOString()), at.toISOString())
      assert.is(instantOf(at.toISOString().replace('Z', '987+00:00')), at.toISOString())
    }),
    { numRuns: 200 },
  )
  const none = [
    '2025-02-30T00:00:00Z',
    '2025-06-14T11:00:00',
    '2025-06-14T11:00:00+02:00',
    '14.06.2025',
    'now',
    '',
  ]
  for (const text of [...none, -1, 1.5, NaN, 1e15, null, undefined, {}, '1969-12-31T23:59:59Z']) {
    assert.is(instantOf(text), null, String(text))
  }
})

test('REQ-HOST-256 brackets inside strings are no nesting, and the limit is exact', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.nat(2), (value, more) => {
      const depth = depthOf(value)
      const wrap = NESTING_MAX - 1 + more - depth
      const text = `${'['.repeat(wrap)}${JSON.stringify(value)}${']'.repeat(wrap)}`
      assert.is(isNestedTooDeep(text), depth + wrap > NESTING_MAX)
    }),
    { numRuns: 200 },
  )
  assert.not.ok(isNestedTooDeep(JSON.stringify('\\"['.repeat(2000))))
  assert.not.ok(isNestedTooDeep(`"${'\\'.repeat(4001)}${'['.repeat(2000)}`))
})

test.run()
