/**
 * Where may supplements stand, and how is conversation chosen? Two words that requests and plans share.
 */
import { PLACEMENTS } from './placements.js'
import { oneOf } from './primitives.js'
import type { TypeOf } from './type-of.js'

/**
 * In which order the segments stand, all after the instructions. `hybrid`, the default: standing, conversation, fresh,
 * current. `stable-prefix`: standing, fresh, conversation, current. `latest-user`: conversation, standing, fresh,
 * current. Where no user message is kept, `stable-prefix` holds whatever was asked for.
 *
 * @since 0.1.0
 */
export const Placement = oneOf('Placement', PLACEMENTS)
/** One of `hybrid`, `stable-prefix`, `latest-user`. @since 0.1.0 */
export type Placement = TypeOf<typeof Placement>

/**
 * How conversation is chosen: `tail`, the default, takes the newest without a gap; `by-priority` takes what is wanted
 * most and may leave gaps, but splits no exchange.
 *
 * @since 0.1.0
 */
export const ConversationPolicy = oneOf('ConversationPolicy', ['tail', 'by-priority'])
/** One of `tail`, `by-priority`. @since 0.1.0 */
export type ConversationPolicy = TypeOf<typeof ConversationPolicy>
