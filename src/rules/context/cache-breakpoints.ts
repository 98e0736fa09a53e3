/**
 * After which items of a plan does a provider's cache mark pay? A proposal for hosts whose provider wants marks; the plan
 * is what it is without them.
 */
import type { ContextPlan } from '../../contract/context-plan.js'
import type { Segment } from '../../contract/partition.js'
import type { Plain } from '../../contract/type-of.js'

/** What of a plan is looked at. @since 0.1.0 */
export type CacheBreakpointsInput = Pick<Plain<ContextPlan>, 'awaiting' | 'reusablePrefixTokens' | 'selected'>

/** How many marks Anthropic takes in one request. @since 0.1.0 */
export const CACHE_BREAKPOINTS_MAX = 4

/** How many blocks before a mark Anthropic looks at for what an earlier request wrote, the marked one included. */
const LOOKBACK = 20

/**
 * The items after which a cache mark pays.
 *
 * A cache is written at marks only, and read at a mark or up to 20 blocks before one. So a mark pays
 * - at the end: the next plan that only appends reads all of this one there;
 * - at the end of what the plan before sent, where that plan had its last mark: this one reads it there;
 * - at the end of the instructions and standing items: what is left when the conversation is cut;
 * - where more than 20 items follow those: 20, 40, 80, … items further, the furthest of them. A prefix that breaks
 *   behind it is read up to it, and it stays where it is until twice as many items follow.
 *
 * While a live exchange awaits results nothing is marked from its first unanswered call on: what stands in for a
 * missing result is not what the next request will have there. An item counts as one block; one that is written as
 * several is looked past sooner.
 *
 * @param options `max`: how many marks there may be; default 4. Fewer keep what pays most.
 * @returns Item ids in the order of the plan, each at most once; empty where nothing is selected or settled.
 * @law at most `max`; the last settled item is the last one named
 * @law a plan that only appends to the one before reads the whole of it from the cache; a cut, the stable head
 * @req REQ-PLAN-249
 * @example writeMessages('anthropic-messages', { plan, items, cacheBreakpoints: cacheBreakpoints(plan) })
 * @since 0.1.0
 */
export function cacheBreakpoints(
  plan: CacheBreakpointsInput,
  { max = CACHE_BREAKPOINTS_MAX }: { readonly max?: number } = {},
): readonly string[] {
  const settled = plan.selected.slice(0, settledItems(plan))
  const head = stableItems(settled)
  const reused = Math.min(reusedItems(plan), settled.length)
  // How many items stand before each mark, the most useful first.
  const wanted = [
    settled.length,
    ...behind({ head, reused, end: settled.length }),
    between(head, settled.length),
  ]
  const places = new Set<number>()
  for (const place of wanted) if (place > 0 && places.size < Math.floor(max)) places.add(place)
  return [...places].sort((a, b) => a - b).map((place) => settled[place - 1]?.itemId as string)
}

interface Places {
  readonly head: number
  readonly reused: number
  readonly end: number
}

/** What the last mark reaches by looking back needs no mark of its own as much as the head does. */
function behind({ head, reused, end }: Places): readonly number[] {
  return end - reused < LOOKBACK ? [head, reused] : [reused, head]
}

function settledItems({ awaiting, selected }: CacheBreakpointsInput): number {
  if (awaiting.length === 0) return selected.length
  const open = new Set(awaiting.map(({ itemId }) => itemId))
  const first = selected.findIndex(({ itemId, reason }) => reason === 'live_exchange' && open.has(itemId))
  return first < 0 ? selected.length : first
}

const STABLE: ReadonlySet<Segment> = new Set(['instructions', 'standing'])

function stableItems(selected: CacheBreakpointsInput['selected']): number {
  const first = selected.findIndex(({ segment }) => !STABLE.has(segment))
  return first < 0 ? selected.length : first
}

/** How many items the plan begins with as the plan before did, told from their tokens. */
function reusedItems({ reusablePrefixTokens, selected }: CacheBreakpointsInput): number {
  let [items, tokens] = [0, 0]
  for (const entry of reusablePrefixTokens > 0 ? selected : []) {
    tokens += entry.tokens
    if (tokens > reusablePrefixTokens) break
    items += 1
  }
  return items
}

/** The furthest of 20, 40, 80, … items behind the head that is not the end; 0 where none is. */
function between(head: number, end: number): number {
  let step = LOOKBACK
  if (head + step >= end) return 0
  while (head + 2 * step < end) step *= 2
  return head + step
}
