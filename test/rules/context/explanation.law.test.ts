/**
 * Is every item accounted for? Each one is chosen or dropped with a reason, once, and totals stay exact where
 * details are cut.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { DROP_REASONS } from '../../../src/contract/context-plan.js'
import { anyScenario } from '../../support/arbitrary-request.js'
import { anyText } from '../../support/arbitrary-content.js'
import { runs } from '../../support/fc-runs.js'
import { itemOf, messageOf } from '../../support/item-of.js'
import { answerTo, environmentOf, planOf, requestOf } from '../../support/kernel-under-test.js'
import { countsOf, denialReason } from '../../support/plan-oracle.js'

test('REQ-PLAN-234 every item is chosen or dropped with a reason, exactly once', () => {
  fc.assert(
    fc.property(anyScenario(), ({ request, caller }) => {
      const answer = answerTo(request, caller)
      if ('error' in answer) return
      const { selected, explanation } = answer.plan
      const ids = [...selected, ...explanation.dropped].map(({ itemId }) => String(itemId))
      assert.equal(ids.sort(), request.items.map(({ itemId }) => itemId).sort())
      assert.not.ok(explanation.droppedCapped)
    }),
    runs(200),
  )
})

test('REQ-PLAN-241 an item that is not admitted is dropped for the first reason that holds', () => {
  fc.assert(
    fc.property(anyScenario(), ({ request, caller }) => {
      const answer = answerTo(request, caller)
      if ('error' in answer) return
      const { selected, explanation } = answer.plan
      const reasons = new Map<string, string>(
        explanation.dropped.map(({ itemId, reason }) => [itemId, reason]),
      )
      for (const item of request.items) {
        const denial = denialReason(item, caller, request.now)
        if (denial !== null) assert.is(reasons.get(item.itemId), denial)
        else assert.not.ok(DENIALS.has(reasons.get(item.itemId) ?? ''))
      }
      assert.is(selected.length + explanation.dropped.length, request.items.length)
    }),
    runs(200),
  )
})

const DENIALS = new Set<string>(DROP_REASONS.slice(0, 5))

test('REQ-PLAN-015 and REQ-PLAN-234 totals of what fell out are exact however few details are kept, and cutting is stated', () => {
  fc.assert(
    fc.property(anyScenario(), fc.integer({ min: 0, max: 6 }), ({ request, caller }, droppedDetailsMax) => {
      const answer = answerTo(request, caller)
      const capped = answerTo(request, caller, environmentOf({ droppedDetailsMax }))
      assert.is('error' in answer, 'error' in capped)
      if ('error' in answer || 'error' in capped) return
      const { dropped } = answer.plan.explanation
      const byId = new Map(request.items.map((item) => [item.itemId, item]))
      const totals = DROP_REASONS.flatMap((reason) => {
        const fallen = dropped.filter((one) => one.reason === reason).map(({ itemId }) => byId.get(itemId)!)
        const tokens = fallen.reduce((sum, item) => sum + countsOf(item).expected, 0)
        return fallen.length === 0 ? [] : [{ reason, items: fallen.length, tokens }]
      })
      assert.equal(answer.plan.explanation.droppedTotals, totals)
      assert.equal(capped.plan.explanation.droppedTotals, totals)
      assert.equal(capped.plan.explanation.dropped, dropped.slice(0, droppedDetailsMax))
      assert.is(capped.plan.explanation.droppedCapped, dropped.length > droppedDetailsMax)
      assert.equal(capped.plan.selected, answer.plan.selected)
    }),
    runs(200),
  )
})

test('REQ-PEER-106 a claimed count below one token in 32 code units is raised, and the plan says so', () => {
  fc.assert(
    fc.property(anyText, fc.nat(40), fc.nat(40), (content, low, high) => {
      const tokens = { expected: Math.min(low, high), safe: Math.max(low, high) }
      const item = itemOf('claim', { kind: 'memory', content, tokens })
      const plan = planOf(requestOf([item, messageOf('user', 1)], 100_000))
      const least = Math.ceil(content.length / 32)
      const chosen = plan.selected.find(({ itemId }) => itemId === 'claim')!
      assert.is(chosen.tokens, Math.max(tokens.expected, least))
      const raised = {
        itemId: 'claim',
        claimedExpectedTokens: tokens.expected,
        claimedSafeTokens: tokens.safe,
        lowerBoundTokens: least,
      }
      assert.equal(plan.explanation.raised, tokens.expected < least ? [raised] : [])
    }),
    runs(200),
  )
})

test('REQ-PEER-106 a megabyte of text cannot claim one token', () => {
  const item = itemOf('claim', {
    kind: 'memory',
    content: 'a'.repeat(1_048_576),
    tokens: { expected: 1, safe: 1 },
  })
  const plan = planOf(requestOf([item, messageOf('user', 1)], 32_000))
  assert.equal(plan.explanation.raised, [
    { itemId: 'claim', claimedExpectedTokens: 1, claimedSafeTokens: 1, lowerBoundTokens: 32_768 },
  ])
  assert.is(plan.explanation.dropped[0]?.reason, 'over_budget')
})

test('REQ-PLAN-234 evidence and snippets that do not fit are offloadable, and what has another reason is not', () => {
  const content = 'word '.repeat(2000)
  const items = [
    messageOf('tool', 1, { kind: 'tool-evidence', content, binding: { results: [] } }),
    messageOf('user', 2),
    itemOf('evidence', { kind: 'history-evidence', content }),
    itemOf('memory', { kind: 'memory', content: `${content}!` }),
    itemOf('snippet', { kind: 'project-snippet', content, expiresAt: '2026-02-20T00:00:00.000Z' }),
  ]
  const { dropped } = planOf(requestOf(items, 300)).explanation
  const told = new Map<string, string>(
    dropped.map((one) => [one.itemId, `${one.reason} ${String(one.offloadable)}`]),
  )
  assert.is(told.get('tool-1'), 'over_budget true')
  assert.is(told.get('evidence'), 'over_budget true')
  assert.is(told.get('memory'), 'over_budget false')
  assert.is(told.get('snippet'), 'expired false')
})

test.run()
