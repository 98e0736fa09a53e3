/**
 * What if the counter is calibrated between two plans? What is sent is the same, whatever it is thought to cost: counts are
 * no part of what is compared.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import { sealItems } from '../../../src/kernel/index.js'
import { runs } from '../../support/fc-runs.js'
import { CALLER, environmentOf, idsOf, planOf, requestOf } from '../../support/kernel-under-test.js'
import { anyGrowth, heldItems, isPrefix, replay, type Items } from './epochs-replay.js'

/** The items as another counter counts them: so many thousandths of before. */
function recounted(items: Items, thousandths: number, counter: string): readonly ContextItemInput[] {
  const scaled = (tokens: number) => Math.ceil((tokens * thousandths) / 1000)
  return items.map((item) => ({
    ...item,
    tokens: { expected: scaled(item.tokens.expected), safe: scaled(item.tokens.safe), counter },
  }))
}

const ROOMY = 100_000

test('REQ-PLAN-245 and REQ-PLAN-290 other counts of the same items break no prefix: all that was sent is reusable', () => {
  const met = { held: 0, steps: 0 }
  const counters = fc.constantFrom(
    'feature-v3',
    'feature-v3:x1.000000:1.000000',
    'feature-v3:x1.310000:1.420000',
  )
  fc.assert(
    fc.property(
      anyGrowth(),
      counters,
      fc.integer({ min: 500, max: 2000 }),
      (moments, counter, thousandths) => {
        for (const { plan, moment } of replay(moments, () => ({ windowTokens: ROOMY }))) {
          const items = recounted(heldItems(moment, plan), thousandths, counter)
          const next = planOf({ ...requestOf(items, ROOMY), previous: plan })
          assert.is(next.prefixBreak, undefined)
          assert.ok(isPrefix(plan, next), `${idsOf(plan).join(' ')} | ${idsOf(next).join(' ')}`)
          assert.is(next.reusablePrefixTokens, next.expectedTokens)
          assert.is(next.epoch.grownTokens, plan.epoch.grownTokens)
          assert.equal(
            next.prefixes.map(({ digest }) => digest),
            plan.prefixes.map(({ digest }) => digest),
          )
          met.steps += 1
          met.held += next.selected.some(({ reason }) => reason === 'sent_before') ? 1 : 0
        }
      },
    ),
    runs(25),
  )
  assert.ok(met.steps > 20 && met.held > 5, JSON.stringify(met))
})

test('REQ-PLAN-248 where other counts leave no room, the conversation is cut, and nothing is said to have changed', () => {
  const causes = new Map<string, number>()
  fc.assert(
    fc.property(anyGrowth(), fc.integer({ min: 60, max: 300 }), (moments, windowTokens) => {
      const budget = { windowTokens, perMessageTokens: 0, perPlanTokens: 0 }
      for (const { plan, moment } of replay(moments, () => ({ windowTokens, budget }))) {
        const items = recounted(heldItems(moment, plan), 1300, 'feature-v3')
        const request = { ...requestOf(items, windowTokens, { budget }), previous: plan }
        const cause = causeOf(request)
        if (cause !== null) causes.set(cause, (causes.get(cause) ?? 0) + 1)
      }
    }),
    runs(25),
  )
  assert.equal([...causes.keys()], ['cut'], JSON.stringify([...causes]))
})

/** The cause of the break, or null where there is none or no plan. */
function causeOf(request: Parameters<typeof planOf>[0]): string | null {
  try {
    return planOf(request).prefixBreak?.cause ?? null
  } catch {
    return null
  }
}

test('REQ-BASE-202 the digest of an item names what it is, not what it is counted as, sealed or not', () => {
  fc.assert(
    fc.property(anyGrowth({ turnsMax: 2 }), fc.integer({ min: 100, max: 3000 }), (moments, thousandths) => {
      const items = heldItems(moments.at(-1)!, null)
      const other = recounted(items, thousandths, 'another')
      const digests = (given: readonly unknown[]) =>
        planOf(requestOf(given as readonly ContextItemInput[], ROOMY)).selected.map(({ digest }) => digest)
      const environment = environmentOf()
      const sealed = sealItems(environment, { items: other }, CALLER)
      if (sealed._tag === 'Left') throw new Error(sealed.left.message)
      assert.equal(digests(other), digests(items))
      const sealedPlan = planOf(requestOf(sealed.right, ROOMY), CALLER, environment)
      assert.equal(
        sealedPlan.selected.map(({ digest }) => digest),
        digests(items),
      )
    }),
    runs(20),
  )
})

test.run()
