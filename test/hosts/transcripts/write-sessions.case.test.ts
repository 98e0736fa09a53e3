/**
 * Do real sessions become messages that both providers take, at the cost that was planned?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { pairExchanges } from '../../../src/base/pairing.js'
import { payloadItems } from '../../../src/hosts/transcripts/payload-items.js'
import { recountTotal } from '../../../src/hosts/transcripts/count-payload.js'
import type { Transcript } from '../../../src/hosts/transcripts/transcript.js'
import {
  MESSAGE_FORMATS,
  type MessageFormat,
  type TranscriptFormat,
} from '../../../src/hosts/transcripts/turn.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { readAll, testOfShared } from './session-reading.js'
import { COUNTER, OVERHEAD, planOf, totalOf } from './written-conversations.js'

const SESSIONS: readonly (readonly [TranscriptFormat, string])[] = [
  ['pi', 'pi/large-session.jsonl'],
  ['claude-code', 'claude-code/coverage-test-fix.jsonl'],
  ['claude-code', 'claude-code/edge-cases.jsonl'],
  ['claude-code', 'claude-code/hello-world-script.jsonl'],
  ['claude-code', 'claude-code/stop-hook-uncommitted-changes.jsonl'],
  ['openai-chat', 'openai-chat/tau-airline-60.json'],
  ['codex', 'codex/standard-session.jsonl'],
  ['codex', 'codex/function-calls.jsonl'],
  ['openhands', 'openhands/output.jsonl'],
]

/** The items that are in no broken exchange. */
function wholeItems({ items }: Transcript) {
  const { exchangeOf, exchanges, defectOf } = pairExchanges(
    items.map(({ binding }) => ({
      calls: (binding?.calls ?? []).map(({ callId }) => callId),
      results: (binding?.results ?? []).map(({ callId }) => ({ id: callId })),
    })),
  )
  return items.filter((_, index) => {
    const exchange = exchanges[exchangeOf[index] ?? -1]
    return defectOf[index] === 'none' && (exchange === undefined || exchange.complete)
  })
}

for (const [from, path] of SESSIONS) {
  for (const to of MESSAGE_FORMATS) {
    testOfShared(`REQ-HOST-255 ${path} as ${to} breaks no rule and costs what was planned`, path, (text) => {
      for (const transcript of readAll(text, from)) checkWritten(transcript, to)
    })
  }
}

function checkWritten(transcript: Transcript, to: MessageFormat): void {
  const items = wholeItems(transcript)
  const { originals } = transcript
  const written = writeMessages(to, { plan: planOf(items), items, originals })
  assert.ok(written.ok)
  const { payload } = written.value
  assert.equal(validateMessages(to, payload), [])
  const total = recountTotal(to, payload, { counter: COUNTER, ...OVERHEAD })
  assert.ok(total.ok && total.value <= totalOf(items))
  if (originals.format !== to) return
  const raw = items.map(({ itemId }) => originals.entries[originals.turns.get(itemId)?.place.message ?? -1])
  assert.ok(payloadItems(to, payload).every((message, index) => message === raw[index]))
}

test.run()
