import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { canonicalJson, canonicalJsonWithout } from '../../src/base/canonical-json.js'
import { ContextItem } from '../../src/contract/context-item.js'
import { ContextPlan } from '../../src/contract/context-plan.js'
import { canonicalContextItem, canonicalContextItemHead } from '../../src/contract/generated/context-item.js'
import { canonicalContextPlan, canonicalContextPlanBody } from '../../src/contract/generated/context-plan.js'
import { sampleItem, samplePlan } from './support/samples.js'
import { valuesOf } from './support/shape-values.js'

const items = valuesOf(ContextItem.shape) as fc.Arbitrary<ContextItem>
const plans = valuesOf(ContextPlan.shape) as fc.Arbitrary<ContextPlan>
const CONTENT_DIGEST = `sha256:${'ab'.repeat(32)}`

test('REQ-CON-214 the serialiser of an item writes what canonical JSON writes', () => {
  fc.assert(
    fc.property(items, (item) => assert.is(canonicalContextItem(item), textOf(canonicalJson(item)))),
    { numRuns: 200 },
  )
})

test('REQ-CON-214 the head of an item has the digest of its content where the content was, and no counts', () => {
  const seen = { content: 0, without: 0 }
  fc.assert(
    fc.property(items, (item) => {
      const { content, tokens: _, ...rest } = item
      seen[content === undefined ? 'without' : 'content'] += 1
      const head = content === undefined ? rest : { ...rest, contentDigest: CONTENT_DIGEST }
      assert.is(canonicalContextItemHead(item, CONTENT_DIGEST), textOf(canonicalJson(head)))
    }),
    { numRuns: 200 },
  )
  assert.ok(seen.content > 0 && seen.without > 0)
})

test('REQ-CON-214 the serialiser of a plan writes what canonical JSON writes, with and without its digest', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      assert.is(canonicalContextPlan(plan), textOf(canonicalJson(plan)))
      assert.is(canonicalContextPlanBody(plan), textOf(canonicalJsonWithout(plan, 'digest')))
    }),
    { numRuns: 100 },
  )
})

test('REQ-CON-214 minus zero is written as zero', () => {
  const plan = { ...samplePlan(), totalTokens: -0 } as unknown as ContextPlan
  assert.ok(ContextPlan.is(plan))
  assert.ok(canonicalContextPlan(plan).includes('"totalTokens":0}'))
  assert.is(canonicalContextPlan(plan), textOf(canonicalJson(plan)))
})

test('REQ-CON-214 a list is written whole whatever its length', () => {
  for (const size of [0, 1, 63, 64, 65, 127, 128, 129]) {
    const calls = Array.from({ length: size }, (_, index) => ({ callId: `call "${index}"` }))
    const item = { ...sampleItem(), binding: { calls } } as unknown as ContextItem
    assert.is(canonicalContextItem(item), textOf(canonicalJson(item)))
  }
})

test('REQ-CON-214 a plan of 100,000 items is written as canonical JSON writes it', () => {
  const plan = samplePlan()
  const [first] = plan['selected'] as object[]
  const selected = Array.from({ length: 100_000 }, (_, index) => ({ ...first, itemId: `item-${index}` }))
  const long = { ...plan, selected } as unknown as ContextPlan
  assert.ok(canonicalContextPlanBody(long) === textOf(canonicalJsonWithout(long, 'digest')))
})

function textOf(result: ReturnType<typeof canonicalJson>): string {
  return result._tag === 'Right' ? result.right : `no canonical JSON: ${result.left.reason}`
}

test.run()
