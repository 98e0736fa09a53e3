/**
 * How does a person read what a plan keeps of the plan before it? Figures, ids and words; never a text.
 */
import pc from 'picocolors'
import type { ContextPlan } from '../../contract/context-plan.js'
import type { BreakCause, CachePrices, PrefixBreak } from '../../contract/epoch.js'
import { BREAK_WORDS } from './break-words.js'
import { counted, grouped } from './printable.js'
import { percentOf } from './text-bar.js'

type Colours = Pick<ReturnType<typeof pc.createColors>, 'bold' | 'green' | 'yellow'>

const FOREIGN = 'is it of this session? (see `cmk plan --help`)'

/** Causes by which a plan of the very same session can come to share nothing with the one before. */
const STANDS_FOR_ITSELF: ReadonlySet<BreakCause> = new Set([
  'cut',
  'not_admitted',
  'placement_changed',
  'sink_changed',
])

/** Lines for a plan that was given the plan before it. */
export function epochLines(
  plan: ContextPlan,
  prices: CachePrices | null,
  { bold, green, yellow }: Colours,
): readonly string[] {
  const { epoch, expectedTokens, prefixBreak, reusablePrefixTokens } = plan
  const share = percentOf(reusablePrefixTokens, expectedTokens)
  const reused = `${grouped(reusablePrefixTokens)} of ${counted(expectedTokens, 'token')} (${share})`
  const first = `  ${bold(`epoch ${grouped(epoch.number)}`)}  reusable prefix ${reused}`
  if (prefixBreak === undefined) return [first, `  ${green('it begins with the whole plan before it')}`]
  const { cause, itemId } = prefixBreak
  const isForeign =
    reusablePrefixTokens === 0 && prefixBreak.costTokens === 0 && !STANDS_FOR_ITSELF.has(cause)
  if (isForeign) return [first, `  ${yellow('it shares nothing with the plan before')}: ${FOREIGN}`]
  return [
    first,
    `  ${yellow(cause)} at ${itemId}: ${BREAK_WORDS[cause]}`,
    `  cost: ${costWords(prefixBreak, prices)}`,
  ]
}

/** A token that is sent anew is written to the cache where it would have been read from it. */
function costWords({ costTokens }: PrefixBreak, prices: CachePrices | null): string {
  const anew = `${counted(costTokens, 'token')} sent before ${costTokens === 1 ? 'is' : 'are'} sent anew`
  if (prices === null) return anew
  const thousandths = costTokens * Math.max(0, prices.writeThousandths - prices.readThousandths)
  return `${anew}, for the price of ${counted(Math.ceil(thousandths / 1000), 'uncached token')}`
}
