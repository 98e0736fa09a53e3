/**
 * Can a sink learn of what was denied? What it sees is the same whether denied items are in the request or not.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { CallerInput } from '../../../src/contract/caller.js'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import { anyScenario } from '../../support/arbitrary-request.js'
import { denyingSpec } from '../../support/arbitrary-session.js'
import { runs } from '../../support/fc-runs.js'
import { itemOf, type ItemBinding } from '../../support/item-of.js'
import { answerTo } from '../../support/kernel-under-test.js'
import { conversationOf } from '../../support/pairing-oracle.js'
import { denialReason, isUserMessage } from '../../support/plan-oracle.js'

/** An item of somebody else, without marks: what it is and before which conversation item it stands. */
interface Stranger {
  readonly at: number
  readonly what:
    'assistant' | 'system' | 'user' | 'orphan' | 'exchange' | 'memory' | 'system-policy' | 'summary'
  readonly spec: Pick<ContextItemInput, 'expiresAt'> & {
    readonly labels?: Partial<ContextItemInput['labels']>
  }
}

const anyStranger: fc.Arbitrary<Stranger> = fc.record({
  at: fc.nat(60),
  what: fc.constantFrom(
    'assistant',
    'system',
    'user',
    'orphan',
    'exchange',
    'memory',
    'system-policy',
    'summary',
  ),
  spec: denyingSpec,
}) as fc.Arbitrary<Stranger>

/** The same session with room between any two sequences. */
function spread(items: readonly ContextItemInput[]): readonly ContextItemInput[] {
  const conversation = conversationOf(items)
  return items.map((item) => {
    const at = conversation.indexOf(item)
    return at < 0 ? item : { ...item, source: { ...item.source, sequence: (at + 1) * 1000 } }
  })
}

interface Session {
  readonly items: readonly ContextItemInput[]
  readonly caller: CallerInput
  readonly now: string
}

/** The items of a stranger, or none where they would be the newest request or the running exchange. */
function strangersIn(
  { items, caller, now }: Session,
  stranger: Stranger,
  number: number,
): readonly ContextItemInput[] {
  const conversation = conversationOf(items)
  const at = stranger.at % (conversation.length + 1)
  const place = at * 1000 + 500 + number * 3
  const put = (suffix: string, offset: number, binding: ItemBinding) =>
    itemOf(`stranger-${String(number)}${suffix}`, { ...stranger.spec, sequence: place + offset, binding })
  const callId = `stranger ${String(number)}`
  const isShown = (one: ContextItemInput) => denialReason(one, caller, now) === null
  const isNewest = !conversation.slice(at).some((one) => isUserMessage(one) && isShown(one))
  switch (stranger.what) {
    case 'assistant':
      return [put('', 0, { role: 'assistant' })]
    case 'system':
      return [untrusted(put('', 0, { role: 'system' }))]
    case 'user':
      return isNewest ? [] : [put('', 0, { role: 'user' })]
    case 'orphan':
      return [put('', 0, { role: 'tool', results: [{ callId }] })]
    case 'exchange':
      return isNewest
        ? []
        : [
            put('', 0, { role: 'assistant', calls: [{ callId }] }),
            put('r', 1, { role: 'tool', results: [{ callId }] }),
          ]
    case 'memory':
    case 'summary':
      return [itemOf(`stranger-${String(number)}`, { ...stranger.spec, kind: stranger.what })]
    case 'system-policy':
      return [untrusted(itemOf(`stranger-${String(number)}`, { ...stranger.spec, kind: 'system-policy' }))]
  }
}

/** A trusted system message would be protected, and a refusal would be due. */
function untrusted(item: ContextItemInput): ContextItemInput {
  return { ...item, labels: { ...item.labels, trust: 'external' } }
}

test('REQ-PLAN-236 and REQ-SCOPE-050 adding or removing what is denied changes nothing that is chosen and nothing the sink sees', () => {
  let added = 0
  fc.assert(
    fc.property(
      anyScenario({ bonds: false }),
      fc.array(anyStranger, { minLength: 1, maxLength: 5 }),
      ({ request, caller }, strangers) => {
        const items = spread(request.items)
        const denied = strangers.flatMap((stranger, number) =>
          strangersIn({ items, caller, now: request.now }, stranger, number),
        )
        added += denied.length
        const without = answerTo({ ...request, items }, caller)
        const together = answerTo({ ...request, items: [...items, ...denied] }, caller)
        if ('error' in without || 'error' in together) {
          assert.equal(together, without)
          return
        }
        assert.equal(together.plan.sinkView, without.plan.sinkView)
        assert.equal(together.plan.selected, without.plan.selected)
        assert.equal(together.plan.awaiting, without.plan.awaiting)
        assert.is(together.plan.totalTokens, without.plan.totalTokens)
      },
    ),
    runs(300),
  )
  assert.ok(added > 100)
})

test('REQ-PLAN-236 the view of the sink has segments and a total, and no id, reason or count of what was denied', () => {
  let denied = 0
  fc.assert(
    fc.property(anyScenario(), ({ request, caller }) => {
      const answer = answerTo(request, caller)
      if ('error' in answer) return
      const { explanation, selected, sinkView } = answer.plan
      if (explanation.droppedTotals.some(({ reason }) => /^expired$|_denied$/.test(reason))) denied += 1
      assert.equal(Object.keys(sinkView), ['segments', 'totalTokens'])
      for (const view of sinkView.segments) assert.equal(Object.keys(view), ['segment', 'items', 'tokens'])
      assert.is(
        sinkView.segments.reduce((sum, view) => sum + view.items, 0),
        selected.length,
      )
    }),
    runs(300),
  )
  assert.ok(denied > 20)
})

test.run()
