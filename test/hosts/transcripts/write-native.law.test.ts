/**
 * Does a session that was read go out again as it came, and does it become the other format?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
import { payloadItems, payloadKeyOf } from '../../../src/hosts/transcripts/payload-items.js'
import { MESSAGE_FORMATS, type MessageFormat } from '../../../src/hosts/transcripts/turn.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages, type WrittenMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { readOnly } from './session-reading.js'
import { anyConversation, inputOf, planOf } from './written-conversations.js'
import { wordsIn } from './written-words.js'

function read(format: MessageFormat, payload: unknown) {
  const transcript = readOnly(JSON.stringify(payload), format)
  assert.equal(transcript.problems, [])
  return transcript
}

/** Everything that was read, written again. */
function writtenAgain(from: MessageFormat, to: MessageFormat, payload: unknown): WrittenMessages {
  const { items, originals } = read(from, payload)
  const written = writeMessages(to, { plan: planOf(items, 10_000), items, originals })
  if (!written.ok) throw new Error(written.error.message)
  return written.value
}

/** A payload a provider takes: with fields nobody knows where it takes them, and with marks of a cache point. */
const anyPayload = (format: MessageFormat) =>
  anyConversation.map(({ turns, chosen }) => {
    const written = writeMessages(format, inputOf(turns, chosen))
    assert.ok(written.ok)
    const { payload } = written.value
    const items = payloadItems(format, payload) as readonly JsonRecord[]
    return { ...payload, [payloadKeyOf(format)]: items.map(CHANGES[format]) }
  })

const cache_control = { type: 'ephemeral' }

function withUnknown(message: JsonRecord, index: number): JsonRecord {
  const { content } = message
  const marked = Array.isArray(content) && index % 2 === 0
  const blocks = marked ? content.map((block: JsonRecord) => ({ ...block, cache_control })) : content
  return { ...message, content: blocks, name: 'Ann_Smith', x_number: index }
}

/** The last block of a message is never reasoning; four messages are marked at most. */
function withMark(message: JsonRecord, index: number): JsonRecord {
  const blocks = message['content'] as readonly JsonRecord[]
  if (index % 2 === 1 || index > 6) return message
  return { ...message, content: [...blocks.slice(0, -1), { ...blocks.at(-1), cache_control }] }
}

/** Items as the provider answers them: typed, with ids, and with parts where a text stood. */
function withIds(item: JsonRecord, index: number): JsonRecord {
  const { type, role, content } = item
  if (type === 'function_call') return { ...item, id: `fc_${String(index)}`, status: 'completed' }
  if (type !== undefined || index % 2 === 1) return item
  const textType = role === 'assistant' ? 'output_text' : 'input_text'
  const text = { type: textType, text: content, ...(role === 'assistant' ? { annotations: [] } : {}) }
  const parts = typeof content === 'string' ? [text] : content
  return { type: 'message', id: `msg_${String(index)}`, role, content: parts, status: 'completed' }
}

/** Reasoning before every third item, where that is the model's. */
function withReasoning(payload: JsonRecord): JsonRecord {
  const input = payload['input'] as readonly JsonRecord[] | undefined
  if (input === undefined) return payload
  const reasoned = input.flatMap((item, index) => {
    const isModels = item['role'] === 'assistant' || item['type'] === 'function_call'
    const reasoning = { type: 'reasoning', id: `rs_${String(index)}`, summary: [] }
    return isModels && index % 3 === 0 ? [reasoning, item] : [item]
  })
  return { ...payload, input: reasoned }
}

/** Options of a provider, and fields that the schema does not look at. */
function withOptions(message: JsonRecord, index: number): JsonRecord {
  const { content } = message
  const providerOptions = { anthropic: { cacheControl: cache_control } }
  const isList = Array.isArray(content) && index % 2 === 0
  const parts = isList ? content.map((part: JsonRecord) => ({ providerOptions, ...part })) : content
  return { ...message, content: parts, id: `msg-${String(index)}`, x_number: index, providerOptions }
}

const CHANGES: { readonly [F in MessageFormat]: (message: JsonRecord, index: number) => JsonRecord } = {
  'openai-chat': withUnknown,
  'openai-responses': withIds,
  'anthropic-messages': withMark,
  'ai-sdk': withOptions,
}

for (const format of MESSAGE_FORMATS) {
  test(`REQ-HOST-255 ${format} messages that were read and wholly planned go out as they came`, () => {
    fc.assert(
      fc.property(anyPayload(format).map(withReasoning), (payload) => {
        const again = writtenAgain(format, format, payload)
        assert.equal(again.payload, payload)
        assert.is(JSON.stringify(again.payload), JSON.stringify(payload))
        assert.equal(again.omitted, [])
      }),
      { numRuns: 100 },
    )
  })

  for (const other of MESSAGE_FORMATS.filter((one) => one !== format)) {
    test(`REQ-HOST-255 ${format} messages that were read become ${other}, and no word is lost`, () => {
      fc.assert(
        fc.property(anyPayload(format), (payload) => {
          const { payload: written, omitted } = writtenAgain(format, other, payload)
          assert.equal(validateMessages(other, written), [])
          const thought = omitted.some(({ why }) => why === 'reasoning-not-portable')
          const lost = new Set(wordsIn(payload))
          for (const word of wordsIn(written)) lost.delete(word)
          if (!thought) assert.equal([...lost], [])
        }),
        { numRuns: 50 },
      )
    })
  }
}

test.run()
