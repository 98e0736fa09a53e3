import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ContextItem } from '../../src/contract/context-item.js'
import { ContextPlan } from '../../src/contract/context-plan.js'
import { contextItemGuard, isContextItem } from '../../src/contract/generated/context-item.js'
import { isContextPlan } from '../../src/contract/generated/context-plan.js'
import type { Codec } from '../../src/contract/shape.js'
import { everyHostileValueOf, hostileValuesOf, type Hostile } from './support/hostile-values.js'
import { everyJsonFaultOf, jsonFaultsOf } from './support/json-faults.js'
import { sampleItem } from './support/samples.js'
import { valuesOf } from './support/shape-values.js'

type Guard = (value: unknown) => boolean

const guarded = [guardOf(ContextItem, isContextItem), guardOf(ContextPlan, isContextPlan)]

for (const { name, shape, is, guard } of guarded) {
  test(`REQ-CON-212 the guard of ${name} accepts every value made from the shape`, () => {
    fc.assert(
      fc.property(valuesOf(shape), (value) => assert.ok(guard(value))),
      { numRuns: 30 },
    )
  })

  test(`REQ-CON-212 the guard of ${name} answers as the codec does for plain JSON`, () => {
    const check = (value: unknown): void => assert.is(guard(value), is(value))
    for (const value of everyJsonFaultOf(shape)) check(value)
    fc.assert(fc.property(jsonFaultsOf(shape), check), { numRuns: 100 })
  })

  test(`REQ-CON-212 the guard of ${name} answers as the codec does for what is no plain data`, () => {
    const check = (hostile: Hostile): void => {
      assert.is(answerOf(guard, hostile.value), answerOf(is, hostile.value), hostile.name)
      assert.is.not(answerOf(guard, hostile.value), 'accepts', hostile.name)
      assert.is(hostile.runs(), 0, `${hostile.name} ran`)
    }
    for (const hostile of everyHostileValueOf(shape)) check(hostile)
    fc.assert(fc.property(hostileValuesOf(shape), check), { numRuns: 100 })
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

test('REQ-CON-212 a guard for a pass answers as the guard of one item does, whatever items share', () => {
  const values = fc.array(fc.oneof(valuesOf(ContextItem.shape), jsonFaultsOf(ContextItem.shape)), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(values, fc.nat(), (given, from) => {
      const labels = (given[from % given.length] as { labels?: unknown } | null)?.labels
      const shared = given.map((value, at) => (at % 2 === 0 ? value : { ...(value as object), labels }))
      const pass = contextItemGuard()
      for (const value of [...shared, ...shared]) assert.is(pass(value), isContextItem(value))
    }),
    { numRuns: 100 },
  )
})

test('REQ-CON-212 a guard for a pass over items that share nothing keeps answering', () => {
  const pass = contextItemGuard()
  for (let at = 0; at < 200; at++) {
    const item = structuredClone(sampleItem())
    assert.ok(pass(item) && pass(item))
    assert.not.ok(pass({ ...item, labels: { ...(item['labels'] as object), trust: 'most' } }))
  }
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
