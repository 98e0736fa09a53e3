/**
 * Can a stable prefix cost more than none? Whole sessions are replayed beside plain sliding plans of the same requests;
 * both bills are added up from the plans alone.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { runs } from '../../support/fc-runs.js'
import { itemOf, NOW } from '../../support/item-of.js'
import { requestOf } from '../../support/kernel-under-test.js'
import {
  anyGrowth,
  commonTokens,
  freshItems,
  heldItems,
  momentsOf,
  planned,
  recalledItem,
  type Items,
  type Moment,
  type Terms,
  type Turn,
} from './epochs-replay.js'

type Prices = NonNullable<Terms['cachePrices']>

const price = (readThousandths: number, writeThousandths: number): Prices => ({
  readThousandths,
  writeThousandths,
})

const anyPrices = fc.constantFrom(
  price(0, 1000),
  price(100, 1250),
  price(500, 1000),
  price(1000, 1000),
  price(1250, 1000),
  price(0, 1),
  price(0, 0),
)

const anyTerms: fc.Arbitrary<Terms & { readonly windowTokens: number }> = fc
  .record({
    windowTokens: fc.oneof(fc.integer({ min: 10, max: 400 }), fc.constant(100_000)),
    placement: fc.constantFrom('hybrid', 'hybrid', 'latest-user', 'stable-prefix'),
    partitions: fc.constantFrom(
      {},
      {},
      {},
      { conversation: { maxTokens: 90 } },
      { memory: { maxTokens: 60 }, evidence: { minTokens: 30 } },
      { evidence: { minTokens: 200 }, project: { minTokens: 100 } },
    ),
    overhead: fc.constantFrom(
      { perMessageTokens: 0, perPlanTokens: 0 },
      { perMessageTokens: 2, perPlanTokens: 5 },
    ),
  } as const)
  .map(({ windowTokens, overhead, ...terms }) => ({
    ...terms,
    windowTokens,
    budget: { windowTokens, ...overhead },
  }))

/** What a plan costs behind the one before it. */
function billOf(
  before: ContextPlan | null,
  plan: ContextPlan,
  { readThousandths, writeThousandths }: Prices,
): number {
  const reused = commonTokens(before, plan)
  return reused * readThousandths + (plan.expectedTokens - reused) * writeThousandths
}

interface Bills {
  readonly epochs: number
  readonly sliding: number
  readonly held: number
}

/** Both bills of a replay; a request that is refused is sent by neither. */
function billsOf(
  moments: readonly Moment[],
  at: (number: number) => Terms & { windowTokens: number },
): Bills {
  let [epochs, sliding, held] = [0, 0, 0]
  let before: ContextPlan | null = null
  let slid: ContextPlan | null = null
  moments.forEach((moment, number) => {
    const { windowTokens, cachePrices, ...terms } = at(number)
    const prices = cachePrices as Prices
    const plain = planned(requestOf(freshItems(moment), windowTokens, terms))
    // Under stable-prefix no supplement belongs to a message, so what is handed over is what is wanted now.
    const isStable = terms.placement === 'stable-prefix'
    const items = isStable ? freshItems(moment) : heldItems(moment, before)
    const request = requestOf(items, windowTokens, { ...terms, cachePrices: prices })
    const plan = planned(before === null ? request : { ...request, previous: before })
    assert.is(plan === null, plain === null)
    if (plan === null || plain === null) return
    epochs += billOf(before, plan, prices)
    sliding += billOf(slid, plain, prices)
    held += plan.selected.some(({ reason }) => reason === 'sent_before') ? 1 : 0
    before = plan
    slid = plain
  })
  return { epochs, sliding, held }
}

const BIG = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 20, max: 120 }))
const TINY = fc.integer({ min: 1, max: 4 })

/** Sessions that overflow many times and save enough for supplements to be held. */
const LONG = anyGrowth({
  said: fc.integer({ min: 1, max: 8 }),
  recalled: fc.integer({ min: 1, max: 15 }),
  turnsMin: 6,
  turnsMax: 14,
  recalledMax: 2,
})
const NARROW = fc.tuple(anyTerms, fc.integer({ min: 40, max: 150 })).map(([terms, windowTokens]) => ({
  ...terms,
  windowTokens,
  partitions: {},
  budget: { windowTokens, perMessageTokens: 0, perPlanTokens: 0 },
}))
const anySaving = fc.constantFrom(price(0, 1000), price(100, 1250), price(500, 1000))

function checkBills({ epochs, sliding }: Bills): void {
  assert.ok(epochs <= sliding, `${String(epochs)} > ${String(sliding)}`)
}

test('REQ-PLAN-246 with cache prices no replay costs more than a plain sliding tail', () => {
  const met = { cheaper: 0, held: 0 }
  fc.assert(
    fc.property(LONG, NARROW, anySaving, (moments, terms, cachePrices) => {
      const bills = billsOf(moments, () => ({ ...terms, cachePrices }))
      checkBills(bills)
      met.cheaper += bills.epochs < bills.sliding ? 1 : 0
      met.held += bills.held
    }),
    runs(8),
  )
  assert.ok(met.cheaper >= 4 && met.held >= 10, JSON.stringify(met))
})

const turn = (recalled: readonly number[], rounds: number): Turn => ({
  user: 1,
  recalled,
  rounds: Array.from({ length: rounds }, () => ({ call: 1, results: [1], isEarly: false })),
  answer: 1,
})

test('REQ-PLAN-246 what is recalled costs nothing more when the next turn comes, nor beside task state that changes', () => {
  const task = itemOf('t0', { kind: 'task-state', tokens: { expected: 3, safe: 3 } })
  const sessions = [
    momentsOf([], [turn([20], 0), turn([], 1), turn([], 2)]),
    momentsOf([task], [turn([20], 4), turn([20], 4)]),
    momentsOf([task], [turn([20], 4), turn([20], 4)]).map((moment, number): Moment => ({
      ...moment,
      base: [{ ...task, content: `request ${String(number)}` }],
    })),
  ]
  for (const moments of sessions) {
    for (const cachePrices of [price(0, 1000), price(100, 1250), price(500, 1000)]) {
      for (const windowTokens of [40, 100_000]) {
        const budget = { windowTokens, perMessageTokens: 0, perPlanTokens: 0 }
        checkBills(billsOf(moments, () => ({ windowTokens, budget, cachePrices })))
      }
    }
  }
})

test('REQ-PLAN-246 neither under any terms and prices', () => {
  fc.assert(
    fc.property(anyGrowth(), anyTerms, anyPrices, (moments, terms, cachePrices) => {
      checkBills(billsOf(moments, () => ({ ...terms, cachePrices })))
    }),
    runs(15),
  )
})

test('REQ-PLAN-246 nor where turns are tiny and what is recalled is large and much', () => {
  const hostile = anyGrowth({ said: TINY, recalled: BIG, turnsMax: 10, recalledMax: 5 })
  fc.assert(
    fc.property(hostile, anyTerms, anyPrices, (moments, terms, cachePrices) => {
      checkBills(billsOf(moments, () => ({ ...terms, cachePrices })))
    }),
    runs(15),
  )
})

test('REQ-PLAN-246 nor where the session is edited, and recalls and task state change with the request', () => {
  const changes = fc.array(fc.tuple(fc.nat(5), fc.nat(60), fc.nat(30)), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(LONG, fc.tuple(NARROW, anySaving), changes, (moments, [terms, cachePrices], drawn) => {
      const placement = terms.placement === 'latest-user' ? 'latest-user' : 'hybrid'
      const changing = moments.map((moment, number) => changedBy(moment, number, drawn))
      checkBills(billsOf(changing, () => ({ ...terms, placement, cachePrices })))
    }),
    runs(8),
  )
})

/** A change, which item it is about, and the request from which on it holds. */
type Change = readonly [what: number, at: number, from: number]

/** The moment with every change made so far. */
function changedBy(moment: Moment, number: number, changes: readonly Change[]): Moment {
  return changes
    .filter(([, , from]) => number >= from)
    .reduce((changed, [what, at], which) => {
      const name = `${String(which)}-${String(number)}`
      const history = changed.history
      const index = at % history.length
      const item = history[index] as ContextItemInput
      const isPlain = item.binding?.role === 'assistant' && item.binding.calls === undefined
      switch (what) {
        case 0:
          return {
            ...changed,
            history: history.with(index, { ...item, content: `${String(item.content)}!` }),
          }
        case 1:
          return isPlain ? { ...changed, history: history.toSpliced(index, 1) } : changed
        case 2:
          return isPlain ? { ...changed, history: history.with(index, { ...item, expiresAt: NOW }) } : changed
        case 3:
          return withRecalled(changed, (current) => [...current, recalledItem(`p${name}`, 1 + at, at)])
        case 4:
          return withRecalled(changed, (current) => current.slice(1))
        default:
          return {
            ...changed,
            base: [...changed.base, itemOf(`t${String(which)}`, { kind: 'task-state', content: name })],
          }
      }
    }, moment)
}

function withRecalled(moment: Moment, change: (current: Items) => Items): Moment {
  return { ...moment, recalled: [...moment.recalled.slice(0, -1), change(moment.recalled.at(-1) ?? [])] }
}

test('REQ-PLAN-246 nor where prices change, as long as a cached token does not save more than it did', () => {
  const gapOf = ({ readThousandths, writeThousandths }: Prices) => writeThousandths - readThousandths
  const drawn = fc
    .array(anyPrices, { minLength: 2, maxLength: 5 })
    .map((prices) => [...prices].sort((a, b) => gapOf(b) - gapOf(a)))
  fc.assert(
    fc.property(LONG, NARROW, drawn, (moments, terms, prices) => {
      const last = prices.length - 1
      const at = (number: number) => ({
        ...terms,
        cachePrices: prices[Math.min(number >> 3, last)] as Prices,
      })
      checkBills(billsOf(moments, at))
    }),
    runs(8),
  )
})

test('REQ-PLAN-246 nor where the window changes', () => {
  const windows = fc.array(fc.integer({ min: 40, max: 200 }), { minLength: 2, maxLength: 6 })
  fc.assert(
    fc.property(LONG, fc.tuple(NARROW, anySaving), windows, (moments, [terms, cachePrices], drawn) => {
      const at = (number: number) => {
        const windowTokens = drawn[(number >> 2) % drawn.length] as number
        return { ...terms, cachePrices, windowTokens, budget: { ...terms.budget, windowTokens } }
      }
      checkBills(billsOf(moments, at))
    }),
    runs(8),
  )
})

test.run()
