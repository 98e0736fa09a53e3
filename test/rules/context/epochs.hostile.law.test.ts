/**
 * What if the plan before is no plan? It is refused at its pointer, no getter of it runs, and none of its text is repeated;
 * what is a plan but not of this session changes nothing but the report.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { anyScenario } from '../../support/arbitrary-request.js'
import { runs } from '../../support/fc-runs.js'
import { FOREIGN_SCOPE, itemOf, messageOf } from '../../support/item-of.js'
import { answerTo, CALLER, idsOf, planOf, refusalOf, requestOf } from '../../support/kernel-under-test.js'
import { anyForgery } from './epochs-change.js'

const items = [
  messageOf('user', 1),
  messageOf('assistant', 2),
  messageOf('user', 3),
  itemOf('recalled', { kind: 'memory' }),
]
const request = requestOf(items, 10_000)
const made = planOf(request)
const SECRET = 'hunter2-in-a-plan'

function pointersOf(previous: unknown): readonly string[] {
  const refusal = refusalOf('DocumentRefused', { ...request, previous })
  assert.is(refusal.document, 'StampedPlanRequest')
  assert.not.ok(JSON.stringify(refusal).includes(SECRET))
  return refusal.issues.map(({ pointer }) => pointer)
}

test('REQ-CON-213 and REQ-PLAN-230 what is no plan is refused at a pointer below /previous', () => {
  for (const previous of [null, SECRET, 7, [], {}, true]) {
    assert.ok(pointersOf(previous).every((pointer) => pointer.startsWith('/previous')))
  }
  const [first] = made.selected
  const cases: readonly (readonly [pointer: string, previous: object])[] = [
    ['/previous/epoch', { ...made, epoch: SECRET }],
    ['/previous/epoch/number', { ...made, epoch: { ...made.epoch, number: -1 } }],
    ['/previous/epoch/tailFrom', { ...made, epoch: { ...made.epoch, tailFrom: `${SECRET} with spaces` } }],
    ['/previous/selected/0/digest', { ...made, selected: [{ ...first, digest: SECRET }] }],
    ['/previous/selected/0/segment', { ...made, selected: [{ ...first, segment: SECRET }] }],
    ['/previous/reusablePrefixTokens', { ...made, reusablePrefixTokens: 0.5 }],
    ['/previous', { ...made, [SECRET]: 1 }],
  ]
  for (const [pointer, previous] of cases) {
    const pointers = issuesOf(previous)
    assert.ok(
      pointers.some((one) => one.startsWith(pointer)),
      `${pointer}: ${pointers.join(' ')}`,
    )
  }
})

/** The pointers of a refusal; a key of the request may stand in one. */
function issuesOf(previous: unknown): readonly string[] {
  return refusalOf('DocumentRefused', { ...request, previous }).issues.map(({ pointer }) => pointer)
}

test('REQ-CON-215 a plan of a newer version is refused whole', () => {
  const newer = { ...made, schema: 'cmk/context-plan/v9' }
  assert.is(refusalOf('DocumentNewer', { ...request, previous: newer })._tag, 'DocumentNewer')
})

test('REQ-CON-211 no getter of a plan before runs, and a proxy that throws is a refusal', () => {
  let read = 0
  const getter = Object.defineProperty({ ...made }, 'epoch', {
    enumerable: true,
    get: () => {
      read += 1
      return made.epoch
    },
  })
  assert.ok(pointersOf(getter).length > 0)
  assert.is(read, 0)
  const trap = () => {
    throw new Error(SECRET)
  }
  for (const handler of [
    { get: trap },
    { ownKeys: trap },
    { getOwnPropertyDescriptor: trap },
    { getPrototypeOf: trap },
  ]) {
    const answer = answerTo({ ...request, previous: new Proxy({ ...made }, handler) })
    if ('error' in answer) assert.not.ok(JSON.stringify(answer.error).includes(SECRET))
    else assert.is(JSON.stringify(answer.plan), JSON.stringify(planOf({ ...request, previous: made })))
  }
})

test('REQ-PLAN-231 a plan before that answers otherwise each time it is read changes no law', () => {
  let turn = 0
  const fickle = new Proxy([...made.selected], {
    get: (target, key) => {
      turn += 1
      return turn % 3 === 0 && key === '0' ? target[1] : (Reflect.get(target, key) as unknown)
    },
  })
  const answer = answerTo({ ...request, previous: { ...made, selected: fickle } })
  if ('error' in answer) return
  assert.equal([...idsOf(answer.plan)].sort(), items.map(({ itemId }) => itemId).sort())
  assert.ok(answer.plan.totalTokens <= answer.plan.budget.inputTokens)
})

test('REQ-PLAN-245 a plan of another session is no prefix: nothing is reusable, and the choice is the same', () => {
  let fitted = 0
  fc.assert(
    fc.property(anyScenario(), ({ request: given, caller, options }) => {
      const plain = answerTo(given, caller)
      const answer = answerTo({ ...given, previous: made }, caller)
      assert.is('plan' in answer, 'plan' in plain, JSON.stringify(options))
      if (!('plan' in answer) || !('plan' in plain)) return
      assert.is(answer.plan.reusablePrefixTokens, 0)
      const isWhole = plain.plan.explanation.droppedTotals.every(({ reason }) => !FOR_ROOM.has(reason))
      if (!isWhole) return
      fitted += 1
      assert.equal(
        answer.plan.selected.map(({ itemId }) => itemId).sort(),
        plain.plan.selected.map(({ itemId }) => itemId).sort(),
      )
    }),
    runs(150),
  )
  assert.ok(fitted > 20, String(fitted))
})

const FOR_ROOM = new Set<string>(['over_budget', 'over_ceiling', 'tail_closed'])

test('REQ-PLAN-236 a plan before lets no denied item in, whatever it claims', () => {
  const denied = itemOf('denied', { kind: 'memory', pinned: true, labels: { scope: FOREIGN_SCOPE } })
  const all: readonly ContextItemInput[] = [...items, denied]
  const terms = { ...requestOf(all, 10_000), protectedNotAdmitted: 'drop' } as const
  // The plan of a caller who may see it names its true digest.
  const seen = planOf(terms, { ...CALLER, scopes: [...CALLER.scopes, FOREIGN_SCOPE] })
  assert.ok(idsOf(seen).some((id) => id === 'denied'))
  const plan = planOf({ ...terms, previous: seen })
  assert.not.ok(idsOf(plan).some((id) => id === 'denied'))
  assert.is(plan.prefixBreak?.cause, 'not_admitted')
  assert.is(plan.prefixBreak?.itemId, 'denied')
  const without = planOf({ ...terms, items, previous: seen })
  assert.equal(plan.sinkView, without.sinkView)
  assert.equal(plan.selected, without.selected)
})

test('REQ-PLAN-233 a plan before protects nothing: where it does not fit, what it claims falls', () => {
  const large = itemOf('large', { kind: 'memory', tokens: { expected: 400, safe: 400 } })
  const roomy = planOf(requestOf([...items, large], 10_000))
  assert.ok(idsOf(roomy).some((id) => id === 'large'))
  const claimed = {
    ...roomy,
    selected: roomy.selected.map((entry) => ({ ...entry, reason: 'system_policy', segment: 'instructions' })),
  } as unknown as ContextPlan
  const plan = planOf({ ...requestOf([...items, large], 300), previous: claimed })
  assert.not.ok(idsOf(plan).some((id) => id === 'large'))
  assert.ok(plan.totalTokens <= 300)
  assert.is(plan.epoch.number, 2)
})

test('REQ-PLAN-230 numbers at their bounds stay whole numbers within their bounds', () => {
  fc.assert(
    fc.property(fc.array(anyForgery, { minLength: 1, maxLength: 4 }), fc.boolean(), (forgeries, isPriced) => {
      const ids = items.map(({ itemId }) => itemId)
      const previous = forgeries.reduce((plan, forge) => forge(plan, ids) as ContextPlan, made)
      const cachePrices = { readThousandths: 0, writeThousandths: 100_000 }
      const plan = planOf({ ...request, previous, ...(isPriced ? { cachePrices } : {}) })
      const again = planOf({ ...request, previous: plan, ...(isPriced ? { cachePrices } : {}) })
      for (const { epoch, reusablePrefixTokens } of [plan, again]) {
        for (const figure of [
          epoch.number,
          epoch.requests,
          epoch.grownTokens,
          reusablePrefixTokens,
          epoch.account?.savedThousandths ?? 0,
        ]) {
          assert.ok(Number.isSafeInteger(figure) && figure >= 0)
        }
      }
      // With prices what was held on a forged account may be let go of.
      if (!isPriced) assert.is(again.prefixBreak, undefined)
    }),
    runs(150),
  )
})

test.run()
