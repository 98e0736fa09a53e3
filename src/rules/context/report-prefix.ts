/**
 * How much of the plan before does this one begin with, and what broke the rest? A report; it moves nothing.
 */
import type { BreakCause, PrefixBreak } from '../../contract/epoch.js'
import type { SelectedItem } from '../../contract/context-plan.js'
import type { TokenSum } from '../../contract/scalars.js'
import { expectedOf } from './columns.js'
import type { ItemFacts } from './item-facts.js'
import { isDenied, type Fates, type PlanInput } from './plan-input.js'
import type { MatchedPlan } from './sent-plan.js'

/** How many places two plans begin with alike. */
export function commonPlaces({ order }: MatchedPlan, indexes: readonly number[]): number {
  let places = 0
  while (places < order.length && places < indexes.length && order[places] === indexes[places]) places += 1
  return places
}

/** The plan that is reported on. */
export interface Reported {
  readonly fates: Fates
  /** In the order of the window. */
  readonly indexes: readonly number[]
  readonly isCut: boolean
  /** Why supplements of earlier messages fell, where it is no cut. */
  readonly settledCause: BreakCause
}

export interface PrefixReport {
  readonly reusablePrefixTokens: number
  /** Null where the plan begins with the whole plan before it. */
  readonly prefixBreak: PrefixBreak | null
}

/**
 * Reports on a plan beside the one before it.
 *
 * @law reusablePrefixTokens: the expected tokens of the longest run of items that both begin with
 */
export function reportPrefix(input: PlanInput, sent: MatchedPlan, reported: Reported): PrefixReport {
  const { indexes } = reported
  const places = commonPlaces(sent, indexes)
  const reusablePrefixTokens = expectedOf(input.columns, indexes.slice(0, places))
  const entry = sent.entries[places]
  if (entry === undefined) return { reusablePrefixTokens, prefixBreak: null }
  const resent = indexes.slice(places).filter((index) => (sent.placeOf[index] ?? -1) >= 0)
  const prefixBreak: PrefixBreak = {
    cause: causeAt(places, { input, sent, reported, entry }),
    itemId: entry.itemId,
    costTokens: expectedOf(input.columns, resent) as TokenSum,
  }
  return { reusablePrefixTokens, prefixBreak }
}

/**
 * The break of a plan before that is not continued: it was sent elsewhere, or nothing of it is there any more.
 *
 * @returns null where that plan was empty
 */
export function breakOfWhole(entries: readonly SelectedItem[], isSameSink: boolean): PrefixBreak | null {
  const [first] = entries
  if (first === undefined) return null
  const sent = isSameSink ? 0 : entries.reduce((sum, { tokens }) => sum + tokens, 0)
  const cause = isSameSink ? causeOfEntry(first) : 'sink_changed'
  return { cause, itemId: first.itemId, costTokens: sent as TokenSum }
}

interface Breaking {
  readonly input: PlanInput
  readonly sent: MatchedPlan
  readonly reported: Reported
  readonly entry: SelectedItem
}

function causeAt(place: number, { input, sent, reported, entry }: Breaking): BreakCause {
  const { fates, indexes, isCut, settledCause } = reported
  if (input.isPlacementChanged) return 'placement_changed'
  const index = sent.order[place] ?? -1
  const reason = index < 0 ? null : (fates.dropped[index] ?? null)
  if (isDenied(reason)) return 'not_admitted'
  if (reason === 'before_cut' || (reason !== null && isCut)) return 'cut'
  if (reason === 'sent_earlier') return settledCause
  const intruder = indexes[place]
  // What is still in the plan was pushed back by what stands in its place.
  const changed = index >= 0 && reason === null && intruder !== undefined ? intruder : index
  if (changed < 0) return causeOfEntry(entry)
  return causeOfItem(input.facts[changed] as ItemFacts, isCut)
}

function causeOfItem({ item, partition }: ItemFacts, isCut: boolean): BreakCause {
  if (partition === 'instructions' || partition === 'tools') return 'instructions_changed'
  if (isCut) return 'cut'
  if (partition === 'summary') return 'summary_changed'
  if (partition === 'conversation') return 'conversation_changed'
  return item.pinned || item.kind === 'pin' ? 'standing_changed' : 'supplement_changed'
}

/** An item that is gone: all that is known of it is where it stood. */
function causeOfEntry({ segment, reason }: SelectedItem): BreakCause {
  if (segment === 'instructions') return 'instructions_changed'
  if (segment === 'standing') return 'standing_changed'
  if (segment === 'fresh' || reason === 'sent_before') return 'supplement_changed'
  return 'conversation_changed'
}
