/**
 * How many tokens do these parts cost? The one count for items that are read and for messages that are written, so
 * that a recount never disagrees.
 */
import { TOKEN_COUNT_MAX } from '../../contract/scalars.js'
import { ok, type Result } from '../../contract/result.js'
import type { TokenCounterPort, TokenEstimate, TokenSums } from '../../ports/token-counter.js'
import { callPort } from './call-port.js'
import { eachSentText } from './text-of.js'
import type { TurnPart } from './turn.js'

/**
 * What an image, a sound or a file is taken to cost, in tokens, whatever its size. Providers scale images down
 * before they count: Anthropic's guide gives width × height / 750, about 1,600 for the largest image it does not
 * scale down; OpenAI's gives 85 + 170 for each tile, 1,445 for the most tiles an image is scaled to.
 */
export const IMAGE_TOKENS = 1600

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
  const joint = callPort({
    port: 'TokenCounter',
    method: 'jointSafe',
    call: () => counter.jointSafe(sums),
    accepts: (bound) => isCount(bound) && bound >= sums.safeMax && bound <= sums.safeSum,
  })
  if (!joint.ok) return joint
  const safe = Math.max(joint.value, sums.expectedSum)
  return ok({ expected: Math.min(sums.expectedSum, TOKEN_COUNT_MAX), safe: Math.min(safe, TOKEN_COUNT_MAX) })
}

function sumOfParts(parts: readonly TurnPart[], counter: TokenCounterPort): Result<TokenSums> {
  const sums = { expectedSum: 0, safeSum: 0, safeMax: 0, items: 0 }
  const add = ({ expected, safe }: TokenEstimate) => {
    sums.expectedSum += expected
    sums.safeSum += safe
    sums.safeMax = Math.max(sums.safeMax, safe)
    sums.items += 1
  }
  for (const part of parts) {
    const texts: string[] = []
    eachSentText(part, (text) => texts.push(text))
    for (const text of texts) {
      const counted = countText(text, counter)
      if (!counted.ok) return counted
      add(counted.value)
    }
    for (let media = mediaIn(part); media > 0; media -= 1) add({ expected: IMAGE_TOKENS, safe: IMAGE_TOKENS })
  }
  return ok(sums)
}

function countText(text: string, counter: TokenCounterPort): Result<TokenEstimate> {
  return callPort({
    port: 'TokenCounter',
    method: 'count',
    call: () => counter.count(text),
    accepts: ({ expected, safe }) => isCount(expected) && isCount(safe) && expected <= safe,
  })
}

function mediaIn(part: TurnPart): number {
  if (part._tag === 'Media') return 1
  if (part._tag !== 'Result') return 0
  let media = 0
  for (const inner of part.content) if (inner._tag === 'Media') media += 1
  return media
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}
