/**
 * What does a plan say? Which items stand in the window and in which order, what fell out and why, and what the
 * sink may see of the decision.
 */
import { field, schemaName, sealed } from './sealed.js'
import { flag, list } from './primitives.js'
import { Partition, Segment } from './partition.js'
import { Epoch, PrefixBreak, SegmentPrefix } from './epoch.js'
import { ConversationPolicy, Placement } from './placement.js'
import { SinkProfile } from './labels.js'
import { DROP_REASONS, DropReason, KeepReason } from './plan-reasons.js'
import { Count, Digest, ExternalId, Identifier, Instant, ITEMS_MAX, TokenCount, TokenSum } from './scalars.js'
import type { TypeOf } from './type-of.js'

/** The name of the plan document; also the domain of a plan's digest. @since 0.1.0 */
export const CONTEXT_PLAN_SCHEMA = 'cmk/context-plan/v1'

export * from './plan-reasons.js'

/** An item that stands in the window: where, why, and its digest and expected tokens. @since 0.1.0 */
export const SelectedItem = sealed({
  name: 'SelectedItem',
  description: 'An item in the plan.',
  required: {
    itemId: field(Identifier, 'The item.'),
    digest: field(
      Digest,
      'The digest of the item without its counts, which covers the digest of its content.',
    ),
    segment: field(Segment, 'Where it stands.'),
    reason: field(KeepReason, 'Why it is there.'),
    tokens: field(TokenCount, 'What it is expected to cost, in tokens.'),
  },
})
/** An item that stands in the window. @since 0.1.0 */
export type SelectedItem = TypeOf<typeof SelectedItem>

/**
 * An item that was handed over and is not in the window. `offloadable` is true only of `over_budget` items whose
 * content a reference could stand for.
 *
 * @since 0.1.0
 */
export const DroppedItem = sealed({
  name: 'DroppedItem',
  description: 'An item that is not in the plan.',
  required: {
    itemId: field(Identifier, 'The item.'),
    reason: field(DropReason, 'Why it is not there.'),
    tokens: field(TokenCount, 'What it would be expected to cost, in tokens.'),
    offloadable: field(flag('Offloadable'), 'Whether a reference could stand in its place.'),
  },
})
/** An item that was handed over and is not in the window. @since 0.1.0 */
export type DroppedItem = TypeOf<typeof DroppedItem>

/**
 * How many items fell out for one reason, and their expected tokens; a reason nothing fell out for is absent.
 *
 * @since 0.1.0
 */
export const DroppedTotal = sealed({
  name: 'DroppedTotal',
  description: 'How much fell out for one reason; exact even where details are capped.',
  required: {
    reason: field(DropReason, 'The reason.'),
    items: field(Count, 'How many items.'),
    tokens: field(TokenSum, 'Their expected tokens.'),
  },
})

/**
 * What one partition holds and costs, in tokens, with the overhead of its items. Partitions are bounded one by one, so
 * their costs add up to more than the total of the plan.
 *
 * @since 0.1.0
 */
export const PartitionUse = sealed({
  name: 'PartitionUse',
  description: 'What a partition holds and costs, in tokens, and how much of its minimum stayed empty.',
  required: {
    partition: field(Partition, 'The partition.'),
    items: field(Count, 'How many items it holds.'),
    tokens: field(TokenSum, 'What they cost at most, with overhead.'),
    unmetMinTokens: field(TokenCount, 'How much of its minimum could not be filled.'),
  },
})

/** A count that claimed less than its text can cost, and what was used instead, in tokens. @since 0.1.0 */
export const RaisedCount = sealed({
  name: 'RaisedCount',
  description: 'A claimed token count that was below the lower bound of its text and was raised to it.',
  required: {
    itemId: field(Identifier, 'The item.'),
    claimedExpectedTokens: field(TokenCount, 'The expected count that was claimed.'),
    claimedSafeTokens: field(TokenCount, 'The safe count that was claimed.'),
    lowerBoundTokens: field(TokenCount, 'The least that the text can cost; both counts are at least this.'),
  },
})

/**
 * A call in the window that nothing answers yet. Message writers refuse it unless they are asked to mark it.
 *
 * @since 0.1.0
 */
export const AwaitedCall = sealed({
  name: 'AwaitedCall',
  description: 'A call in the plan that has no result yet.',
  required: {
    itemId: field(Identifier, 'The item that makes the call.'),
    callId: field(ExternalId, 'The call.'),
  },
})
/** A call in the window that nothing answers yet. @since 0.1.0 */
export type AwaitedCall = TypeOf<typeof AwaitedCall>

const plan = (max: number) => ({ min: 0, max })

/**
 * Why the plan is as it is. It names what was denied, so it is for the host and must not reach the sink.
 *
 * @since 0.1.0
 */
export const Explanation = sealed({
  name: 'Explanation',
  description: 'Why the plan is as it is: for the host only.',
  required: {
    dropped: field(
      list('DroppedItems', DroppedItem, plan(ITEMS_MAX)),
      'What fell out: conversation by sequence, then by kind and age; what is behind the closed tail last, ' +
        'newest first.',
    ),
    droppedCapped: field(flag('DroppedCapped'), 'Whether `dropped` is cut; `droppedTotals` never is.'),
    droppedTotals: field(
      list('DroppedTotals', DroppedTotal, plan(DROP_REASONS.length)),
      'How much fell out, by reason.',
    ),
    partitions: field(list('PartitionUses', PartitionUse, plan(16)), 'What each partition got.'),
    raised: field(list('RaisedCounts', RaisedCount, plan(ITEMS_MAX)), 'Token counts that were raised.'),
  },
})
/** Why the plan is as it is; for the host only. @since 0.1.0 */
export type Explanation = TypeOf<typeof Explanation>

/** A segment that holds something: how many items, and their expected tokens. @since 0.1.0 */
export const SegmentView = sealed({
  name: 'SegmentView',
  description: 'One segment of the window, in order.',
  required: {
    segment: field(Segment, 'The segment.'),
    items: field(Count, 'How many items stand in it.'),
    tokens: field(TokenSum, 'Their expected tokens.'),
  },
})
/** A segment that holds something, as the sink may see it. @since 0.1.0 */
export type SegmentView = TypeOf<typeof SegmentView>

/**
 * What the sink may know: the layout of the window and its cost; no id, no reason, and no count of what was left out.
 *
 * @since 0.1.0
 */
export const SinkView = sealed({
  name: 'SinkView',
  description: 'What the sink may know of the plan: nothing of what was denied, and no ids.',
  required: {
    segments: field(
      list('SegmentViews', SegmentView, plan(8)),
      'The segments, in the order they are laid out.',
    ),
    totalTokens: field(TokenSum, 'What the plan costs at most, with overhead.'),
  },
})

/**
 * The budget with every default filled in, in tokens. `inputTokens` is the window less reserved output and safety
 * margin; the recovery reserve is a share of it.
 *
 * @since 0.1.0
 */
export const PlanBudget = sealed({
  name: 'PlanBudget',
  description: 'The budget the plan was made for, in tokens.',
  required: {
    windowTokens: field(TokenCount, 'The window.'),
    reservedOutputTokens: field(TokenCount, 'Kept free for the answer.'),
    safetyMarginTokens: field(TokenCount, 'Kept free against counting errors.'),
    recoveryReserveTokens: field(TokenCount, 'For items required for recovery only.'),
    inputTokens: field(TokenCount, 'What the plan may cost.'),
    perMessageTokens: field(TokenCount, 'Overhead of each item.'),
    perPlanTokens: field(TokenCount, 'Overhead of the whole plan.'),
  },
})
/** The budget with every default filled in, in tokens. @since 0.1.0 */
export type PlanBudget = TypeOf<typeof PlanBudget>

/**
 * A context window, decided. `totalTokens` is at most `budget.inputTokens`; `selected` is in the order of the window;
 * every item handed over is in `selected`, or counted in `explanation.droppedTotals`. The digest covers everything but
 * itself.
 *
 * @since 0.1.0
 */
export const ContextPlan = sealed({
  name: 'ContextPlan',
  description: 'A context window: what stands in it, in which order, and why.',
  required: {
    schema: schemaName(CONTEXT_PLAN_SCHEMA),
    digest: field(Digest, 'The digest of the plan without this field.'),
    plannedFor: field(Instant, 'The instant for which expiry was judged.'),
    optionsDigest: field(Digest, 'The digest of the kernel options in force.'),
    counter: field(Identifier, 'The token counter that made the total.'),
    sink: field(SinkProfile, 'Where the window may be sent.'),
    budget: field(PlanBudget, 'The budget.'),
    placement: field(Placement, 'Where recalled and standing items stand.'),
    conversation: field(ConversationPolicy, 'How conversation was chosen.'),
    totalTokens: field(TokenSum, 'What the plan costs at most, with overhead; never above the input budget.'),
    expectedTokens: field(TokenSum, 'What the items are expected to cost, without overhead.'),
    selected: field(
      list('SelectedItems', SelectedItem, plan(ITEMS_MAX)),
      'The items, in the order they are laid out.',
    ),
    epoch: field(Epoch, 'The stretch between two cuts this plan belongs to.'),
    prefixes: field(
      list('SegmentPrefixes', SegmentPrefix, plan(8)),
      'The plan up to the end of each of its segments, for hosts that place cache breakpoints.',
    ),
    reusablePrefixTokens: field(
      TokenSum,
      'Expected tokens of the items that this plan and the one before it begin with alike; 0 without one.',
    ),
    awaiting: field(
      list('AwaitedCalls', AwaitedCall, plan(ITEMS_MAX)),
      'Calls in the plan without a result.',
    ),
    explanation: field(Explanation, 'Why: for the host only.'),
    sinkView: field(SinkView, 'What the sink may know.'),
  },
  optional: {
    prefixBreak: field(PrefixBreak, 'Absent where the plan begins with the whole plan before it.'),
  },
})
/** A context window, decided. @since 0.1.0 */
export type ContextPlan = TypeOf<typeof ContextPlan>
