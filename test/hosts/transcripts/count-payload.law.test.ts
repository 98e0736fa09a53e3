/**
 * Does what was written cost what was planned? Recounted from the messages alone.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TokenCounterPort } from '../../../src/ports/token-counter.js'
import { countTurn } from '../../../src/hosts/transcripts/count-parts.js'
import { countPayload, recountTotal } from '../../../src/hosts/transcripts/count-payload.js'
import {
  EARLIER_NOT_SHOWN,
  FIXED_TEXT_TOKENS,
  INTERRUPTED,
} from '../../../src/hosts/transcripts/fixed-texts.js'
import { MESSAGE_FORMATS, type MessageFormat, type Turn } from '../../../src/hosts/transcripts/turn.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import {
  anyConversation,
  COUNTER,
  inputOf,
  originalsOf,
  OVERHEAD,
  partText,
  planOf,
  totalOf,
  itemOf,
} from './written-conversations.js'

const TARIFF = { counter: COUNTER, ...OVERHEAD }

function recounted(format: MessageFormat, payload: unknown): number {
  const total = recountTotal(format, payload, TARIFF)
  if (!total.ok) throw new Error(total.error.message)
  return total.value
}

test('REQ-HOST-258 recounted messages cost at most the total of their plan', () => {
  for (const format of MESSAGE_FORMATS) {
    fc.assert(
      fc.property(anyConversation, ({ turns, chosen }) => {
        const written = writeMessages(format, inputOf(turns, chosen))
        assert.ok(written.ok)
        const allowed = totalOf(chosen)
        const found = recounted(format, written.value.payload)
        assert.ok(found <= allowed, `${String(found)} > ${String(allowed)}`)
      }),
      { numRuns: 200 },
    )
  }
})

test('REQ-HOST-258 a message more is counted, and every text in it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 8 }),
      (texts) => {
        const messages = texts.map((content) => ({ role: 'user', content }))
        const sums = countPayload('openai-chat', { messages }, COUNTER)
        const counts = texts
          .map((text) => COUNTER.count(text))
          .map((count) => (count.ok ? count.value.expected : NaN))
        assert.ok(sums.ok)
        assert.is(sums.value.items, texts.length)
        assert.is(
          sums.value.expectedSum,
          counts.reduce((sum, count) => sum + count, 0),
        )
      },
    ),
    { numRuns: 100 },
  )
})

test('REQ-HOST-258 calls, results, reasoning and system text are counted in every format', () => {
  const words = ['be brief and kind', 'go and look', 'read_file', '{"path":"a/b.ts"}', 'the file says so']
  const [rules, go, name, given, found] = words as [string, string, string, string, string]
  const [callId, input] = ['c1', JSON.parse(given) as unknown]
  const payloads = {
    'openai-chat': {
      messages: [
        { role: 'system', content: rules },
        { role: 'user', content: go },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: callId, function: { name, arguments: given } }],
        },
        { role: 'tool', tool_call_id: callId, content: found },
      ],
    },
    'openai-responses': {
      input: [
        { role: 'developer', content: rules },
        { role: 'user', content: [{ type: 'input_text', text: go }] },
        { type: 'function_call', call_id: callId, name, arguments: given },
        { type: 'function_call_output', call_id: callId, output: found },
      ],
    },
    'ai-sdk': {
      messages: [
        { role: 'system', content: rules },
        { role: 'user', content: [{ type: 'text', text: go }] },
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: callId, toolName: name, input }] },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: callId,
              toolName: name,
              output: { type: 'text', value: found },
            },
          ],
        },
      ],
    },
    'anthropic-messages': {
      system: [{ type: 'text', text: rules }],
      messages: [
        { role: 'user', content: go },
        { role: 'assistant', content: [{ type: 'tool_use', id: callId, name, input }] },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: callId, content: [{ type: 'text', text: found }] }],
        },
      ],
    },
  }
  const expected = words
    .map((word) => COUNTER.count(word))
    .map((count) => (count.ok ? count.value.expected : NaN))
  for (const [format, payload] of Object.entries(payloads)) {
    const sums = countPayload(format as MessageFormat, payload, COUNTER)
    assert.ok(sums.ok)
    assert.equal(
      [sums.value.expectedSum, sums.value.items],
      [expected.reduce((sum, count) => sum + count, 0), 4],
    )
  }
})

test('REQ-HOST-258 a tool name costs what it goes out as, however it came', () => {
  const costOf = (name: string) =>
    countTurn([{ _tag: 'Call', callId: 'c', name, argumentsJson: '{}' }], COUNTER)
  for (const [came, sent] of [
    ['read it', 'read_it'],
    ['工具', '__'],
    ['', 'tool'],
  ] as const)
    assert.equal(costOf(came), costOf(sent))
})

test('REQ-HOST-258 system text of several blocks is one message', () => {
  const block = (text: string) => ({ type: 'text', text })
  const messages = [{ role: 'user', content: 'go' }]
  const payload = { system: [block('be brief'), block('be kind')], messages }
  const sums = countPayload('anthropic-messages', payload, COUNTER)
  assert.ok(sums.ok && sums.value.items === 2)
})

test('REQ-HOST-258 marks are written where they fit the input budget, and refused where not', () => {
  const ids = ['a', 'b', 'c']
  const calls = ids.map((callId) => ({ _tag: 'Call' as const, callId, name: 'read', argumentsJson: '{}' }))
  const place = { message: 0, from: 0, to: 1 }
  const turns: readonly Turn[] = [{ itemId: 'm:0', role: 'assistant', parts: calls, place }]
  const items = turns.map(itemOf)
  for (const format of MESSAGE_FORMATS) {
    let written = 0
    for (let room = 0; room <= 100; room += 1) {
      const plan = planOf(items, room)
      const given = { plan, items, originals: originalsOf(turns), awaiting: 'mark' as const }
      const result = writeMessages(format, given)
      if (result.ok) {
        written += 1
        assert.ok(recounted(format, result.value.payload) <= plan.budget.inputTokens)
      } else assert.is(result.error.rule, 'within-budget')
    }
    assert.ok(written > 0 && written < 101)
  }
})

test('REQ-HOST-258 a fixed text costs no more than is set aside for it', () => {
  for (const text of [EARLIER_NOT_SHOWN, INTERRUPTED]) {
    const count = COUNTER.count(text)
    assert.ok(count.ok && count.value.safe <= FIXED_TEXT_TOKENS - 1)
  }
  const parts = [partText('ok')]
  const turns: readonly Turn[] = [
    { itemId: 'm:0', role: 'assistant', parts, place: { message: 0, from: 0, to: 1 } },
  ]
  const written = writeMessages('anthropic-messages', inputOf(turns))
  assert.ok(written.ok)
  assert.is(written.value.payload.messages.length, 2)
  assert.ok(recounted('anthropic-messages', written.value.payload) <= totalOf(turns.map(itemOf)))
})

test('REQ-HOST-258 a counter that fails is a refusal, and so is a payload of another shape', () => {
  const broken: TokenCounterPort = {
    manifest: { id: 'broken' },
    count: () => {
      throw new Error('no')
    },
    jointSafe: () => ({ ok: true, value: 0 }),
  }
  const failed = countPayload('openai-chat', { messages: [{ role: 'user', content: 'hi' }] }, broken)
  assert.ok(!failed.ok && failed.error._tag === 'PortFailed')
  for (const payload of [null, 'x', {}, { messages: 1 }, { messages: [1] }]) {
    const refused = recountTotal('anthropic-messages', payload, TARIFF)
    assert.ok(!refused.ok && refused.error._tag === 'MessagesRefused' && refused.error.rule === 'wrong-shape')
  }
})

test.run()
