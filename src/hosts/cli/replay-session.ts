/**
 * What would a host have sent? A plan at every call of the model, each with the plan before it, and beside it the plain
 * sliding tail. It plans through what it is given, and prints nothing.
 */
import type { ContextItem } from '../../contract/context-item.js'
import type { ContextPlan } from '../../contract/context-plan.js'
import type { CachePrices, PrefixBreak } from '../../contract/epoch.js'
import type { KernelError } from '../../contract/kernel-error.js'
import type { PlanRequestInput } from '../../contract/plan-request.js'
import { failed, ok, type Result } from '../../contract/result.js'
import { awaitsModel, modelCalls } from '../transcripts/model-calls.js'
import { commonPrefixTokens, isBroken, type SentTokens } from './replay-sums.js'

/** A request that could be planned. */
export interface PlannedRequest {
  readonly _tag: 'Planned'
  /** Counted from 1. */
  readonly request: number
  /** How many items the session had. */
  readonly items: number
  readonly epoch: number
  /** In epochs, with the plan before. */
  readonly sent: SentTokens
  readonly prefixBreak: PrefixBreak | null
  /** The plain tail, planned without the plan before. */
  readonly sliding: SentTokens
  /** Whether something fell out of the plain tail for want of room. */
  readonly isCrowded: boolean
}

/** A request whose protected items cannot stand in the window. */
export interface RefusedRequest {
  readonly _tag: 'Refused'
  readonly request: number
  readonly items: number
  readonly smallestWindowTokens: number
}

export type ReplayedRequest = PlannedRequest | RefusedRequest

export interface ReplayTerms extends Pick<PlanRequestInput, 'budget' | 'placement'> {
  readonly cachePrices: CachePrices
  /** At most so many requests, from the first. */
  readonly limit: number
}

/** How the host plans a window. */
export type PlanWindow = (request: PlanRequestInput) => Result<ContextPlan, KernelError>

/**
 * Replays a session.
 *
 * @param items In the order of the session; sealed ones are planned faster.
 * @returns One entry for each call of the model, the next one included where the session ends before an answer.
 *          Failed: what the kernel refuses for another reason than the size of the window.
 */
export function replaySession(
  items: readonly ContextItem[],
  terms: ReplayTerms,
  plan: PlanWindow,
): Result<readonly ReplayedRequest[], KernelError> {
  const lengths = awaitsModel(items) ? [...modelCalls(items), items.length] : modelCalls(items)
  const requests: ReplayedRequest[] = []
  let before: Sent | null = null
  for (const length of lengths.slice(0, terms.limit)) {
    const place = { request: requests.length + 1, items: length }
    const planned = planBoth(items.slice(0, length), { terms, before, plan })
    if (planned.ok) {
      requests.push({ ...place, ...compare(before, planned.value) })
      before = planned.value
    } else if (planned.error._tag === 'ProtectedOverBudget')
      requests.push({ ...place, _tag: 'Refused', smallestWindowTokens: planned.error.smallestWindowTokens })
    else return failed(planned.error)
  }
  return ok(requests)
}

/** The two plans of a request. */
interface Sent {
  readonly own: ContextPlan
  readonly plain: ContextPlan
}

interface Around {
  readonly terms: ReplayTerms
  readonly before: Sent | null
  readonly plan: PlanWindow
}

function planBoth(items: readonly ContextItem[], { terms, before, plan }: Around): Result<Sent, KernelError> {
  const { budget, cachePrices } = terms
  const request = {
    items,
    budget,
    ...(terms.placement === undefined ? null : { placement: terms.placement }),
  }
  const plain = plan(request)
  if (!plain.ok) return plain
  const own = plan({ ...request, cachePrices, ...(before === null ? null : { previous: before.own }) })
  return own.ok ? ok({ own: own.value, plain: plain.value }) : own
}

const WANT_OF_ROOM: ReadonlySet<string> = new Set(['tail_closed', 'over_budget'])

/** Whether something fell out of a plan for want of room. */
export function isCrowded({ explanation }: ContextPlan): boolean {
  return explanation.droppedTotals.some(({ reason }) => WANT_OF_ROOM.has(reason))
}

function compare(before: Sent | null, { own, plain }: Sent): Omit<PlannedRequest, 'request' | 'items'> {
  const plainBefore = before?.plain ?? null
  return {
    _tag: 'Planned',
    epoch: own.epoch.number,
    sent: sentTokens(own, own.reusablePrefixTokens, own.prefixBreak !== undefined),
    prefixBreak: own.prefixBreak ?? null,
    sliding: sentTokens(plain, commonPrefixTokens(plainBefore, plain), isBroken(plainBefore, plain)),
    isCrowded: isCrowded(plain),
  }
}

function sentTokens(plan: ContextPlan, reusedTokens: number, broke: boolean): SentTokens {
  let historyTokens = 0
  for (const { segment, tokens } of plan.selected)
    if (segment === 'conversation' || segment === 'current') historyTokens += tokens
  return { tokens: plan.expectedTokens, historyTokens, reusedTokens, broke }
}
