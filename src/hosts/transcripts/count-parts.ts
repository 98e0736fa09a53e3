/**
 * How many tokens do these parts cost? The one count for items that are read and for messages that are written, so
 * that a recount never disagrees.
 */
import { estimateMedia, MEDIA_TOKENS_MIN } from '../../base/tokens/media.js'
import { TOKEN_COUNT_MAX } from '../../contract/scalars.js'
import type { PortFailed } from '../../contract/kernel-error.js'
import { ok, type Result } from '../../contract/result.js'
import type { MediaShape, TokenCounterPort, TokenEstimate, TokenSums } from '../../ports/token-counter.js'
import { callPort, type PortMethod } from './call-port.js'
import { mediaShapeOf, mediaTextOf } from './media-shape.js'
import { sentTexts } from './text-of.js'
import type { MediaPart, TurnPart } from './turn.js'

/**
 * What each result after the first adds, in tokens: a format may want a message for each, and a plan charges an item
 * the overhead of one message (4 by default, and a share of a token that the bound of one message more may round up).
 *
 * @since 0.1.0
 */
export const FURTHER_RESULT_TOKENS = 5

/**
 * Counts every text of the parts, and every image, sound and file: by the counter's `countMedia`, or by
 * `estimateMedia` where it has none. A file of text is counted as the text it holds. No media cost below 16 tokens, for
 * the text that may stand in their place.
 *
 * @returns ok: `safe` is the counter's joint bound of the texts and the bound of each medium: a margin that media bring
 *          must not be spent on texts. It is at least `expected`; both saturate at 16,777,216.
 *          Failed: `PortFailed` when the counter refuses, throws or answers something that is no count.
 * @law no parts cost nothing; the order of the parts does not matter
 * @since 0.1.0
 */
export function countParts(parts: readonly TurnPart[], counter: TokenCounterPort): Result<TokenEstimate> {
  const texts = countTexts(sentTexts(parts), counter)
  if (!texts.ok) return texts
  let { expected, safe } = texts.value
  for (const media of parts.flatMap(mediaIn)) {
    const counted = countMedia(media, counter)
    if (!counted.ok) return counted
    expected += counted.value.expected
    safe += counted.value.safe
  }
  return ok({ expected: Math.min(expected, TOKEN_COUNT_MAX), safe: Math.min(safe, TOKEN_COUNT_MAX) })
}

/**
 * What an item of these parts costs: the parts, and the messages that its results may need beyond the one that a plan
 * charges for. Each result after the first is counted on its own, as the message it may become.
 *
 * @returns as {@link countParts}.
 * @law the messages that a writer makes of the parts cost no more, however it shares the results out
 * @since 0.1.0
 */
export function countTurn(parts: readonly TurnPart[], counter: TokenCounterPort): Result<TokenEstimate> {
  const first = parts.findIndex(({ _tag }) => _tag === 'Result')
  const further = parts.filter(({ _tag }, index) => _tag === 'Result' && index > first)
  const rest =
    further.length === 0 ? parts : parts.filter(({ _tag }, index) => _tag !== 'Result' || index === first)
  const counted = countParts(rest, counter)
  if (!counted.ok) return counted
  let { expected, safe } = counted.value
  for (const result of further) {
    const more = countParts([result], counter)
    if (!more.ok) return more
    expected += more.value.expected + FURTHER_RESULT_TOKENS
    safe += more.value.safe + FURTHER_RESULT_TOKENS
  }
  return ok({ expected: Math.min(expected, TOKEN_COUNT_MAX), safe: Math.min(safe, TOKEN_COUNT_MAX) })
}

/** The counter's bound for several counts taken together, within the largest and the sum of them. */
export function jointSafe(sums: TokenSums, counter: TokenCounterPort): Result<number, PortFailed> {
  return callPort(JOINT_SAFE, counter, sums)
}

function countTexts(texts: readonly string[], counter: TokenCounterPort): Result<TokenEstimate> {
  if (texts.length === 0) return ok({ expected: 0, safe: 0 })
  const sums = { expectedSum: 0, safeSum: 0, safeMax: 0, items: texts.length }
  for (const text of texts) {
    const counted = callPort(COUNT, counter, text)
    if (!counted.ok) return counted
    const { expected, safe } = counted.value
    sums.expectedSum += expected
    sums.safeSum += safe
    sums.safeMax = Math.max(sums.safeMax, safe)
  }
  const joint = jointSafe(sums, counter)
  if (!joint.ok) return joint
  return ok({ expected: sums.expectedSum, safe: Math.max(joint.value, sums.expectedSum) })
}

function countMedia(media: MediaPart, counter: TokenCounterPort): Result<TokenEstimate> {
  const shape = mediaShapeOf(media)
  const text = mediaTextOf(media, shape)
  const counted = text === null ? callPort(COUNT_MEDIA, counter, shape) : callPort(COUNT, counter, text)
  if (!counted.ok) return counted
  const { expected, safe } = counted.value
  return ok({ expected: Math.max(expected, MEDIA_TOKENS_MIN), safe: Math.max(safe, MEDIA_TOKENS_MIN) })
}

function mediaIn(part: TurnPart): readonly MediaPart[] {
  if (part._tag === 'Media') return [part]
  return part._tag === 'Result' ? part.content.filter((inner) => inner._tag === 'Media') : []
}

const COUNT: PortMethod<TokenCounterPort, string, TokenEstimate> = {
  port: 'TokenCounter',
  method: 'count',
  ask: (counter, text) => counter.count(text),
  accepts: isEstimate,
}

const COUNT_MEDIA: PortMethod<TokenCounterPort, MediaShape, TokenEstimate> = {
  port: 'TokenCounter',
  method: 'countMedia',
  ask: (counter, shape) => counter.countMedia?.(shape) ?? ok(estimateMedia(shape)),
  accepts: isEstimate,
}

const JOINT_SAFE: PortMethod<TokenCounterPort, TokenSums, number> = {
  port: 'TokenCounter',
  method: 'jointSafe',
  ask: (counter, sums) => counter.jointSafe(sums),
  accepts: (bound, { safeMax, safeSum }) => isCount(bound) && bound >= safeMax && bound <= safeSum,
}

function isEstimate({ expected, safe }: TokenEstimate): boolean {
  return isCount(expected) && isCount(safe) && expected <= safe
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}
