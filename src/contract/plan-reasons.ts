/**
 * Why is an item in a plan, or not in it? Two closed lists.
 */
import { oneOf } from './primitives.js'
import type { TypeOf } from './type-of.js'

/**
 * Why an item is not in the plan. The first five are denials, named in the order in which they are tried.
 *
 * - `expired`, `scope_denied`, `sink_denied`, `sensitivity_denied`: what the labels or the expiry do not admit.
 * - `untrusted_system_policy`: it would speak as the system with trust below `verified`.
 * - `exchange_incomplete`: a call without its results or a result whose call fell out, or what is bound to such.
 * - `orphan_result`, `duplicate_result`: no open call stands before it; its call is answered already.
 * - `duplicate_content`: a supplement of the same partition that stands in the plan says the same.
 * - `no_user_message`: a supplement or task state, and there is no user message that may be shown.
 * - `over_ceiling`, `tail_closed`, `over_budget`: no room in the partition, behind the end of the tail, in the budget.
 * - `before_cut`: conversation behind the last cut, or what would stand in front and had no room then; it stays out
 *   until the next cut, so that the prefix stays as it was sent.
 * - `sent_earlier`: a supplement sent with an earlier user message, which falls at a cut, where it costs too much, or
 *   where what is new needs its room.
 *
 * @since 0.1.0
 */
export const DROP_REASONS = [
  'expired',
  'scope_denied',
  'sink_denied',
  'sensitivity_denied',
  'untrusted_system_policy',
  'exchange_incomplete',
  'orphan_result',
  'duplicate_result',
  'duplicate_content',
  'no_user_message',
  'over_ceiling',
  'tail_closed',
  'over_budget',
  'before_cut',
  'sent_earlier',
] as const
/** One word of {@link DROP_REASONS}. @since 0.1.0 */
export const DropReason = oneOf('DropReason', DROP_REASONS)
/** One word of {@link DROP_REASONS}. @since 0.1.0 */
export type DropReason = TypeOf<typeof DropReason>

/**
 * Why an item is in the plan. The last five are choices; those before are protections, position before mark.
 *
 * - `current_request`, `live_exchange`: protected by position, whatever their trust.
 * - `pinned` to `environment`: protected by a mark, with trust `user` or better (`system_policy`: `verified`).
 * - `travels_with_protected`: part of a unit that holds a protected item.
 * - `in_partition`, `in_tail`, `by_priority`: chosen in the first round; `left_over`: with what then remained.
 * - `sent_before`: it stands in the plan before, and what was sent stays until the cut.
 *
 * @since 0.1.0
 */
export const KEEP_REASONS = [
  'current_request',
  'live_exchange',
  'pinned',
  'system_policy',
  'open_task',
  'open_tool',
  'open_approval',
  'open_question',
  'open_human_task',
  'required_for_recovery',
  'environment',
  'travels_with_protected',
  'in_partition',
  'in_tail',
  'by_priority',
  'left_over',
  'sent_before',
] as const
/** One word of {@link KEEP_REASONS}. @since 0.1.0 */
export const KeepReason = oneOf('KeepReason', KEEP_REASONS)
/** One word of {@link KEEP_REASONS}. @since 0.1.0 */
export type KeepReason = TypeOf<typeof KeepReason>
