/**
 * In which order does the window stand? Segment by segment as REQ-PLAN-235 says, whatever was chosen.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { anyScenario, type Scenario } from '../../support/arbitrary-request.js'
import { runs } from '../../support/fc-runs.js'
import { callOf, itemOf, messageOf, resultOf } from '../../support/item-of.js'
import { answerTo, dropReason, idsOf, planOf, requestOf } from '../../support/kernel-under-test.js'
import { conversationOf, naivePairing } from '../../support/pairing-oracle.js'
import { countsOf, isTrusted, isUserMessage } from '../../support/plan-oracle.js'

const ORDER = {
  hybrid: ['instructions', 'standing', 'conversation', 'fresh', 'current'],
  'stable-prefix': ['instructions', 'standing', 'fresh', 'conversation', 'current'],
  'latest-user': ['instructions', 'conversation', 'standing', 'fresh', 'current'],
} as const

interface Laid {
  readonly item: ContextItemInput
  readonly segment: string
}

interface LaidOut {
  readonly plan: ContextPlan
  readonly laid: readonly Laid[]
}

function laidOut({ request, caller }: Scenario): LaidOut | null {
  const answer = answerTo(request, caller)
  if ('error' in answer) return null
  const byId = new Map(request.items.map((item) => [item.itemId, item]))
  const laid = answer.plan.selected.map(({ itemId, segment }) => ({ item: byId.get(itemId)!, segment }))
  return { plan: answer.plan, laid }
}

/** The segment of a chosen item, from its kind and the position of the newest chosen user message. */
function segmentFor(item: ContextItemInput, { request, caller }: Scenario, { laid, plan }: LaidOut): string {
  if (['system-policy', 'project-rule', 'skill', 'tool-schema'].includes(item.kind)) return 'instructions'
  if (item.kind === 'summary') return 'conversation'
  if (item.kind === 'memory' || item.kind === 'pin') {
    return (item.pinned || item.kind === 'pin') && isTrusted(item, 'user', caller) ? 'standing' : 'fresh'
  }
  if (!['message', 'tool-evidence', 'artifact-ref'].includes(item.kind)) return 'fresh'
  if (isLeadingInstruction(item, { request, caller }, plan)) return 'instructions'
  const chosen = new Set(laid.map((one) => one.item))
  const anchor = conversationOf(request.items).findLast((one) => isUserMessage(one) && chosen.has(one))
  const at = (one: ContextItemInput) => one.source.sequence ?? -1
  return anchor !== undefined && at(item) >= at(anchor) ? 'current' : 'conversation'
}

/** A system or developer message before the first user message that may be shown, outside any exchange. */
function isLeadingInstruction(
  item: ContextItemInput,
  { request, caller }: Pick<Scenario, 'request' | 'caller'>,
  plan: ContextPlan,
): boolean {
  const role = item.binding?.role
  if ((role !== 'system' && role !== 'developer') || !isTrusted(item, 'verified', caller)) return false
  const conversation = conversationOf(request.items)
  const before = conversation.slice(0, conversation.indexOf(item))
  const inExchange = naivePairing(request.items).exchanges.some((exchange) => exchange.has(item.itemId))
  const mayBeShown = (one: ContextItemInput) => !NOT_SHOWN.has(dropReason(plan, one.itemId) ?? '')
  return !inExchange && !before.some((one) => isUserMessage(one) && mayBeShown(one))
}

/** Why a user message is not there to be led to; want of room is none of them. */
const NOT_SHOWN = new Set([
  'expired',
  'scope_denied',
  'sink_denied',
  'sensitivity_denied',
  'exchange_incomplete',
  'orphan_result',
  'duplicate_result',
])

test('REQ-PLAN-235 every item stands in the segment of its kind, and the segments in the order of the placement', () => {
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const found = laidOut(scenario)
      if (found === null) return
      const { laid, plan } = found
      for (const { item, segment } of laid) {
        assert.is(segment, segmentFor(item, scenario, found), item.itemId)
      }
      const hasRequest = laid.some(({ item }) => isUserMessage(item))
      const order: readonly string[] = ORDER[hasRequest ? plan.placement : 'stable-prefix']
      const places = laid.map(({ segment }) => order.indexOf(segment))
      assert.equal(
        places,
        [...places].sort((a, b) => a - b),
      )
    }),
    runs(200),
  )
})

test('REQ-PLAN-235 conversation stands by rising sequence in each segment, and a summary before all of it', () => {
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const found = laidOut(scenario)
      if (found === null) return
      for (const segment of ['conversation', 'current']) {
        const items = found.laid.filter((one) => one.segment === segment).map(({ item }) => item)
        const summaries = items.filter(({ kind }) => kind === 'summary').length
        assert.ok(items.slice(0, summaries).every(({ kind }) => kind === 'summary'))
        const sequences = items.slice(summaries).map(({ source }) => source.sequence ?? -1)
        assert.equal(
          sequences,
          [...sequences].sort((a, b) => a - b),
        )
      }
    }),
    runs(200),
  )
})

test('REQ-PLAN-235 no score moves an item: with room for all, other priorities give the same order', () => {
  fc.assert(
    fc.property(
      anyScenario(),
      fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1 }),
      (scenario, scores) => {
        const roomy = { ...scenario.request, partitions: {}, budget: { windowTokens: 1_000_000 } }
        const items = uniqueContents(roomy.items)
        const scored = items.map((item, at) => ({ ...item, priority: scores[at % scores.length] ?? 0 }))
        const one = answerTo({ ...roomy, items }, scenario.caller)
        const other = answerTo({ ...roomy, items: scored }, scenario.caller)
        if ('error' in one || 'error' in other) return
        assert.equal(idsOf(other.plan), idsOf(one.plan))
      },
    ),
    runs(100),
  )
})

/** Identical supplements are kept once, and the priority says which; that is another law. */
function uniqueContents(items: readonly ContextItemInput[]): readonly ContextItemInput[] {
  return items.map(({ contentRef: _contentRef, ...item }) => ({
    ...item,
    content: `${item.itemId} ${item.content ?? ''}`,
  }))
}

test('REQ-PLAN-008 and REQ-PLAN-007 every entry of a plan points at its own item: id, tokens, and nobody pays for another', () => {
  fc.assert(
    fc.property(anyScenario(), (scenario) => {
      const found = laidOut(scenario)
      if (found === null) return
      found.plan.selected.forEach(({ tokens }, at) =>
        assert.is(tokens, countsOf(found.laid[at]!.item).expected),
      )
      const views = found.plan.sinkView.segments
      for (const view of views) {
        const held = found.laid.filter(({ segment }) => segment === view.segment).map(({ item }) => item)
        assert.is(view.items, held.length)
        assert.is(
          view.tokens,
          held.reduce((sum, item) => sum + countsOf(item).expected, 0),
        )
      }
      assert.equal(
        views.map(({ segment }) => segment),
        [...new Set(found.laid.map(({ segment }) => segment))],
      )
    }),
    runs(200),
  )
})

const WINDOW: readonly ContextItemInput[] = [
  itemOf('policy', { kind: 'system-policy', labels: { trust: 'host' } }),
  itemOf('tool', { kind: 'tool-schema' }),
  itemOf('pin', { kind: 'pin' }),
  itemOf('summary', { kind: 'summary' }),
  messageOf('system', 1),
  messageOf('assistant', 2),
  messageOf('user', 3),
  messageOf('system', 4),
  itemOf('task', { kind: 'task-state', binding: { taskState: 'running' } }),
  itemOf('memory', { kind: 'memory' }),
  itemOf('snippet', { kind: 'project-snippet' }),
  messageOf('user', 5),
  callOf(6, ['a']),
  resultOf(7, ['a']),
]

test('REQ-PLAN-235 the three placements of one window', () => {
  const before = ['system-1', 'policy', 'tool']
  const talk = ['summary', 'assistant-2', 'user-3', 'system-4']
  const fresh = ['memory', 'task', 'snippet']
  const current = ['user-5', 'assistant-6', 'tool-7']
  const of = (placement: 'hybrid' | 'stable-prefix' | 'latest-user') =>
    idsOf(planOf(requestOf(WINDOW, 100_000, { placement })))
  assert.equal(of('hybrid'), [...before, 'pin', ...talk, ...fresh, ...current])
  assert.equal(of('stable-prefix'), [...before, 'pin', ...fresh, ...talk, ...current])
  assert.equal(of('latest-user'), [...before, ...talk, 'pin', ...fresh, ...current])
  assert.equal(idsOf(planOf(requestOf(WINDOW, 100_000))), of('hybrid'))
})

test('REQ-PLAN-007 a recalled or pinned item before a leading assistant or tool message stays an item of its own', () => {
  const talk = [messageOf('assistant', 1), callOf(2, ['a']), resultOf(3, ['a']), messageOf('user', 4)]
  const items = [itemOf('pin', { kind: 'pin' }), itemOf('memory', { kind: 'memory' }), ...talk]
  const { selected } = planOf(requestOf(items, 100_000, { placement: 'stable-prefix' }))
  assert.equal(
    selected.map(({ itemId, segment, reason }) => [itemId, segment, reason]),
    [
      ['pin', 'standing', 'pinned'],
      ['memory', 'fresh', 'in_partition'],
      ['assistant-1', 'conversation', 'in_tail'],
      ['assistant-2', 'conversation', 'in_tail'],
      ['tool-3', 'conversation', 'in_tail'],
      ['user-4', 'current', 'current_request'],
    ],
  )
})

test('REQ-PLAN-243 and REQ-PLAN-009 without a user message nothing is injected, and what leads as the system is kept', () => {
  const lost = ['memory', 'history-evidence', 'project-snippet', 'task-state'] as const
  const items = [
    ...lost.map((kind) => itemOf(kind, { kind })),
    itemOf('policy', { kind: 'system-policy', labels: { trust: 'host' } }),
    itemOf('pin', { kind: 'pin' }),
    messageOf('developer', 1),
    messageOf('assistant', 2),
    messageOf('system', 3),
  ]
  const plan = planOf(requestOf(items, 100_000))
  for (const kind of lost) assert.is(dropReason(plan, kind), 'no_user_message')
  assert.equal(idsOf(plan), ['developer-1', 'system-3', 'policy', 'pin', 'assistant-2'])
})

test('REQ-PLAN-009 system and developer messages before the first user message are kept as instructions when room is short', () => {
  const filler = Array.from({ length: 30 }, (_, at) =>
    messageOf('assistant', at + 10, { content: 'word '.repeat(50) }),
  )
  const items = [
    messageOf('system', 1),
    messageOf('developer', 2),
    messageOf('user', 3),
    messageOf('system', 4),
    ...filler,
    messageOf('user', 90),
  ]
  const plan = planOf(requestOf(items, 100))
  assert.equal(idsOf(plan), ['system-1', 'developer-2', 'user-90'])
  assert.equal(
    plan.selected.slice(0, 2).map(({ segment }) => segment),
    ['instructions', 'instructions'],
  )
})

test('REQ-PLAN-009 a user message that may not be shown ends nothing: what leads after it is still kept', () => {
  const items = [
    messageOf('user', 1, { expiresAt: '2026-02-02T00:00:00.000Z' }),
    messageOf('system', 2),
    messageOf('assistant', 3, { content: 'word '.repeat(100) }),
    messageOf('user', 4),
  ]
  assert.equal(idsOf(planOf(requestOf(items, 60))), ['system-2', 'user-4'])
})

test('REQ-PLAN-004 a leading system message that answers a call stays behind the call', () => {
  const items = [
    callOf(1, ['a']),
    messageOf('system', 2, { binding: { role: 'system', results: [{ callId: 'a' }] } }),
    messageOf('user', 3),
  ]
  assert.equal(idsOf(planOf(requestOf(items, 9000))), ['assistant-1', 'system-2', 'user-3'])
})

test.run()
