/**
 * Is a session that was read and written back the same, unknown fields and the order of keys included?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ContextItem } from '../../../src/contract/context-item.js'
import { decode } from '../../../src/contract/decode.js'
import { detectFormat } from '../../../src/hosts/transcripts/detect-format.js'
import { restoreTranscript } from '../../../src/hosts/transcripts/restore-transcript.js'
import type { TranscriptFormat } from '../../../src/hosts/transcripts/turn.js'
import { fixtureText, readAll, readOnly, testOfShared } from './session-reading.js'
import { aiSdkSession, anthropicSession, openAiSession, responsesSession } from './session-generators.js'

/** JSON text shows the order of keys, which a deep comparison does not. */
function assertRestored(document: unknown, restored: string): void {
  assert.is(restored, JSON.stringify(document))
}

const RUNS = 'openai-chat/tau-airline-60.json'

testOfShared(
  'REQ-HOST-250 all 60 recorded runs are written back the same, in order of keys',
  RUNS,
  (text) => {
    assert.is(detectFormat(text), 'openai-chat')
    const runs = JSON.parse(text) as readonly { readonly traj: readonly unknown[] }[]
    const transcripts = readAll(text, 'openai-chat')
    assert.is(transcripts.length, 60)
    transcripts.forEach((transcript, index) => {
      assertRestored(runs[index], restoreTranscript(transcript))
      assert.equal(transcript.problems, [])
      assert.is(transcript.items.length, runs[index]?.traj.length)
    })
  },
)

const LAWS: readonly (readonly [string, TranscriptFormat, fc.Arbitrary<object>])[] = [
  ['REQ-HOST-250', 'openai-chat', openAiSession],
  ['REQ-HOST-251', 'anthropic-messages', anthropicSession],
  ['REQ-HOST-281', 'openai-responses', responsesSession],
  ['REQ-HOST-282', 'ai-sdk', aiSdkSession],
]

for (const [requirement, format, arbitrary] of LAWS) {
  test(`${requirement} any ${format} session is read without a problem and written back the same`, () => {
    fc.assert(
      fc.property(arbitrary, (document) => {
        const text = JSON.stringify(document)
        // A key that cannot be read back, such as a number's, would make the law about JSON and not about us.
        fc.pre(JSON.stringify(JSON.parse(text)) === text)
        const transcript = readOnly(text, format)
        assert.equal(transcript.problems, [])
        assertRestored(document, restoreTranscript(transcript))
        for (const item of transcript.items) assert.is(decode(ContextItem, item)._tag, 'Right')
      }),
      { numRuns: 200 },
    )
  })

  test(`${requirement} reading what was restored gives the same items`, () => {
    fc.assert(
      fc.property(arbitrary, (document) => {
        const first = readOnly(JSON.stringify(document), format)
        const second = readOnly(restoreTranscript(first), format)
        assert.equal(second.items, first.items)
        // A deep comparison would follow a key named `constructor`.
        assert.is(JSON.stringify([...second.originals.turns]), JSON.stringify([...first.originals.turns]))
      }),
      { numRuns: 100 },
    )
  })
}

test('REQ-HOST-251 the parts of a message stand one to one with its raw blocks, each in one turn', () => {
  fc.assert(
    fc.property(anthropicSession, (document) => {
      const { originals } = readOnly(JSON.stringify(document), 'anthropic-messages')
      const turns = [...originals.turns.values()].filter((turn) => turn.place.message >= 0)
      originals.entries.forEach((entry, message) => {
        const { content } = entry as { readonly content: unknown }
        if (!Array.isArray(content) || content.length === 0) return
        const seen = turns
          .filter((turn) => turn.place.message === message)
          .flatMap(({ place, parts }) => parts.map((_, index) => place.from + index))
        assert.equal(
          seen.sort((a, b) => a - b),
          content.map((_, index) => index),
        )
      })
    }),
    { numRuns: 200 },
  )
})

test('REQ-HOST-250 fixtures with broken messages are written back the same', () => {
  for (const [file, format] of [
    ['openai-chat.json', 'openai-chat'],
    ['anthropic-messages.json', 'anthropic-messages'],
    ['openai-responses.json', 'openai-responses'],
    ['ai-sdk.json', 'ai-sdk'],
  ] as const) {
    const text = fixtureText(file)
    assertRestored(JSON.parse(text), restoreTranscript(readOnly(text, format)))
  }
})

test.run()
