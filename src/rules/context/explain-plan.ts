/**
 * Why is the plan as it is? For the host only: what fell out and why, what each partition got, which counts were
 * raised. Totals are exact even where the details are cut.
 */
import {
  DROP_REASONS,
  type DropReason,
  type DroppedItem,
  type Explanation,
} from '../../contract/context-plan.js'
import { PARTITIONS } from '../../contract/partition.js'
import type { Count, TokenCount, TokenSum } from '../../contract/scalars.js'
import { gives } from './columns.js'
import { SIGNAL } from './signals.js'
import { isOffloadable, type ItemFacts } from './item-facts.js'
import { costIn, itemsIn, unmetMinimumOf, type Ledger } from './ledger.js'
import type { Fates, PlanInput } from './plan-input.js'

export function explainPlan(input: PlanInput, fates: Fates, ledger: Ledger): Explanation {
  const { dropped, totals, droppedCapped } = explainDropped(input, fates)
  return {
    dropped,
    droppedCapped,
    droppedTotals: DROP_REASONS.flatMap((reason) => totalOfReason(reason, totals)),
    partitions: explainPartitions(input, ledger),
    raised: explainRaised(input),
  }
}

interface Total {
  items: number
  tokens: number
}

/**
 * What fell out, in the order of planning; what merely stands behind the closed tail comes last, newest first, so that
 * a cut list still names every other reason.
 */
function explainDropped(input: PlanInput, fates: Fates) {
  const totals = new Map<DropReason, Total>()
  // Neighbours mostly fall for one reason, so its total is kept at hand.
  let lastReason: DropReason | null = null
  let total: Total = { items: 0, tokens: 0 }
  const indexes: number[] = []
  const behindTheTail: number[] = []
  for (let index = 0; index < input.facts.length; index++) {
    const reason = fates.dropped[index] ?? null
    if (reason === null) continue
    if (reason !== lastReason) total = totalFor(totals, (lastReason = reason))
    total.items += 1
    total.tokens += input.columns.expected[index] ?? 0
    const list = reason === 'tail_closed' || reason === 'before_cut' ? behindTheTail : indexes
    list.push(index)
  }
  const detailsMax = input.options.droppedDetailsMax
  const dropped: DroppedItem[] = []
  for (const index of indexes.concat(behindTheTail.reverse())) {
    if (dropped.length === detailsMax) break
    dropped.push(explainDrop(input.facts[index] as ItemFacts, fates.dropped[index] as DropReason))
  }
  return { dropped, totals, droppedCapped: dropped.length < indexes.length + behindTheTail.length }
}

function totalFor(totals: Map<DropReason, Total>, reason: DropReason): Total {
  const total = totals.get(reason) ?? { items: 0, tokens: 0 }
  totals.set(reason, total)
  return total
}

function explainDrop(facts: ItemFacts, reason: DropReason): DroppedItem {
  return {
    itemId: facts.item.itemId,
    reason,
    tokens: facts.expected as TokenCount,
    offloadable: reason === 'over_budget' && isOffloadable(facts.item),
  }
}

function totalOfReason(
  reason: DropReason,
  totals: ReadonlyMap<DropReason, Total>,
): Explanation['droppedTotals'] {
  const total = totals.get(reason)
  return total === undefined
    ? []
    : [{ reason, items: total.items as Count, tokens: total.tokens as TokenSum }]
}

function explainPartitions(input: PlanInput, ledger: Ledger): Explanation['partitions'] {
  return PARTITIONS.map((partition) => ({
    partition,
    items: itemsIn(ledger, partition) as Count,
    tokens: costIn(ledger, partition) as TokenSum,
    unmetMinTokens: unmetMinimumOf(ledger, input, partition) as TokenCount,
  }))
}

function explainRaised({ columns, facts }: PlanInput): Explanation['raised'] {
  if ((columns.anySignal & SIGNAL.raised) === 0) return []
  return facts
    .filter((_, index) => gives(columns, index, SIGNAL.raised))
    .map(({ item, expected }) => ({
      itemId: item.itemId,
      claimedExpectedTokens: item.tokens.expected,
      claimedSafeTokens: item.tokens.safe,
      lowerBoundTokens: expected as TokenCount,
    }))
}
