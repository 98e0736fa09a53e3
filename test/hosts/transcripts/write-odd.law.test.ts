/**
 * Does a session that holds what its provider refuses become messages that it takes, with every word and within the plan?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { recountTotal } from '../../../src/hosts/transcripts/count-payload.js'
import { restoreTranscript } from '../../../src/hosts/transcripts/restore-transcript.js'
import { MESSAGE_FORMATS } from '../../../src/hosts/transcripts/turn.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { oddPayload } from './odd-payloads.js'
import { readOnly } from './session-reading.js'
import { COUNTER, OVERHEAD, planOf, totalOf } from './written-conversations.js'
import { wordsIn } from './written-words.js'

const ODD_WORD = /^w9\d{3,}x$/

for (const from of MESSAGE_FORMATS) {
  for (const to of MESSAGE_FORMATS) {
    test(`REQ-HOST-255 ${from} messages that a provider refuses become ${to} that breaks no rule`, () => {
      let refused = 0
      fc.assert(
        fc.property(oddPayload(from), (payload) => {
          if (validateMessages(from, payload).length > 0) refused += 1
          const { items, originals } = readOnly(JSON.stringify(payload), from)
          const written = writeMessages(to, { plan: planOf(items), items, originals })
          if (!written.ok) throw new Error(written.error.message)
          assert.equal(validateMessages(to, written.value.payload), [])
          const total = recountTotal(to, written.value.payload, { counter: COUNTER, ...OVERHEAD })
          assert.ok(total.ok && total.value <= totalOf(items))
        }),
        { numRuns: 80 },
      )
      assert.ok(refused > 30)
    })

    test(`REQ-HOST-255 every word of odd ${from} messages stands once in ${to}, or its item is named`, () => {
      fc.assert(
        fc.property(oddPayload(from), (payload) => {
          const { items, originals } = readOnly(JSON.stringify(payload), from)
          const written = writeMessages(to, { plan: planOf(items), items, originals })
          if (!written.ok) throw new Error(written.error.message)
          const thoughtless = new Set(
            written.value.omitted
              .filter(({ why }) => why.startsWith('reasoning'))
              .map(({ itemId }) => itemId),
          )
          const found = wordsIn(written.value.payload)
          for (const { itemId, content } of items) {
            for (const word of new Set(wordsIn(content))) {
              const count = found.filter((other) => other === word).length
              if (!thoughtless.has(itemId)) assert.ok(count > 0, `${word} is lost`)
              if (ODD_WORD.test(word)) assert.ok(count <= 1, `${word} stands twice`)
            }
          }
        }),
        { numRuns: 60 },
      )
    })
  }

  test(`REQ-HOST-250 odd ${from} sessions are written back as they came`, () => {
    fc.assert(
      fc.property(oddPayload(from), (payload) => {
        const text = JSON.stringify(payload)
        assert.is(restoreTranscript(readOnly(text, from)), text)
      }),
      { numRuns: 100 },
    )
  })
}

test.run()
