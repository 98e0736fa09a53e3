/**
 * Are cache marks placed where they are asked for, as the provider takes them, and is nothing else changed by them?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { recountTotal } from '../../../src/hosts/transcripts/count-payload.js'
import { asRecord, type JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
import type { AnthropicPayload, WriteInput } from '../../../src/hosts/transcripts/message-payload.js'
import { MESSAGE_FORMATS } from '../../../src/hosts/transcripts/turn.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { oddPayload } from './odd-payloads.js'
import { readOnly } from './session-reading.js'
import { anyConversation, COUNTER, inputOf, OVERHEAD, planOf } from './written-conversations.js'

const ANTHROPIC = 'anthropic-messages'
const cache_control = { type: 'ephemeral' }
const long = { type: 'ephemeral', ttl: '1h' }
const text = (words: string, more: JsonRecord = {}) => ({ type: 'text', text: words, ...more })

const writtenWith = (input: WriteInput, cacheBreakpoints: readonly string[]) => {
  const written = writeMessages(ANTHROPIC, { ...input, cacheBreakpoints })
  if (!written.ok) throw new Error(written.error.message)
  return written.value
}

/** What was read, and what is written of it. */
function marked(session: unknown, breakpoints: readonly string[], more: Partial<WriteInput> = {}) {
  const { items, originals } = readOnly(JSON.stringify(session), ANTHROPIC)
  const written = writtenWith({ plan: planOf(items, 10_000), items, originals, ...more }, breakpoints)
  return { ...written, marks: marksOf(written.payload), items }
}

/** Every marked block, in order. */
function marksOf({ system = [], messages }: AnthropicPayload): readonly JsonRecord[] {
  const marks: JsonRecord[] = []
  const look = (blocks: unknown): void => {
    for (const block of Array.isArray(blocks) ? (blocks as readonly JsonRecord[]) : []) {
      look(block['content'])
      if (block['cache_control'] !== undefined) marks.push(block)
    }
  }
  look(system)
  for (const { content } of messages) look(content)
  return marks
}

/** Without marks, and a text as the one block it is. */
function bare(payload: AnthropicPayload): unknown {
  const unmarked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(unmarked)
    const record = asRecord(value)
    if (record === null) return value
    const entries = Object.entries(record).filter(([key]) => key !== 'cache_control')
    return Object.fromEntries(entries.map(([key, inner]) => [key, unmarked(inner)]))
  }
  return unmarked({
    ...payload,
    messages: payload.messages.map((message) =>
      typeof message['content'] === 'string' ? { ...message, content: [text(message['content'])] } : message,
    ),
  })
}

const recounted = (payload: AnthropicPayload) => {
  const total = recountTotal(ANTHROPIC, payload, { counter: COUNTER, ...OVERHEAD })
  if (!total.ok) throw new Error(total.error.message)
  return total.value
}

const anyPicks = fc.infiniteStream(fc.boolean())
const pickedOf = ({ plan }: WriteInput, picks: Iterator<boolean>) =>
  plan.selected.map(({ itemId }) => itemId).filter(() => picks.next().value === true)

/** Answers how many marks were placed; an item without a block has none. */
function checkMarks(input: WriteInput, breakpoints: readonly string[]): number {
  const [plain, written] = [writtenWith(input, []), writtenWith(input, breakpoints)]
  const marks = marksOf(written.payload)
  assert.ok(marks.length <= 4)
  assert.equal(validateMessages(ANTHROPIC, written.payload), validateMessages(ANTHROPIC, plain.payload))
  assert.equal(bare(written.payload), bare(plain.payload))
  assert.is(recounted(written.payload), recounted(plain.payload))
  const others = ({ omitted }: typeof plain) => omitted.filter(({ why }) => why !== 'cache-mark')
  assert.equal(others(written), others(plain))
  return marks.length
}

test('REQ-PLAN-249 marks break no rule of the provider, and change neither what is said nor what it costs', () => {
  let marked = 0
  fc.assert(
    fc.property(anyConversation, anyPicks, ({ turns, chosen }, picks) => {
      const input = inputOf(turns, chosen)
      if (checkMarks(input, pickedOf(input, picks)) > 0) marked += 1
    }),
    { numRuns: 150 },
  )
  assert.ok(marked > 60, String(marked))
})

test('REQ-PLAN-249 marks break no rule and change nothing in sessions with marks of their own either, and in odd ones', () => {
  fc.assert(
    fc.property(oddPayload(ANTHROPIC), anyPicks, (payload, picks) => {
      const { items, originals } = readOnly(JSON.stringify(payload), ANTHROPIC)
      if (items.length === 0) return
      const input: WriteInput = { plan: planOf(items, 10_000), items, originals, awaiting: 'mark' }
      if (!writeMessages(ANTHROPIC, input).ok) return
      checkMarks(input, pickedOf(input, picks))
    }),
    { numRuns: 100 },
  )
})

test('REQ-PLAN-249 formats without marks write the same with breakpoints', () => {
  fc.assert(
    fc.property(anyConversation, ({ turns, chosen }) => {
      const input = inputOf(turns, chosen)
      const cacheBreakpoints = chosen.map(({ itemId }) => itemId)
      for (const format of MESSAGE_FORMATS)
        if (format !== ANTHROPIC)
          assert.equal(writeMessages(format, { ...input, cacheBreakpoints }), writeMessages(format, input))
    }),
    { numRuns: 40 },
  )
})

const call = { type: 'tool_use', id: 'a', name: 'look', input: {} }
const result = { type: 'tool_result', tool_use_id: 'a', content: 'found' }
const thinking = { type: 'thinking', thinking: 'hm', signature: 's' }
const SESSION = {
  system: [text('rules')],
  messages: [
    { role: 'user', content: 'why?' },
    { role: 'assistant', content: [thinking, text('so'), call] },
    { role: 'user', content: [result] },
    { role: 'assistant', content: 'done' },
    {
      role: 'user',
      content: [text('and?'), { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } }],
    },
  ],
}
const ids = readOnly(JSON.stringify(SESSION), ANTHROPIC).items.map(({ itemId }) => itemId)

test('REQ-PLAN-249 the last block of each item is marked: system text, a call, a result, an image', () => {
  assert.is(ids.length, 6)
  const last = [0, 2, 3, 5].map((at) => ids[at] as string)
  const { payload, omitted } = marked(SESSION, last)
  const mark = { cache_control }
  assert.equal(payload.system, [text('rules', mark)])
  assert.equal(payload.messages, [
    SESSION.messages[0],
    { role: 'assistant', content: [thinking, text('so'), { ...call, ...mark }] },
    { role: 'user', content: [{ ...result, ...mark }] },
    SESSION.messages[3],
    {
      role: 'user',
      content: [
        text('and?'),
        { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' }, ...mark },
      ],
    },
  ])
  assert.equal(omitted, [])
  assert.equal(marked(SESSION, [...last, 'm:unknown'].reverse()).payload, payload)
})

test('REQ-PLAN-249 of more than four the last four are placed, and the others are named', () => {
  const { marks, omitted } = marked(SESSION, ids)
  assert.equal(
    marks.map((block) => block['type']),
    ['tool_use', 'tool_result', 'text', 'image'],
  )
  assert.equal(
    omitted,
    ids.slice(0, 2).map((itemId) => ({ itemId, why: 'cache-mark' })),
  )
})

test('REQ-PLAN-249 marks that are asked for go before marks of the session, of which the last ones stay', () => {
  const said = (side: number) => ({
    role: side % 2 === 0 ? 'user' : 'assistant',
    content: [text(`t${String(side)}`, side > 0 ? { cache_control: { ...cache_control, ttl: '5m' } } : {})],
  })
  const { marks, items, omitted } = marked({ messages: [0, 1, 2, 3, 4].map(said) }, ['m:1'])
  assert.equal(
    marks.map((block) => block['text']),
    ['t0', 't2', 't3', 't4'],
  )
  assert.equal(omitted, [{ itemId: items[1]?.itemId, why: 'cache-mark' }])
})

test('REQ-PLAN-249 a mark for an hour stays where it is asked for, and goes where it would stand behind a shorter one', () => {
  const said = (role: string, words: string, mark?: JsonRecord) => ({
    role,
    content: [text(words, mark === undefined ? {} : { cache_control: mark })],
  })
  const session = {
    messages: [
      said('user', 'a'),
      said('assistant', 'b', long),
      said('user', 'c', long),
      said('assistant', 'd'),
    ],
  }
  const controls = (breakpoints: readonly string[]) =>
    marked(session, breakpoints).marks.map((block) => [block['text'], block['cache_control']])
  assert.equal(controls([]), [
    ['b', long],
    ['c', long],
  ])
  assert.equal(controls(['m:3', 'm:4']), [
    ['b', long],
    ['c', long],
    ['d', cache_control],
  ])
  assert.equal(controls(['m:1', 'm:3']), [
    ['a', cache_control],
    ['c', cache_control],
  ])
  const late = { messages: [said('user', 'a', cache_control), said('assistant', 'b', long)] }
  assert.equal(
    validateMessages(ANTHROPIC, late).map(({ rule, pointer }) => [rule, pointer]),
    [['cache-marks', '/messages/1/content/0/cache_control']],
  )
})

test('REQ-PLAN-249 an item without a block to mark is marked where the items before it end', () => {
  const session = {
    messages: [
      { role: 'user', content: 'go on' },
      { role: 'assistant', content: [] },
      { role: 'user', content: 'and?' },
    ],
  }
  const { marks } = marked(session, ['m:2'])
  assert.equal(marks, [text('go on', { cache_control })])
})

test('REQ-PLAN-249 what stands in for a missing result is never marked: its call is', () => {
  const session = { messages: SESSION.messages.slice(0, 2) }
  const { marks, payload } = marked(session, ['m:2'], { awaiting: 'mark' })
  assert.equal(marks, [{ ...call, cache_control }])
  assert.is(payload.messages.length, 3)
})

test('REQ-PLAN-249 the mark on a document that is sent as text costs nothing', () => {
  const document = {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: 'long words' },
  }
  const session = { messages: [{ role: 'user', content: [document] }] }
  const { payload } = marked(session, ['m:1'])
  assert.is(marksOf(payload).length, 1)
  assert.is(recounted(payload), recounted(marked(session, []).payload))
})

test('REQ-PLAN-249 breakpoints that are no list of ids are a refusal', () => {
  const { items, originals } = readOnly(JSON.stringify(SESSION), ANTHROPIC)
  for (const wrong of ['m:1', [1], null, {}]) {
    const cacheBreakpoints = wrong as unknown as readonly string[]
    const written = writeMessages(ANTHROPIC, { plan: planOf(items), items, originals, cacheBreakpoints })
    assert.ok(!written.ok && written.error.rule === 'readable-input', String(wrong))
  }
})

test.run()
