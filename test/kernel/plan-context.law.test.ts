/**
 * What does a whole plan say? Its digests recomputed from the documents, its fields, and that it is the caller's own.
 */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { canonicalJson } from '../../src/base/canonical-json.js'
import type { ContextItemInput } from '../../src/contract/context-item.js'
import { ContextPlan } from '../../src/contract/context-plan.js'
import { decode } from '../../src/contract/decode.js'
import { DEFAULT_KERNEL_OPTIONS } from '../../src/contract/kernel-options.js'
import { anyScenario } from '../support/arbitrary-request.js'
import { runs } from '../support/fc-runs.js'
import { messageOf } from '../support/item-of.js'
import { answerTo, CALLER, environmentOf, planOf, requestOf } from '../support/kernel-under-test.js'

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

function canonical(value: unknown): string {
  const text = canonicalJson(value)
  if (text._tag === 'Left') throw new Error(text.left.reason)
  return text.right
}

/** Of an item without its counts, and with the digest of its content in place of the content. */
function itemDigest({ content, tokens: _, ...head }: ContextItemInput): string {
  const body = content === undefined ? head : { ...head, contentDigest: `sha256:${sha256(content)}` }
  return `sha256:${sha256(`cmk/context-item/v1\n${canonical(body)}`)}`
}

test('REQ-BASE-202 and REQ-PLAN-230 every digest of a plan is the one its document has: items, options, the plan itself', () => {
  let made = 0
  fc.assert(
    fc.property(anyScenario(), ({ request, caller, options }) => {
      const answer = answerTo(request, caller, environmentOf(options))
      if ('error' in answer) return
      made += 1
      const { digest, ...body } = answer.plan
      const byId = new Map(request.items.map((item) => [item.itemId, item]))
      for (const one of answer.plan.selected) assert.is(one.digest, itemDigest(byId.get(one.itemId)!))
      assert.is(digest, `sha256:${sha256(`cmk/context-plan/v1\n${canonical(body)}`)}`)
      const inForce = canonical({ ...DEFAULT_KERNEL_OPTIONS, ...options })
      assert.is(answer.plan.optionsDigest, `sha256:${sha256(`cmk/kernel-options/v1\n${inForce}`)}`)
    }),
    runs(150),
  )
  assert.ok(made > 20)
})

test('REQ-CON-211 and REQ-CON-210 every plan is a plan by its own codec', () => {
  let made = 0
  fc.assert(
    fc.property(anyScenario(), ({ request, caller, options }) => {
      const answer = answerTo(request, caller, environmentOf(options))
      if ('error' in answer) return
      made += 1
      assert.is(decode(ContextPlan, answer.plan)._tag, 'Right')
    }),
    runs(150),
  )
  assert.ok(made > 20)
})

test('REQ-PLAN-230 a plan says for which instant, counter, sink, budget and terms it was made', () => {
  const plan = planOf(
    requestOf([messageOf('user', 1)], 0, {
      budget: {
        windowTokens: 500,
        reservedOutputTokens: 100,
        safetyMarginTokens: 50,
        recoveryReserveTokens: 20,
      },
      placement: 'latest-user',
      conversation: 'by-priority',
    }),
  )
  assert.is(plan.schema, 'cmk/context-plan/v1')
  assert.is(plan.plannedFor, '2026-03-01T12:00:00.000Z')
  assert.is(plan.counter, 'feature-v3')
  assert.equal(plan.sink, CALLER.sink)
  assert.equal([plan.placement, plan.conversation], ['latest-user', 'by-priority'])
  assert.equal(plan.budget, {
    windowTokens: 500,
    reservedOutputTokens: 100,
    safetyMarginTokens: 50,
    recoveryReserveTokens: 20,
    inputTokens: 350,
    perMessageTokens: 4,
    perPlanTokens: 32,
  })
})

test('REQ-PLAN-230 planning changes nothing it was given, and a plan is not changed through it', () => {
  fc.assert(
    fc.property(anyScenario(), ({ request, caller, options }) => {
      const given = { request: structuredClone(request), caller: structuredClone(caller) }
      const answer = answerTo(given.request, given.caller, environmentOf(options))
      assert.is(JSON.stringify(given), JSON.stringify({ request, caller }))
      const before = JSON.stringify(answer)
      scribble(given)
      assert.is(JSON.stringify(answer), before)
    }),
    runs(100),
  )
})

/** Overwrites every text and number of a document in place. */
function scribble(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  const record = value as Record<string, unknown>
  for (const key of Object.keys(record)) {
    if (typeof record[key] === 'object') scribble(record[key])
    else record[key] = 'scribbled'
  }
}

type SharedPartition = keyof typeof DEFAULT_KERNEL_OPTIONS.softShares

test('REQ-PLAN-230 options are the kernel\u2019s own: what the host does to its object afterwards changes nothing', () => {
  const softShares: Record<SharedPartition, number> = { ...DEFAULT_KERNEL_OPTIONS.softShares }
  const environment = environmentOf({ softShares })
  const before = environment.options.softShares.memory
  softShares.memory = 1_000_000
  assert.is(environment.options.softShares.memory, before)
})

test.run()
