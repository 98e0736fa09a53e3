/**
 * How many tokens do these parts cost? The one count for items that are read and for messages that are written, so
 * that a recount never disagrees.
 */
import { TOKEN_COUNT_MAX } from '../../contract/scalars.js'
import type { PortFailed } from '../../contract/kernel-error.js'
import { ok, type Result } from '../../contract/result.js'
import type { TokenCounterPort, TokenEstimate, TokenSums } from '../../ports/token-counter.js'
import { callPort, type PortMethod } from './call-port.js'
import { sentTexts } from './text-of.js'
import type { TurnPart } from './turn.js'

/**
 * What an image, a sound or a file is taken to cost, in tokens, whatever its size. Providers scale images down
 * before they count: Anthropic's guide gives width × height / 750, about 1,600 for the largest image it does not
 * scale down; OpenAI's gives 85 + 170 for each tile, 1,445 for the most tiles an image is scaled to.
 *
 * @since 0.1.0
 */
export const IMAGE_TOKENS = 1600

/**
 * What each result after the first adds, in tokens: a format may want a message for each, and a plan charges an item
 * the overhead of one message (4 by default, and a share of a token that the bound of one message more may round up).
 *
 * @since 0.1.0
 */
export const FURTHER_RESULT_TOKENS = 5

/**
 * Counts every text of the parts and adds {@link IMAGE_TOKENS} for each media part.
 *
 * @returns ok: `safe` is the counter's joint bound and at least `expected`; both saturate at 16,777,216.
 *          Failed: `PortFailed` when the counter refuses, throws or answers something that is no count.
 * @law no parts cost nothing; the order of the parts does not matter
 * @since 0.1.0
 */
export function countParts(parts: readonly TurnPart[], counter: TokenCounterPort): Result<TokenEstimate> {
  const summed = sumOfParts(parts, counter)
  if (!summed.ok) return summed
  const sums = summed.value
  if (sums.items === 0) return ok({ expected: 0, safe: 0 })
  const joint = jointSafe(sums, counter)
  if (!joint.ok) return joint
  const safe = Math.max(joint.value, sums.expectedSum)
  return ok({ expected: Math.min(sums.expectedSum, TOKEN_COUNT_MAX), safe: Math.min(safe, TOKEN_COUNT_MAX) })
}

/**
 * What an item of these parts costs: the parts, and the messages that its results may need beyond the one that a plan
 * charges for.
 *
 * @returns as {@link countParts}.
 * @since 0.1.0
 */
export function countTurn(parts: readonly TurnPart[], counter: TokenCounterPort): Result<TokenEstimate> {
  const counted = countParts(parts, counter)
  if (!counted.ok) return counted
  const more = furtherResults(parts) * FURTHER_RESULT_TOKENS
  const { expected, safe } = counted.value
  return ok({
    expected: Math.min(expected + more, TOKEN_COUNT_MAX),
    safe: Math.min(safe + more, TOKEN_COUNT_MAX),
  })
}

/** The counter's bound for several counts taken together, within the largest and the sum of them. */
export function jointSafe(sums: TokenSums, counter: TokenCounterPort): Result<number, PortFailed> {
  return callPort(JOINT_SAFE, counter, sums)
}

function sumOfParts(parts: readonly TurnPart[], counter: TokenCounterPort): Result<TokenSums> {
  const media = parts.reduce((total, part) => total + mediaIn(part), 0)
  let expectedSum = media * IMAGE_TOKENS
  let safeSum = expectedSum
  let safeMax = media > 0 ? IMAGE_TOKENS : 0
  let items = media
  for (const text of sentTexts(parts)) {
    const counted = callPort(COUNT, counter, text)
    if (!counted.ok) return counted
    const { expected, safe } = counted.value
    expectedSum += expected
    safeSum += safe
    safeMax = Math.max(safeMax, safe)
    items += 1
  }
  return ok({ expectedSum, safeSum, safeMax, items })
}

function furtherResults(parts: readonly TurnPart[]): number {
  const results = parts.reduce((total, part) => total + (part._tag === 'Result' ? 1 : 0), 0)
  return Math.max(0, results - 1)
}

function mediaIn(part: TurnPart): number {
  if (part._tag === 'Media') return 1
  if (part._tag !== 'Result') return 0
  let media = 0
  for (const inner of part.content) if (inner._tag === 'Media') media += 1
  return media
}

const COUNT: PortMethod<TokenCounterPort, string, TokenEstimate> = {
  port: 'TokenCounter',
  method: 'count',
  ask: (counter, text) => counter.count(text),
  accepts: ({ expected, safe }) => isCount(expected) && isCount(safe) && expected <= safe,
}

const JOINT_SAFE: PortMethod<TokenCounterPort, TokenSums, number> = {
  port: 'TokenCounter',
  method: 'jointSafe',
  ask: (counter, sums) => counter.jointSafe(sums),
  accepts: (bound, { safeMax, safeSum }) => isCount(bound) && bound >= safeMax && bound <= safeSum,
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}
