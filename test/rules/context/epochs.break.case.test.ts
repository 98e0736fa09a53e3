/**
 * What breaks a prefix? One case for every cause, with the item it begins at and what has to be sent anew.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CallerInput } from '../../../src/contract/caller.js'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { BREAK_CAUSES } from '../../../src/contract/epoch.js'
import { itemOf, messageOf, NOW, type ItemSpec } from '../../support/item-of.js'
import { CALLER, idsOf, planOf, requestOf } from '../../support/kernel-under-test.js'
import type { Terms } from './epochs-replay.js'

const tokens = (count: number) => ({ expected: count, safe: count, counter: 'other-v1' })
const said = (role: 'assistant' | 'user', sequence: number, spec: ItemSpec = {}) =>
  messageOf(role, sequence, { tokens: tokens(10), ...spec })
const other = (kind: ContextItemInput['kind'], itemId: string, spec: ItemSpec = {}) =>
  itemOf(itemId, { kind, tokens: tokens(10), ...spec })

const rule = other('project-rule', 'rule')
const pin = other('memory', 'pin', { pinned: true })
const summary = other('summary', 'summary')
const recalled = other('memory', 'recalled')
const talk = [said('user', 1), said('assistant', 2), said('user', 3)]
const whole = [rule, pin, summary, ...talk, recalled]
const next = [said('assistant', 4), said('user', 5)]

/** One request after another; each with the plan before it. */
interface Change {
  readonly from?: readonly ContextItemInput[]
  readonly to: readonly ContextItemInput[]
  readonly before?: Terms
  readonly after?: Terms
  readonly caller?: CallerInput
  readonly windowTokens?: number
}

const BUDGET = { perMessageTokens: 0, perPlanTokens: 0 }

function plansOf({
  from = whole,
  to,
  before = {},
  after = {},
  caller = CALLER,
  windowTokens = 1000,
}: Change) {
  const budget = { ...BUDGET, windowTokens }
  const first = planOf(requestOf(from, windowTokens, { ...before, budget }))
  const request = { ...requestOf(to, windowTokens, { ...after, budget }), previous: first }
  return { first, plan: planOf(request, caller) }
}

const met = new Set<string>()

/** The break of a plan: `cause itemId costTokens`, or nothing. */
function breakOf({ prefixBreak }: ContextPlan): string | undefined {
  if (prefixBreak === undefined) return undefined
  met.add(prefixBreak.cause)
  return `${prefixBreak.cause} ${prefixBreak.itemId} ${String(prefixBreak.costTokens)}`
}

const changed = (items: readonly ContextItemInput[], one: ContextItemInput) =>
  items.map((item) => (item.itemId === one.itemId ? one : item))
const without = (items: readonly ContextItemInput[], itemId: string) =>
  items.filter((item) => item.itemId !== itemId)

test('REQ-PLAN-248 nothing breaks where a plan only appends', () => {
  const { first, plan } = plansOf({ to: [...whole, ...next] })
  assert.equal(idsOf(first), ['rule', 'pin', 'summary', 'user-1', 'assistant-2', 'recalled', 'user-3'])
  assert.equal(idsOf(plan), [...idsOf(first), 'assistant-4', 'user-5'])
  assert.is(breakOf(plan), undefined)
  assert.is(plan.reusablePrefixTokens, 70)
})

test('REQ-PLAN-248 a changed instruction, a new one and one that is gone break the prefix where it stood', () => {
  const edited = changed(whole, other('project-rule', 'rule', { content: 'another rule' }))
  assert.is(breakOf(plansOf({ to: edited }).plan), 'instructions_changed rule 60')
  assert.is(breakOf(plansOf({ to: [...whole, other('skill', 'skill')] }).plan), 'instructions_changed pin 60')
  assert.is(breakOf(plansOf({ to: without(whole, 'rule') }).plan), 'instructions_changed rule 60')
})

test('REQ-PLAN-248 what is standing breaks the prefix where it changes', () => {
  const edited = changed(whole, other('memory', 'pin', { pinned: true, content: 'another pin' }))
  assert.is(breakOf(plansOf({ to: edited }).plan), 'standing_changed pin 50')
  assert.is(breakOf(plansOf({ to: without(whole, 'pin') }).plan), 'standing_changed pin 50')
  const second = other('memory', 'second', { pinned: true })
  assert.is(breakOf(plansOf({ to: [...whole, second] }).plan), 'standing_changed summary 50')
})

test('REQ-PLAN-248 another summary breaks the prefix before the conversation', () => {
  assert.is(
    breakOf(plansOf({ to: [...whole, other('summary', 'later', { createdAt: NOW })] }).plan),
    'summary_changed user-1 40',
  )
})

test('REQ-PLAN-248 a supplement that is gone or says something else breaks the prefix at its place', () => {
  const edited = changed(whole, other('memory', 'recalled', { content: 'something else' }))
  const { plan } = plansOf({ to: edited })
  assert.is(breakOf(plan), 'supplement_changed recalled 10')
  assert.is(plan.reusablePrefixTokens, 50)
  assert.equal(idsOf(plan).slice(-2), ['user-3', 'recalled'])
  assert.is(breakOf(plansOf({ to: without(whole, 'recalled') }).plan), 'supplement_changed recalled 10')
})

test('REQ-PLAN-248 an edit of the history breaks the prefix at its place', () => {
  const edited = changed(whole, said('assistant', 2, { content: 'it said something else' }))
  assert.is(breakOf(plansOf({ to: edited }).plan), 'conversation_changed assistant-2 20')
  assert.is(
    breakOf(plansOf({ to: without(whole, 'assistant-2') }).plan),
    'conversation_changed assistant-2 20',
  )
})

test('REQ-PLAN-248 what may no longer be shown breaks the prefix at its place', () => {
  const { first, plan } = plansOf({ to: changed(whole, said('assistant', 2, { expiresAt: NOW })) })
  assert.is(idsOf(first)[4], 'assistant-2')
  // An expiry is part of the item, so it is another item that is not admitted.
  assert.is(breakOf(plan), 'conversation_changed assistant-2 20')
  const expiring = changed(whole, said('assistant', 2, { expiresAt: '2026-03-01T12:00:00.001Z' }))
  const later = plansOf({ from: expiring, to: expiring, after: { now: '2026-03-02T12:00:00.000Z' } as Terms })
  assert.is(breakOf(later.plan), 'not_admitted assistant-2 20')
})

test('REQ-PLAN-248 a cut breaks the prefix where the conversation began', () => {
  const long = Array.from({ length: 8 }, (_, at) => said(at % 2 === 0 ? 'user' : 'assistant', at + 1))
  const { plan } = plansOf({
    from: [rule, ...long.slice(0, 7)],
    to: [rule, ...long, said('user', 9)],
    windowTokens: 80,
  })
  assert.is(plan.epoch.number, 2)
  assert.is(plan.prefixBreak?.cause, 'cut')
  assert.is(plan.prefixBreak?.itemId, 'user-1')
  assert.is(plan.reusablePrefixTokens, 10)
  const resent = idsOf(plan).filter((id) => id !== 'rule' && id !== 'assistant-8' && id !== 'user-9')
  assert.is(breakOf(plan), `cut user-1 ${String(10 * resent.length)}`)
})

test('REQ-PLAN-248 with prices a supplement of an earlier message is withdrawn while nothing is saved yet', () => {
  const cachePrices = { readThousandths: 100, writeThousandths: 1250 }
  const { plan } = plansOf({ to: [...whole, ...next], before: { cachePrices }, after: { cachePrices } })
  assert.is(breakOf(plan), 'supplement_withdrawn recalled 10')
  assert.is(plan.epoch.number, 1)
  assert.not.ok(idsOf(plan).some((id) => id === 'recalled'))
})

test('REQ-PLAN-248 what is recalled now displaces what was recalled for an earlier message, where both have no room', () => {
  const partitions = { memory: { maxTokens: 20 } }
  const items = [...whole, ...next, other('memory', 'newer')]
  const { plan } = plansOf({ to: items, before: { partitions }, after: { partitions } })
  assert.is(breakOf(plan), 'supplement_displaced recalled 10')
  assert.is(plan.epoch.number, 1)
  assert.equal(idsOf(plan).slice(-4), ['user-3', 'assistant-4', 'newer', 'user-5'])
})

test('REQ-PLAN-248 another placement or sink breaks the prefix', () => {
  const placed = plansOf({ to: whole, after: { placement: 'stable-prefix' } })
  assert.is(breakOf(placed.plan), 'placement_changed summary 50')
  const local: CallerInput = { ...CALLER, sink: { ...CALLER.sink, locality: 'local' } }
  const moved = plansOf({ to: whole, caller: local })
  assert.is(breakOf(moved.plan), 'sink_changed rule 70')
  assert.is(moved.plan.reusablePrefixTokens, 0)
})

test('REQ-PLAN-248 every cause is met by a case', () => {
  assert.equal([...met].sort(), [...BREAK_CAUSES].sort())
})

test.run()
