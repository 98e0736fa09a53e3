/**
 * What does a host ask for when it plans a window?
 */
import { field, schemaName, sealed } from './sealed.js'
import { list, oneOf } from './primitives.js'
import { ContextItem } from './context-item.js'
import { ContextPlan } from './context-plan.js'
import { CachePrices } from './epoch.js'
import { ConversationPolicy, Placement } from './placement.js'
import { Instant, ITEMS_MAX, TokenCount } from './scalars.js'
import type { Plain, TypeOf } from './type-of.js'

/** The name of the request document; a request may leave it out. @since 0.1.0 */
export const PLAN_REQUEST_SCHEMA = 'cmk/plan-request/v1'

/**
 * The tokens there are and those that are spoken for. What the reserves leave of the window is the input budget;
 * reserves above the window are `BudgetInvalid`.
 *
 * @since 0.1.0
 */
export const Budget = sealed({
  name: 'Budget',
  description: 'How many tokens there are, and how many of them are spoken for.',
  required: { windowTokens: field(TokenCount, 'The whole window of the model, in tokens.') },
  optional: {
    reservedOutputTokens: field(TokenCount, 'Kept free for the answer; default 0.'),
    safetyMarginTokens: field(TokenCount, 'Kept free against counting errors; default 0.'),
    recoveryReserveTokens: field(
      TokenCount,
      'The share of the input budget that only items required for recovery may spend; default 0.',
    ),
    perMessageTokens: field(TokenCount, 'Overhead of each item; default from the kernel options.'),
    perPlanTokens: field(TokenCount, 'Overhead of the whole plan; default from the kernel options.'),
  },
})
/** The tokens there are and those that are spoken for. @since 0.1.0 */
export type Budget = TypeOf<typeof Budget>

/**
 * The limits of one partition, in tokens with overhead. `minTokens` is kept free of other partitions until its turn;
 * `maxTokens` is hard, also for protected items, which are refused above it (`ProtectedOverCeiling`).
 *
 * @since 0.1.0
 */
export const PartitionLimits = sealed({
  name: 'PartitionLimits',
  description: 'What a partition gets at least and at most, in tokens; an explicit maximum is hard.',
  required: {},
  optional: {
    minTokens: field(TokenCount, 'Reserved before anything optional is placed; default 0.'),
    maxTokens: field(TokenCount, 'A hard ceiling; 0 means none of it.'),
  },
  rules: [
    {
      id: 'minimum-within-maximum',
      text: 'minTokens is at most maxTokens',
      breach: (limits) =>
        limits.minTokens !== undefined &&
        limits.maxTokens !== undefined &&
        limits.minTokens > limits.maxTokens
          ? '/minTokens'
          : null,
    },
  ],
})
/** The limits of one partition, in tokens; `minTokens` at most `maxTokens`. @since 0.1.0 */
export type PartitionLimits = TypeOf<typeof PartitionLimits>

/** Limits by partition; one that is absent has neither minimum nor ceiling. @since 0.1.0 */
export const Partitions = sealed({
  name: 'Partitions',
  description: 'Limits by partition; a partition that is not named has neither minimum nor ceiling.',
  required: {},
  optional: {
    instructions: field(PartitionLimits, 'System policy, project rules, skills.'),
    tools: field(PartitionLimits, 'Tool schemas.'),
    task: field(PartitionLimits, 'Task state.'),
    conversation: field(PartitionLimits, 'Messages, tool evidence, artifact references.'),
    memory: field(PartitionLimits, 'Memories and pins.'),
    evidence: field(PartitionLimits, 'Recalled history.'),
    project: field(PartitionLimits, 'Project snippets.'),
    summary: field(PartitionLimits, 'Summaries.'),
  },
})
/** Limits by partition. @since 0.1.0 */
export type Partitions = TypeOf<typeof Partitions>

const items = {
  items: field(list('Items', ContextItem, { max: ITEMS_MAX }), 'Everything that could be shown.'),
}
const budget = { budget: field(Budget, 'The token budget.') }
const now = { now: field(Instant, 'The instant for which expiry is judged, in UTC.') }

const cachePrices = {
  cachePrices: field(
    CachePrices,
    'What cached input costs; without it every plan appends as long as it can.',
  ),
}
const previous = {
  previous: field(ContextPlan, 'The plan that was sent before this one; what it sent stays where it was.'),
}

const optional = {
  schema: schemaName(PLAN_REQUEST_SCHEMA),
  partitions: field(Partitions, 'Limits by partition.'),
  placement: field(Placement, 'Where recalled and standing items stand; default hybrid.'),
  conversation: field(ConversationPolicy, 'How conversation is chosen; default tail.'),
  protectedNotAdmitted: field(
    oneOf('ProtectedNotAdmittedPolicy', ['refuse', 'drop']),
    'What happens to a protected item that may not be shown; default refuse.',
  ),
  ...cachePrices,
}

const description = 'What a host asks for when it plans a window.'

/**
 * What a host asks for. Item ids are unique, and so is `source.sequence` among conversation items; a `now` of its
 * own is refused, because the facade reads the time.
 *
 * @since 0.1.0
 */
export const PlanRequest = sealed({
  name: 'PlanRequest',
  description,
  required: { ...items, ...budget },
  optional: { ...optional, ...previous },
})
/** A request that was decoded; hosts write a {@link PlanRequestInput}. @since 0.1.0 */
export type PlanRequest = TypeOf<typeof PlanRequest>
/** A request as a host writes it: the same shape with plain texts and numbers. @since 0.1.0 */
export type PlanRequestInput = Plain<PlanRequest>

/** The request with its time, as `planContext` of `./kernel` takes it. @since 0.1.0 */
export const StampedPlanRequest = sealed({
  name: 'StampedPlanRequest',
  description: 'What a host asks for when it plans a window, with the instant it is planned for.',
  required: { ...items, ...budget, ...now },
  optional: { ...optional, ...previous },
})
/** A request with its time that was decoded. @since 0.1.0 */
export type StampedPlanRequest = TypeOf<typeof StampedPlanRequest>
/** A stamped request as a host writes it. @since 0.1.0 */
export type StampedPlanRequestInput = Plain<StampedPlanRequest>

/** A stamped request without its items and the plan before it, which are decoded apart. @since 0.1.0 */
export const PlanTerms = sealed({
  name: 'StampedPlanRequest',
  description: 'A plan request without its items and the plan before it.',
  required: { ...budget, ...now },
  optional,
})
/** Everything a request says besides its items and the plan before it. @since 0.1.0 */
export type PlanTerms = TypeOf<typeof PlanTerms>

/** What a host hands over to have items sealed: items with unique ids. @since 0.1.0 */
export const SealRequest = sealed({
  name: 'SealRequest',
  description: 'Items to validate, copy, freeze and digest once.',
  required: items,
})
/** A seal request that was decoded; hosts write a {@link SealRequestInput}. @since 0.1.0 */
export type SealRequest = TypeOf<typeof SealRequest>
/** A seal request as a host writes it. @since 0.1.0 */
export type SealRequestInput = Plain<SealRequest>

/** A seal request without its items: nothing. @since 0.1.0 */
export const SealTerms = sealed({
  name: 'SealRequest',
  description: 'A seal request without its items.',
  required: {},
})
