/**
 * How many tokens do written messages cost? Counted from what was written, with the count that items were read with, so
 * that a plan's total can be checked; it never looks at the plan.
 */
import type { MessagesRefused, PortFailed } from '../../contract/kernel-error.js'
import { ok, type Result } from '../../contract/result.js'
import type { TokenCounterPort, TokenSums } from '../../ports/token-counter.js'
import { countParts, jointSafe } from './count-parts.js'
import { refuseMessages } from './messages-refused.js'
import { payloadParts, type CountedMessage } from './payload-parts.js'
import { isMessageFormat, type MessageFormat, type TurnPart } from './turn.js'

type Counted<A> = Result<A, MessagesRefused | PortFailed>

/**
 * The sums of all messages: `items` is their number, system text counted as one, `safeMax` the largest safe count of a
 * single text or media part: a message may hold the texts of several items, a part never does.
 *
 * Texts the writer added on its own are included.
 *
 * @returns failed: `MessagesRefused` (`wrong-shape`) or `PortFailed`.
 * @since 0.1.0
 */
export function countPayload(
  format: MessageFormat,
  payload: unknown,
  counter: TokenCounterPort,
): Counted<TokenSums> {
  const messages = payloadParts(format, payload)
  if (messages === null) return wrongShape(format)
  return sumOf(
    messages.map(({ parts, fixed }) => [...parts, ...fixed]),
    counter,
  )
}

/** What a recount is charged with, as a plan is. @since 0.1.0 */
export interface RecountTariff {
  readonly counter: TokenCounterPort
  readonly perMessageTokens: number
  readonly perPlanTokens: number
}

/**
 * What the messages cost at most, in tokens, charged as the plan was: the counter's joint bound, the overhead of each
 * message and of the plan. The overhead of the plan also pays for texts the writer added on its own, as far as it goes.
 *
 * @returns failed: `MessagesRefused` (`wrong-shape`) or `PortFailed`.
 * @law  with items counted by `countParts` or on `renderSupplement`, at most the total of their plan, as long as
 *       nothing was marked; with marks, at most its input budget
 * @req  REQ-HOST-258
 * @since 0.1.0
 */
export function recountTotal(
  format: MessageFormat,
  payload: unknown,
  tariff: RecountTariff,
): Counted<number> {
  const messages = payloadParts(format, payload)
  if (messages === null) return wrongShape(format)
  const own = messages.filter((message) => !isFixedOnly(message)).map(({ parts }) => parts)
  const planned = costOf(own, tariff)
  if (!planned.ok) return planned
  const fixed = messages.filter((message) => message.fixed.length > 0)
  const added = costOf(
    fixed.flatMap((message) => message.fixed.map((part) => [part])),
    tariff,
  )
  return added.ok ? ok(planned.value + Math.max(added.value, tariff.perPlanTokens)) : added
}

function isFixedOnly({ parts, fixed }: CountedMessage): boolean {
  return fixed.length > 0 && parts.length === 0
}

function costOf(messages: readonly (readonly TurnPart[])[], tariff: RecountTariff): Counted<number> {
  const { counter, perMessageTokens } = tariff
  const sums = sumOf(messages, counter)
  if (!sums.ok) return sums
  if (sums.value.items === 0) return ok(0)
  const joint = jointSafe(sums.value, counter)
  return joint.ok ? ok(joint.value + perMessageTokens * sums.value.items) : joint
}

function sumOf(messages: readonly (readonly TurnPart[])[], counter: TokenCounterPort): Counted<TokenSums> {
  const sums = { expectedSum: 0, safeSum: 0, safeMax: 0, items: messages.length }
  for (const parts of messages) {
    const message = countParts(parts, counter)
    if (!message.ok) return message as Counted<TokenSums>
    sums.expectedSum += message.value.expected
    sums.safeSum += message.value.safe
    for (const part of parts) {
      const single = countParts([part], counter)
      if (!single.ok) return single as Counted<TokenSums>
      sums.safeMax = Math.max(sums.safeMax, single.value.safe)
    }
  }
  return ok(sums)
}

function wrongShape(format: MessageFormat): Counted<never> {
  const known = isMessageFormat(format) ? format : 'unknown'
  return refuseMessages(known, { rule: 'wrong-shape', remedy: 'count messages of a format that is written' })
}
