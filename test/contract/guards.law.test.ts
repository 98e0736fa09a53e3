import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ContextItem } from '../../src/contract/context-item.js'
import { ContextPlan } from '../../src/contract/context-plan.js'
import { isContextItem } from '../../src/contract/generated/context-item.js'
import { isContextPlan } from '../../src/contract/generated/context-plan.js'
import { isPlanRequest, isStampedPlanRequest } from '../../src/contract/generated/plan-request.js'
import { PlanRequest, StampedPlanRequest } from '../../src/contract/plan-request.js'
import type { Codec } from '../../src/contract/shape.js'
import { hostileValuesOf, SPOIL_NAMES } from './support/hostile-values.js'
import { jsonFaultsOf } from './support/json-faults.js'
import { valuesOf } from './support/shape-values.js'

type Guard = (value: unknown) => boolean

const guarded = [guardOf(ContextItem, isContextItem), guardOf(ContextPlan, isContextPlan)]
const requests = [guardOf(PlanRequest, isPlanRequest), guardOf(StampedPlanRequest, isStampedPlanRequest)]

for (const { name, shape, is, guard } of [...guarded, ...requests]) {
  test(`REQ-CON-212 the guard of ${name} accepts every value made from the shape`, () => {
    fc.assert(
      fc.property(valuesOf(shape), (value) => assert.ok(guard(value))),
      { numRuns: 30 },
    )
  })

  test(`REQ-CON-212 the guard of ${name} answers as the codec does for plain JSON`, () => {
    fc.assert(
      fc.property(jsonFaultsOf(shape), (value) => assert.is(guard(value), is(value))),
      { numRuns: 300 },
    )
  })

  test(`REQ-CON-212 the guard of ${name} answers as the codec does for what is no plain data`, () => {
    for (const spoil of SPOIL_NAMES) {
      fc.assert(
        fc.property(hostileValuesOf(shape, spoil), (hostile) => {
          assert.is(answerOf(guard, hostile.value), answerOf(is, hostile.value), spoil)
          assert.is.not(answerOf(guard, hostile.value), 'accepts', spoil)
          assert.is(hostile.runs(), 0, `${spoil} ran`)
        }),
        { numRuns: 8 },
      )
    }
  })
}

test('REQ-CON-212 a guard takes objects without a prototype and frozen ones as its codec does', () => {
  fc.assert(
    fc.property(valuesOf(ContextItem.shape), (value) => {
      const bare = Object.freeze(Object.assign(Object.create(null), value))
      assert.ok(isContextItem(bare))
      assert.ok(ContextItem.is(bare))
    }),
    { numRuns: 50 },
  )
})

function guardOf<A>(codec: Codec<A>, guard: Guard) {
  return { name: codec.shape.name, shape: codec.shape, is: (value: unknown) => codec.is(value), guard }
}

/** A proxy may throw out of either; `decode` makes a refusal of it. */
function answerOf(guard: Guard, value: unknown): 'accepts' | 'refuses' | 'throws' {
  try {
    return guard(value) ? 'accepts' : 'refuses'
  } catch {
    return 'throws'
  }
}

test.run()
