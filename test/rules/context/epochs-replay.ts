/**
 * What does a host hand over while a session grows? Turns of a user, tool loops with parallel calls, supplements recalled
 * once for a turn and handed over again with every later request; and the plans such a replay gives.
 */
import fc from 'fast-check'
import type { ContextItemInput } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import type { StampedPlanRequestInput } from '../../../src/contract/plan-request.js'
import { itemOf, type ItemBinding, type ItemSpec } from '../../support/item-of.js'
import { answerTo, CALLER, environmentOf, requestOf } from '../../support/kernel-under-test.js'

export type Items = readonly ContextItemInput[]
export type Terms = Partial<Omit<StampedPlanRequestInput, 'items' | 'previous'>>

/** One request of a replay, before anybody plans it. */
export interface Moment {
  /** Instructions, pins and what else stands from the beginning. */
  readonly base: Items
  /** The conversation so far. */
  readonly history: Items
  /** What was recalled for each user message so far; the last list is that of the current one. */
  readonly recalled: readonly Items[]
}

export interface Round {
  readonly call: number
  readonly results: readonly number[]
  /** Whether the model is also asked while the last result is still out. */
  readonly isEarly: boolean
}

export interface Turn {
  readonly user: number
  readonly recalled: readonly number[]
  readonly rounds: readonly Round[]
  readonly answer: number
}

/** How large the parts of a session are, in expected tokens. */
export interface Sizes {
  readonly said?: fc.Arbitrary<number>
  readonly recalled?: fc.Arbitrary<number>
  readonly turnsMin?: number
  readonly turnsMax?: number
  readonly recalledMax?: number
}

export const SMALL = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 20 }) },
  { weight: 1, arbitrary: fc.integer({ min: 20, max: 150 }) },
)

/** Every request of a session that grows, in order; nothing that was said is ever changed. */
export function anyGrowth(sizes: Sizes = {}): fc.Arbitrary<readonly Moment[]> {
  const { said = SMALL, recalled = SMALL, turnsMin = 1, turnsMax = 7, recalledMax = 3 } = sizes
  const round = fc.record({
    call: said,
    results: fc.array(said, { minLength: 1, maxLength: 3 }),
    isEarly: fc.boolean(),
  })
  const turn = fc.record({
    user: said,
    recalled: fc.array(recalled, { maxLength: recalledMax }),
    rounds: fc.array(round, { maxLength: 3 }),
    answer: said,
  })
  const turns = fc.array(turn, { minLength: turnsMin, maxLength: turnsMax })
  return fc.tuple(anyBase, turns).map(([base, drawn]) => printable(momentsOf(base, drawn), { base, drawn }))
}

/** A counterexample that can be read: the sizes that were drawn, and not every item of every moment. */
function printable(
  moments: readonly Moment[],
  { base, drawn }: { base: Items; drawn: readonly Turn[] },
): readonly Moment[] {
  const words = [...base.map(({ itemId }) => itemId), ...drawn.map((turn) => JSON.stringify(turn))].join('\n')
  return Object.defineProperty(moments, fc.toStringMethod, { value: () => words }) as readonly Moment[]
}

const anyBase: fc.Arbitrary<Items> = fc.subarray([
  itemOf('policy', { kind: 'system-policy', labels: { trust: 'host' }, tokens: { expected: 6, safe: 7 } }),
  itemOf('rule', { kind: 'project-rule', tokens: { expected: 5, safe: 5 } }),
  itemOf('schema', { kind: 'tool-schema', tokens: { expected: 4, safe: 6 } }),
  itemOf('kept', { kind: 'memory', pinned: true, tokens: { expected: 3, safe: 4 } }),
  itemOf('notes', { kind: 'task-state', tokens: { expected: 4, safe: 4 } }),
  itemOf('task', { kind: 'task-state', binding: { taskState: 'running' }, tokens: { expected: 3, safe: 3 } }),
])

const RECALLED_KINDS = ['memory', 'history-evidence', 'project-snippet'] as const

/** Every request of a session of these turns. */
export function momentsOf(base: Items, turns: readonly Turn[]): readonly Moment[] {
  const moments: Moment[] = []
  const history: ContextItemInput[] = []
  const recalled: Items[] = []
  const say = (role: NonNullable<ItemBinding['role']>, tokens: number, binding: ItemBinding = {}) => {
    history.push(spoken(role, { sequence: history.length, tokens, binding }))
  }
  const ask = () => moments.push({ base, history: [...history], recalled: [...recalled] })
  turns.forEach((turn, number) => {
    say('user', turn.user)
    recalled.push(
      turn.recalled.map((tokens, at) => recalledItem(`m${String(number)}-${String(at)}`, tokens, at)),
    )
    ask()
    turn.rounds.forEach(({ call, results, isEarly }, at) => {
      // Ids are used again in every turn.
      const ids = results.map((_, which) => `call ${String(at)}.${String(which)}`)
      say('assistant', call, { calls: ids.map((callId) => ({ callId })) })
      results.forEach((tokens, which) => {
        if (isEarly && which === results.length - 1) ask()
        say('tool', tokens, { results: [{ callId: ids[which] ?? '' }] })
      })
      ask()
    })
    say('assistant', turn.answer)
  })
  return moments
}

function spoken(
  role: NonNullable<ItemBinding['role']>,
  { sequence, tokens, binding }: { sequence: number; tokens: number; binding: ItemBinding },
): ContextItemInput {
  return itemOf(`${role}-${String(sequence)}`, {
    ...(role === 'tool' ? { kind: 'tool-evidence' } : {}),
    sequence,
    binding: { role, ...binding },
    labels: { trust: role === 'user' ? 'user' : 'external' },
    tokens: countOf(tokens),
  })
}

/** A supplement of so many tokens; its kind goes by its number. */
export function recalledItem(itemId: string, tokens: number, at: number): ContextItemInput {
  const kind = RECALLED_KINDS[at % RECALLED_KINDS.length] ?? 'memory'
  const spec: ItemSpec = { kind, priority: 500_000 + ((at * 7919 + tokens) % 1000), tokens: countOf(tokens) }
  return itemOf(itemId, spec)
}

function countOf(expected: number): { readonly expected: number; readonly safe: number } {
  return { expected, safe: expected + Math.ceil(expected / 8) }
}

/** What the items of a moment are when everything recalled is handed over again. */
export function allItems({ base, history, recalled }: Moment): Items {
  return [...base, ...recalled.flat(), ...history]
}

/** The same without what was recalled for earlier messages and fell out of the plan since: what a host hands over. */
export function heldItems({ base, history, recalled }: Moment, before: ContextPlan | null): Items {
  const held = new Set<string>(before?.selected.map(({ itemId }) => itemId))
  const earlier = recalled.slice(0, -1).flat()
  return [
    ...base,
    ...earlier.filter(({ itemId }) => held.has(itemId)),
    ...(recalled.at(-1) ?? []),
    ...history,
  ]
}

/** What a host hands over that plans each request anew: nothing that was recalled for an earlier message. */
export function freshItems({ base, history, recalled }: Moment): Items {
  return [...base, ...(recalled.at(-1) ?? []), ...history]
}

/** A plan and the one before it. */
export interface Step {
  readonly plan: ContextPlan
  readonly before: ContextPlan | null
  readonly moment: Moment
  readonly terms: Terms
}

export type TermsAt = (number: number) => Terms & { readonly windowTokens: number }

/** The plans of a replay, each with the plan before it; a request that is refused was not sent. */
export function replay(moments: readonly Moment[], termsAt: TermsAt): readonly Step[] {
  const steps: Step[] = []
  let before: ContextPlan | null = null
  moments.forEach((moment, number) => {
    const { windowTokens, ...terms } = termsAt(number)
    const request = requestOf(allItems(moment), windowTokens, terms)
    const plan = planned(before === null ? request : { ...request, previous: before })
    if (plan === null) return
    steps.push({ plan, before, moment, terms })
    before = plan
  })
  return steps
}

const ENVIRONMENT = environmentOf()

/** The plan, or null where what is protected has no room. */
export function planned(request: unknown): ContextPlan | null {
  const answer = answerTo(request, CALLER, ENVIRONMENT)
  if ('plan' in answer) return answer.plan
  if (answer.error._tag === 'ProtectedOverBudget' || answer.error._tag === 'ProtectedOverCeiling') return null
  throw new Error(`refused: ${answer.error.code} ${answer.error.message}`)
}

/** How many items two plans begin with alike; looked up in the plans alone. */
export function commonItems(before: ContextPlan, plan: ContextPlan): number {
  let places = 0
  for (const { itemId, digest } of before.selected) {
    const here = plan.selected[places]
    if (here?.itemId !== itemId || here.digest !== digest) break
    places += 1
  }
  return places
}

/** The expected tokens two plans begin with alike. */
export function commonTokens(before: ContextPlan | null, plan: ContextPlan): number {
  if (before === null) return 0
  return plan.selected.slice(0, commonItems(before, plan)).reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Whether a plan begins with the whole plan before it. */
export function isPrefix(before: ContextPlan, plan: ContextPlan): boolean {
  return commonItems(before, plan) === before.selected.length
}
