/**
 * Does a plan of any size hold what a provider couples, all of it or nothing, and go out without a breach?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { nodeHash } from '../../../src/adapters/node/index.js'
import { referenceClock } from '../../../src/adapters/reference/index.js'
import { createKernel, orThrow } from '../../../src/index.js'
import { recountTotal } from '../../../src/hosts/transcripts/count-payload.js'
import type { Transcript } from '../../../src/hosts/transcripts/transcript.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { readOnly } from './session-reading.js'
import { COUNTER } from './written-conversations.js'

const kernel = orThrow(
  createKernel({
    ports: {
      hash: nodeHash(),
      clock: referenceClock({ at: '2026-06-01T00:00:00.000Z' }),
      tokenCounter: COUNTER,
    },
  }),
)
const SCOPE = { kind: 'session', id: ['s1'] } as const
const SINK = { sink: 'model', locality: 'remote', clearance: 'internal' } as const

interface Response {
  readonly reasons: boolean
  readonly says: boolean
  readonly calls: number
}

const anyResponse: fc.Arbitrary<Response> = fc.record({
  reasons: fc.boolean(),
  says: fc.boolean(),
  calls: fc.nat(3),
})

/** A session whose responses reason, speak and call in parallel; each ends with what the user says next. */
function sessionOf(responses: readonly Response[]): readonly unknown[] {
  const items: unknown[] = [{ role: 'user', content: 'go' }]
  responses.forEach(({ reasons, says, calls }, at) => {
    const ids = Array.from({ length: calls }, (_, index) => `call_${String(at)}_${String(index)}`)
    const words = 'and so on '.repeat(1 + (at % 4) * 5)
    if (reasons && (says || calls > 0))
      items.push({
        type: 'reasoning',
        id: `rs_${String(at)}`,
        summary: [{ type: 'summary_text', text: words }],
      })
    if (says) items.push({ type: 'message', id: `msg_${String(at)}`, role: 'assistant', content: words })
    for (const call_id of ids)
      items.push({
        type: 'function_call',
        id: call_id.replace('call', 'fc'),
        call_id,
        name: 'f',
        arguments: '{}',
      })
    for (const call_id of ids) items.push({ type: 'function_call_output', call_id, output: words })
    items.push({ role: 'user', content: `next ${String(at)}` })
  })
  return items
}

function checkPlan({ items, originals }: Transcript, windowTokens: number): boolean {
  const planned = kernel.planContext(
    { items, budget: { windowTokens } },
    { writer: 'test', trustCeiling: 'host', scopes: [SCOPE], sink: SINK },
  )
  if (!planned.ok) {
    assert.is(planned.error._tag, 'ProtectedOverBudget')
    return false
  }
  const plan = planned.value
  const chosen = new Set(plan.selected.map(({ itemId }) => itemId))
  for (const { itemId, binding } of items)
    for (const bound of binding?.boundTo ?? []) assert.is(chosen.has(itemId), chosen.has(bound), itemId)
  const written = writeMessages('openai-responses', { plan, items, originals })
  assert.ok(written.ok)
  const { payload, omitted } = written.value
  assert.equal(validateMessages('openai-responses', payload), [])
  assert.equal(omitted, [])
  const raw = new Set(originals.entries)
  assert.ok(payload.input.every((item) => raw.has(item)))
  const { perMessageTokens, perPlanTokens } = plan.budget
  const total = recountTotal('openai-responses', payload, {
    counter: COUNTER,
    perMessageTokens,
    perPlanTokens,
  })
  assert.ok(total.ok && total.value <= plan.totalTokens)
  return true
}

test('REQ-HOST-281 reasoning and its items, and parallel calls, are planned and written together or not at all', () => {
  let planned = 0
  fc.assert(
    fc.property(
      fc.array(anyResponse, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 60, max: 700 }),
      (responses, window) => {
        const transcript = readOnly(JSON.stringify(sessionOf(responses)), 'openai-responses')
        if (checkPlan(transcript, window)) planned += 1
      },
    ),
    { numRuns: 150 },
  )
  assert.ok(planned > 100, String(planned))
})

test.run()
