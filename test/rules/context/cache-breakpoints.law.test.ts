/**
 * Where do cache marks pay? Laws of the proposal, and a provider's cache that is played through: written at marks only,
 * read at a mark or a few blocks before it.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { cacheBreakpoints, type CacheBreakpointsInput } from '../../../src/index.js'
import { runs } from '../../support/fc-runs.js'
import { callOf, messageOf, resultOf } from '../../support/item-of.js'
import { planOf, requestOf } from '../../support/kernel-under-test.js'

type Entry = CacheBreakpointsInput['selected'][number]

const entryOf = (index: number, spec: Partial<Entry> = {}): Entry => ({
  itemId: `i${String(index)}`,
  digest: '',
  segment: 'conversation',
  reason: 'in_tail',
  tokens: 10,
  ...spec,
})

/** So many instructions, then conversation; the last `live` items are the live exchange. */
function planned(size: {
  head?: number
  items: number
  reused?: number
  live?: number
}): CacheBreakpointsInput {
  const { head = 0, items, reused = 0, live = 0 } = size
  const selected = Array.from({ length: items }, (_, index) =>
    entryOf(index, {
      ...(index < head ? { segment: 'instructions' as const } : {}),
      ...(index >= items - live ? { reason: 'live_exchange' as const } : {}),
    }),
  )
  const awaiting = live > 0 ? [{ itemId: `i${String(items - live)}`, callId: 'c' }] : []
  return { selected, awaiting, reusablePrefixTokens: reused * 10 }
}

const anyPlan = fc
  .record({
    head: fc.nat(4),
    items: fc.nat(120),
    reused: fc.nat(120),
    live: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(5) }),
  })
  .map(({ head, items, reused, live }) =>
    planned({
      head: Math.min(head, items),
      items,
      reused: Math.min(reused, items),
      live: Math.min(live, items),
    }),
  )

const settledOf = ({ selected, awaiting }: CacheBreakpointsInput) =>
  awaiting.length === 0 ? selected : selected.filter(({ reason }) => reason !== 'live_exchange')

test('REQ-PLAN-249 at most so many items of the plan are named, in its order, each once, the last settled one last', () => {
  fc.assert(
    fc.property(anyPlan, fc.nat(6), (plan, max) => {
      const marked = cacheBreakpoints(plan, { max })
      const settled = settledOf(plan).map(({ itemId }) => itemId)
      const places = marked.map((itemId) => settled.indexOf(itemId))
      assert.ok(marked.length <= max)
      assert.not.ok(places.includes(-1))
      assert.equal(
        places,
        [...new Set(places)].sort((a, b) => a - b),
      )
      assert.is(marked.at(-1), max === 0 ? undefined : settled.at(-1))
      assert.equal(cacheBreakpoints(structuredClone(plan), { max }), marked)
    }),
    runs(300),
  )
})

test('REQ-PLAN-249 four marks: the stable head, one further on, the end of what was sent before, the end', () => {
  assert.equal(cacheBreakpoints(planned({ head: 2, items: 100, reused: 90 })), ['i1', 'i81', 'i89', 'i99'])
  assert.equal(cacheBreakpoints(planned({ head: 2, items: 10, reused: 7 })), ['i1', 'i6', 'i9'])
  assert.equal(cacheBreakpoints(planned({ head: 2, items: 10, reused: 2 })), ['i1', 'i9'])
  assert.equal(cacheBreakpoints(planned({ items: 22 })), ['i19', 'i21'])
  assert.equal(cacheBreakpoints(planned({ items: 20 })), ['i19'])
  assert.equal(cacheBreakpoints(planned({ items: 0 })), [])
})

test('REQ-PLAN-249 of fewer marks those that pay most stay: what the end looks back to needs no mark', () => {
  const near = planned({ head: 2, items: 100, reused: 90 })
  assert.equal(cacheBreakpoints(near, { max: 3 }), ['i1', 'i89', 'i99'])
  assert.equal(cacheBreakpoints(near, { max: 2 }), ['i1', 'i99'])
  assert.equal(cacheBreakpoints(planned({ head: 2, items: 100, reused: 60 }), { max: 2 }), ['i59', 'i99'])
  assert.equal(cacheBreakpoints(near, { max: 1 }), ['i99'])
  for (const max of [0, -1, Number.NaN]) assert.equal(cacheBreakpoints(near, { max }), [])
})

test('REQ-PLAN-249 nothing is marked from the first unanswered call of a live exchange on', () => {
  assert.equal(cacheBreakpoints(planned({ head: 1, items: 10, reused: 9, live: 3 })), ['i0', 'i6'])
  assert.equal(cacheBreakpoints(planned({ items: 3, live: 3 })), [])
})

test('REQ-PLAN-249 the mark between stays where it is until twice as many items follow', () => {
  const placeAt = (items: number) => {
    const marked = cacheBreakpoints(planned({ head: 2, items }))
    return marked.length === 3 ? Number(marked[1]?.slice(1)) + 1 - 2 : 0
  }
  for (let items = 25; items < 400; items += 1) {
    const [place, follow] = [placeAt(items), items - 2]
    assert.ok(place < follow && 2 * place >= follow - 1, `${String(place)} of ${String(follow)}`)
    assert.ok(Number.isInteger(Math.log2(place / 20)))
  }
})

/** Anthropic's cache, an item one block: the entries are the prefixes that ended at a mark. */
function cacheOf() {
  const entries = new Set<string>()
  return (plan: ContextPlan): number => {
    const keys: string[] = []
    for (const { digest, itemId } of plan.selected)
      keys.push(`${keys.at(-1) ?? ''} ${itemId}${digest.slice(7, 15)}`)
    const marks = new Set(cacheBreakpoints(plan))
    const places = plan.selected.flatMap(({ itemId }, place) => (marks.has(itemId) ? [place] : []))
    let read = -1
    for (const mark of places)
      for (let place = mark; place > mark - 20 && place >= 0; place -= 1)
        if (entries.has(keys[place] as string)) read = Math.max(read, place)
    for (const mark of places) entries.add(keys[mark] as string)
    return plan.selected.slice(0, read + 1).reduce((sum, { tokens }) => sum + tokens, 0)
  }
}

/** What happens in a session: a request, or an answer that makes so many calls, with their results. */
type Turn = { readonly calls: number; readonly words: number }

const anyTurns = fc.array(fc.record({ calls: fc.nat(4), words: fc.integer({ min: 1, max: 40 }) }), {
  minLength: 4,
  maxLength: 24,
})

/** The session at each call of the model. */
function requestsOf(turns: readonly Turn[]): readonly (readonly ContextItemInput[])[] {
  const items: ContextItemInput[] = [messageOf('system', 0, { content: 'Be brief.' })]
  const requests: (readonly ContextItemInput[])[] = []
  for (const [at, { calls, words }] of turns.entries()) {
    const content = 'some words of a turn, as they are said, '
      .repeat(Math.ceil(words / 8))
      .slice(0, words * 5)
    const ids = Array.from({ length: calls }, (_, call) => `${String(at)}-${String(call)}`)
    const next = () => items.length
    if (calls === 0) items.push(messageOf('user', next(), { content }))
    requests.push([...items])
    if (calls === 0) items.push(messageOf('assistant', next(), { content }))
    else {
      items.push(callOf(next(), ids, { content }))
      for (const id of ids) items.push(resultOf(next(), [id], { content }))
    }
  }
  return requests
}

const headTokens = ({ selected }: ContextPlan) =>
  selected.reduce((sum, { segment, tokens }) => sum + (segment === 'instructions' ? tokens : 0), 0)

test('REQ-PLAN-249 with its marks a provider reads from its cache whatever a plan that only appends was said to reuse, and after a cut the head', () => {
  fc.assert(
    fc.property(anyTurns, fc.integer({ min: 500, max: 2000 }), (turns, windowTokens) => {
      const read = cacheOf()
      let previous: ContextPlan | null = null
      for (const items of requestsOf(turns)) {
        const terms = previous === null ? {} : { previous }
        const plan: ContextPlan = planOf(requestOf(items, windowTokens, terms))
        const tokens = read(plan)
        if (previous === null) assert.is(tokens, 0)
        else if (plan.prefixBreak === undefined) assert.is(tokens, plan.reusablePrefixTokens)
        else assert.ok(tokens >= headTokens(plan))
        previous = plan
      }
    }),
    runs(40),
  )
})

test('REQ-PLAN-249 two plans share the digest of a prefix where they begin alike, and only there', () => {
  fc.assert(
    fc.property(anyTurns, fc.integer({ min: 500, max: 2000 }), (turns, windowTokens) => {
      const plans = requestsOf(turns).map((items) => planOf(requestOf(items, windowTokens)))
      const known = new Map<string, string>()
      for (const { prefixes, selected } of plans) {
        const ends = selected.flatMap(({ segment }, at) =>
          segment === selected[at + 1]?.segment ? [] : [at + 1],
        )
        assert.equal(
          prefixes.map(({ items }) => items),
          ends,
        )
        for (const { digest, items, tokens } of prefixes) {
          const begun = selected.slice(0, items)
          assert.is(
            tokens,
            begun.reduce((sum, entry) => sum + entry.tokens, 0),
          )
          const text = begun.map((entry) => entry.itemId + entry.digest + entry.segment).join(' ')
          assert.is(known.get(digest) ?? text, text)
          assert.is([...known].find(([, other]) => other === text)?.[0] ?? digest, digest)
          known.set(digest, text)
        }
      }
    }),
    runs(12),
  )
})

test.run()
