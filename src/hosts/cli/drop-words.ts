/**
 * What does each reason for falling out mean, in a person's words?
 */
import type { DropReason } from '../../contract/context-plan.js'

export const DROP_WORDS: Readonly<Record<DropReason, string>> = {
  expired: 'its time is over',
  scope_denied: 'it belongs to somebody else',
  sink_denied: 'its labels do not name this receiver',
  sensitivity_denied: 'the receiver is not cleared for it',
  untrusted_system_policy: 'it claims to be a system rule, and its writer may not make one',
  exchange_incomplete: 'a tool call without its result, or a result without its call',
  orphan_result: 'a tool result that answers no call',
  duplicate_result: 'a tool call that was answered twice',
  duplicate_content: 'the same text stands in the window already',
  no_user_message: 'there is no user message to place it by',
  over_ceiling: 'its part of the budget has a ceiling, and that is full',
  tail_closed: 'older than the newest messages that fit',
  over_budget: 'it does not fit',
  before_cut: 'older than the last cut; it stays out so that the prefix stays as it was sent',
  sent_earlier: 'it was recalled for an earlier message',
}
