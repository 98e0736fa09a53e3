/**
 * Under which terms is a session planned? Windows from nothing to more than enough, reserves, ceilings and minimums,
 * every placement and policy, callers of every trust.
 */
import fc from 'fast-check'
import type { CallerInput } from '../../src/contract/caller.js'
import type { ContextItemInput } from '../../src/contract/context-item.js'
import type { KernelOptionsInput } from '../../src/contract/kernel-options.js'
import { PARTITIONS } from '../../src/contract/partition.js'
import type { StampedPlanRequestInput } from '../../src/contract/plan-request.js'
import { anySession, type SessionShape } from './arbitrary-session.js'
import { CALLER, requestOf } from './kernel-under-test.js'

/** A request, who asks, and under which options. */
export interface Scenario {
  readonly request: StampedPlanRequestInput
  readonly caller: CallerInput
  readonly options: KernelOptionsInput
}

export type PartitionsInput = NonNullable<StampedPlanRequestInput['partitions']>

const anyLimits = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((minTokens) => ({ minTokens })),
  fc.constantFrom(0, 1, 5, 40, 100, 400, 2000).map((maxTokens) => ({ maxTokens })),
  fc.tuple(fc.nat(300), fc.nat(300)).map(([min, more]) => ({ minTokens: min, maxTokens: min + more })),
)

/** Limits of some partitions; often none. */
export const anyPartitions: fc.Arbitrary<PartitionsInput> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.tuple(fc.constantFrom(...PARTITIONS), anyLimits), { maxLength: 3 })
      .map((entries) => Object.fromEntries(entries) as PartitionsInput),
  },
)

/** What all items cost together at most, in tokens, roughly. */
export function sumOf(items: readonly ContextItemInput[]): number {
  return items.reduce((sum, item) => sum + item.tokens.safe + 4, 32)
}

const anyWindow = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 130 }).map((percent) => ({ percent, plus: 0 })) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 60 }).map((plus) => ({ percent: 0, plus })) },
  { weight: 1, arbitrary: fc.constant({ percent: 100, plus: 100_000 }) },
)

const anyReserves = fc.record({
  reservedOutputTokens: fc.constantFrom(0, 0, 10, 500),
  safetyMarginTokens: fc.constantFrom(0, 0, 7),
  recoveryShare: fc.constantFrom(0, 0, 10, 50, 100),
  overhead: fc.constantFrom<Pick<StampedPlanRequestInput['budget'], 'perMessageTokens' | 'perPlanTokens'>>(
    {},
    {},
    { perMessageTokens: 0, perPlanTokens: 0 },
    { perMessageTokens: 30 },
    { perPlanTokens: 0 },
    { perPlanTokens: 200 },
  ),
})

const anyTerms = fc.record({
  placement: fc.constantFrom('hybrid', 'stable-prefix', 'latest-user'),
  conversation: fc.constantFrom('tail', 'tail', 'by-priority'),
  protectedNotAdmitted: fc.constantFrom('drop', 'drop', 'refuse'),
  partitions: anyPartitions,
} as const)

const anyCaller: fc.Arbitrary<CallerInput> = fc.record({
  writer: fc.constant('host'),
  trustCeiling: fc.constantFrom('host', 'host', 'host', 'verified', 'user', 'external', 'untrusted'),
  scopes: fc.constantFrom(CALLER.scopes, CALLER.scopes, [
    ...CALLER.scopes,
    { kind: 'global', id: [''] } as const,
  ]),
  sink: fc.constantFrom(CALLER.sink, CALLER.sink, { ...CALLER.sink, locality: 'local' } as const),
})

/** Any session under any terms. */
export function anyScenario(shape: SessionShape = {}): fc.Arbitrary<Scenario> {
  return fc
    .record({
      items: anySession(shape),
      window: anyWindow,
      reserves: anyReserves,
      terms: anyTerms,
      caller: anyCaller,
      options: fc.constantFrom<KernelOptionsInput>(
        {},
        {},
        {},
        { droppedDetailsMax: 3 },
        { droppedDetailsMax: 0 },
      ),
    })
    .map(({ items, window, reserves, terms, caller, options }) => {
      const input = Math.floor((sumOf(items) * window.percent) / 100) + window.plus
      const { overhead, recoveryShare, ...kept } = reserves
      const recoveryReserveTokens = Math.floor((input * recoveryShare) / 100)
      const windowTokens = input + kept.reservedOutputTokens + kept.safetyMarginTokens
      const budget = { windowTokens, ...kept, recoveryReserveTokens, ...overhead }
      return { request: requestOf(items, windowTokens, { ...terms, budget }), caller, options }
    })
}
