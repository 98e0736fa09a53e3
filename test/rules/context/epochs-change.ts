/**
 * What happens to a session between two requests, besides growing? Items are edited, lost, denied, expired and pinned,
 * supplements change, windows, placements and sinks change; and plans that no kernel made are handed over as the one before.
 */
import fc from 'fast-check'
import type { CallerInput } from '../../../src/contract/caller.js'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { BREAK_CAUSES } from '../../../src/contract/epoch.js'
import type { KernelOptionsInput } from '../../../src/contract/kernel-options.js'
import type { StampedPlanRequestInput } from '../../../src/contract/plan-request.js'
import { anyScenario, type Scenario } from '../../support/arbitrary-request.js'
import { FOREIGN_SCOPE, NOW } from '../../support/item-of.js'
import { answerTo, environmentOf } from '../../support/kernel-under-test.js'

const CHANGES = ['edit', 'lose', 'deny', 'expire', 'hide', 'pin', 'unpin', 'reword-id'] as const

interface Change {
  readonly what: (typeof CHANGES)[number]
  readonly at: number
}

/** One request of a session: how much of it there is, what was changed since, and under which terms. */
interface Stage {
  readonly permille: number
  readonly changes: readonly Change[]
  readonly placement: Scenario['request']['placement']
  readonly conversation: Scenario['request']['conversation']
  readonly windowPercent: number
  readonly locality: 'local' | 'remote'
  readonly isPriced: boolean
}

const mostly = <A>(usual: A, ...others: readonly A[]): fc.Arbitrary<A> =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })

const anyStage: fc.Arbitrary<Stage> = fc.record({
  permille: fc.integer({ min: 200, max: 1000 }),
  changes: fc.array(fc.record({ what: fc.constantFrom(...CHANGES), at: fc.nat(60) }), { maxLength: 2 }),
  placement: mostly('hybrid', 'stable-prefix', 'latest-user'),
  conversation: mostly('tail', 'by-priority'),
  windowPercent: mostly(100, 80, 60, 130),
  locality: mostly('remote', 'local'),
  isPriced: mostly(false, true),
})

/** The requests of a session that anything may happen to. */
export function anyHistory(): fc.Arbitrary<readonly Scenario[]> {
  return fc
    .tuple(anyScenario(), fc.array(anyStage, { minLength: 2, maxLength: 4 }))
    .map(([scenario, stages]) => {
      const grown = [...stages].sort((a, b) => a.permille - b.permille)
      let items: readonly ContextItemInput[] = scenario.request.items
      return grown.map((stage) => {
        items = stage.changes.reduce(withChange, items)
        return staged(scenario, stage, items)
      })
    })
}

function staged(
  { request, caller, options }: Scenario,
  stage: Stage,
  items: readonly ContextItemInput[],
): Scenario {
  const { placement, conversation, permille, windowPercent, locality, isPriced } = stage
  const talk = items.filter(({ source }) => source.sequence !== undefined)
  const shown = new Set(talk.slice(0, Math.ceil((talk.length * permille) / 1000)))
  const reserves = (request.budget.reservedOutputTokens ?? 0) + (request.budget.safetyMarginTokens ?? 0)
  const windowTokens =
    reserves + Math.floor(((request.budget.windowTokens - reserves) * Math.max(windowPercent, 100)) / 100)
  return {
    options,
    caller: { ...caller, sink: { ...caller.sink, locality } },
    request: {
      ...request,
      items: items.filter((item) => item.source.sequence === undefined || shown.has(item)),
      budget: { ...request.budget, windowTokens },
      ...(placement === undefined ? {} : { placement }),
      ...(conversation === undefined ? {} : { conversation }),
      ...(isPriced ? { cachePrices: { readThousandths: 100, writeThousandths: 1250 } } : {}),
    },
  }
}

function withChange(items: readonly ContextItemInput[], { what, at }: Change): readonly ContextItemInput[] {
  const index = at % Math.max(1, items.length)
  const item = items[index]
  if (item === undefined) return items
  return what === 'lose' ? items.toSpliced(index, 1) : items.with(index, changed(item, what))
}

function changed(item: ContextItemInput, what: Exclude<Change['what'], 'lose'>): ContextItemInput {
  switch (what) {
    case 'edit':
      return item.content === undefined ? { ...item, priority: 1 } : { ...item, content: `${item.content}!` }
    case 'deny':
      return { ...item, labels: { ...item.labels, scope: FOREIGN_SCOPE } }
    case 'expire':
      return { ...item, expiresAt: NOW }
    case 'hide':
      return { ...item, labels: { ...item.labels, sensitivity: 'secret' } }
    case 'pin':
      return { ...item, pinned: true }
    case 'unpin':
      return { ...item, pinned: false }
    case 'reword-id':
      return { ...item, itemId: `${item.itemId}'`.replace("'", '_'), source: { ...item.source } }
  }
}

/** A plan with the request it answers and the plan before it. */
export interface Planned {
  readonly plan: ContextPlan
  readonly before: ContextPlan
  readonly scenario: Scenario
}

/** The plans of a history that have a plan before them. */
export function plansOf(history: readonly Scenario[]): readonly Planned[] {
  const planned: Planned[] = []
  let before: ContextPlan | null = null
  for (const scenario of history) {
    const plan = planAfter(scenario, before)
    if (plan === null) continue
    if (before !== null) planned.push({ plan, before, scenario })
    before = plan
  }
  return planned
}

/** The plan behind another, or null where it is refused; what was dropped is named whole. */
export function planAfter(
  { request, caller, options }: Scenario,
  before: ContextPlan | null,
): ContextPlan | null {
  const answer = answerTo(behind(request, before), caller, roomy(options))
  if ('plan' in answer) return answer.plan
  if (answer.error._tag.startsWith('Protected')) return null
  throw new Error(`refused: ${answer.error.code} ${answer.error.message}`)
}

export function behind(request: StampedPlanRequestInput, before: unknown): StampedPlanRequestInput {
  return before === null ? request : { ...request, previous: before as ContextPlan }
}

export function roomy(options: KernelOptionsInput) {
  return environmentOf({ ...options, droppedDetailsMax: 10_000 })
}

/** Whether two callers' plans go to one sink. */
export function isSameSink({ sink }: ContextPlan, caller: CallerInput): boolean {
  const { sink: asked } = caller
  return sink.sink === asked.sink && sink.locality === asked.locality && sink.clearance === asked.clearance
}

const DIGEST = `sha256:${'d'.repeat(64)}`
const HUGE = { count: 100_000, sum: 1_000_000_000_000 }

/** A plan that claims what no kernel said; every field is within its bounds. */
export type Forgery = (plan: ContextPlan, ids: readonly string[]) => unknown

const pick = <A>(list: readonly A[], at: number): A | undefined => list[at % Math.max(1, list.length)]

/** One lie about the plan before. */
export const anyForgery: fc.Arbitrary<Forgery> = fc
  .tuple(fc.nat(11), fc.nat(50), fc.nat(50))
  .map(([what, at, to]): Forgery => (plan, ids) => {
    const { selected, epoch } = plan
    const entry = pick(selected, at)
    const id = pick(ids, to) ?? 'nobody'
    const put = (one: object) => ({
      ...plan,
      selected: selected.map((each, place) => (place === at % selected.length ? { ...each, ...one } : each)),
    })
    switch (what) {
      case 0:
        return put({ itemId: id })
      case 1:
        return put({ digest: DIGEST })
      case 2:
        return put({ segment: 'instructions', reason: 'system_policy' })
      case 3:
        return put({ reason: 'pinned', tokens: 16_777_216 })
      case 4:
        return { ...plan, selected: entry === undefined ? [] : [entry, ...selected, entry] }
      case 5:
        return { ...plan, selected: [...selected].reverse() }
      case 6:
        return { ...plan, epoch: { ...epoch, tailFrom: id } }
      case 7:
        return {
          ...plan,
          epoch: { ...epoch, number: HUGE.count, requests: HUGE.count, grownTokens: HUGE.sum },
        }
      case 8:
        return {
          ...plan,
          epoch: {
            ...epoch,
            account: { savedThousandths: HUGE.sum, supplements: ids.slice(0, at), tailFrom: id },
          },
        }
      case 9:
        return {
          ...plan,
          selected: ids.map((itemId) => ({
            itemId,
            digest: DIGEST,
            segment: 'current',
            reason: 'sent_before',
            tokens: 0,
          })),
        }
      case 10:
        return { ...plan, selected: [] }
      default:
        return {
          ...plan,
          placement: 'latest-user',
          conversation: 'by-priority',
          reusablePrefixTokens: HUGE.sum,
        }
    }
  })

/** Every cause, so that a test can count which it met. */
export function causesMet(): Map<string, number> {
  return new Map(BREAK_CAUSES.map((cause) => [cause, 0]))
}
