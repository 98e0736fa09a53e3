/**
 * Does a session that was read go out again as it came, and does it become the other format?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
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
    const { messages, ...rest } = written.value.payload
    return { ...rest, messages: messages.map(format === 'openai-chat' ? withUnknown : withMark) }
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

for (const format of MESSAGE_FORMATS) {
  test(`REQ-HOST-255 ${format} messages that were read and wholly planned go out as they came`, () => {
    fc.assert(
      fc.property(anyPayload(format), (payload) => {
        const again = writtenAgain(format, format, payload)
        assert.equal(again.payload, payload)
        assert.is(JSON.stringify(again.payload), JSON.stringify(payload))
        assert.equal(again.omitted, [])
      }),
      { numRuns: 150 },
    )
  })

  const other = format === 'openai-chat' ? 'anthropic-messages' : 'openai-chat'
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
      { numRuns: 150 },
    )
  })
}

test.run()
