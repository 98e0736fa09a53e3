/**
 * Does every media part, right or broken, go out as its provider takes it or as a short text that is named?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { recountTotal } from '../../../src/hosts/transcripts/count-payload.js'
import type { JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
import { MESSAGE_FORMATS, type MessageFormat } from '../../../src/hosts/transcripts/turn.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { anyMediaPayload, mediaPayload, VALID_PARTS } from './media-parts.js'
import { readOnly } from './session-reading.js'
import { COUNTER, OVERHEAD, planOf, totalOf } from './written-conversations.js'

function sent(from: MessageFormat, to: MessageFormat, payload: JsonRecord) {
  const { items, originals, problems } = readOnly(JSON.stringify(payload), from)
  const plan = planOf(items, 10_000)
  const written = writeMessages(to, { plan, items, originals, awaiting: 'mark' })
  if (!written.ok) throw new Error(written.error.message)
  return { ...written.value, items, problems }
}

for (const from of MESSAGE_FORMATS) {
  for (const to of MESSAGE_FORMATS) {
    test(`REQ-HOST-255 media of ${from}, right or broken, become ${to} that breaks no rule`, () => {
      let wrong = 0
      let marked = 0
      fc.assert(
        fc.property(anyMediaPayload(from), (payload) => {
          const { payload: written, omitted, items, problems } = sent(from, to, payload)
          const isRight = validateMessages(from, payload).length === 0
          if (!isRight) wrong += 1
          assert.equal(validateMessages(to, written), [])
          const hasMark = /"\[(?:image|audio|file)\]"/.test(JSON.stringify(written))
          if (hasMark) marked += 1
          if (hasMark) assert.ok(omitted.some(({ why }) => why === 'media-not-portable'))
          if (problems.length > 0) return
          const total = recountTotal(to, written, { counter: COUNTER, ...OVERHEAD })
          assert.ok(total.ok && total.value <= totalOf(items))
        }),
        { numRuns: 40 },
      )
      assert.ok(wrong > 10 && marked > 0, `${String(wrong)} ${String(marked)}`)
    })
  }

  test(`REQ-HOST-255 media that ${from} takes go out as they came, and what it refuses does not`, () => {
    const { said, answered } = VALID_PARTS[from]
    const whole = mediaPayload(from, said, answered)
    assert.equal(validateMessages(from, whole), [])
    let kept = 0
    fc.assert(
      fc.property(anyMediaPayload(from), (payload) => {
        const again = sent(from, from, payload)
        const isSame = JSON.stringify(again.payload) === JSON.stringify(payload)
        const isRight = validateMessages(from, payload).length === 0
        assert.is(isSame, isRight)
        if (!isRight) return
        kept += 1
        assert.equal([again.omitted, again.problems], [[], []])
      }),
      { numRuns: 120 },
    )
    assert.ok(kept > 2)
    const again = sent(from, from, whole)
    assert.is(JSON.stringify(again.payload), JSON.stringify(whole))
    assert.equal(again.omitted, [])
  })
}

test.run()
