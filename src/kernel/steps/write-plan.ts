/**
 * What does a decided plan look like as a document? Its entries with their digests, the chain of its prefixes, and the
 * digest of the whole.
 */
import { digestOfCanonical, digestOfText, type Digest, type Sha256Hex } from '../../base/digest.js'
import {
  CONTEXT_PLAN_SCHEMA,
  type ContextPlan,
  type KeepReason,
  type SelectedItem,
} from '../../contract/context-plan.js'
import type { SegmentPrefix } from '../../contract/epoch.js'
import type { Count, Identifier, TokenCount, TokenSum } from '../../contract/scalars.js'
import type { DecidedPlan } from '../../rules/context/decide-plan.js'
import type { ItemFacts } from '../../rules/context/item-facts.js'
import type { Seal } from '../../rules/context/seal.js'
import type { Environment } from '../environment.js'
import type { ReadPlanInput } from './read-plan-input.js'
import { writePlanBody } from './write-plan-body.js'

/** A plan that was decided, from what it was decided. */
export interface Decided extends ReadPlanInput {
  readonly decided: DecidedPlan
}

/** The plan as a document. */
export function writePlan(environment: Environment, plan: Decided, sha256Hex: Sha256Hex): ContextPlan {
  const { input, decided } = plan
  const { gate, counterId, budget, placement, conversation } = input
  const { awaiting, epoch, explanation, expectedTokens, prefixBreak, sinkView, totalTokens } = decided
  const selected = selectedItems(plan)
  const document = {
    schema: CONTEXT_PLAN_SCHEMA,
    digest: UNDIGESTED,
    plannedFor: gate.now as ContextPlan['plannedFor'],
    optionsDigest: environment.optionsDigest ?? UNDIGESTED,
    counter: counterId as Identifier,
    sink: { clearance: gate.sink.clearance, locality: gate.sink.locality, sink: gate.sink.sink },
    budget,
    placement,
    conversation,
    totalTokens,
    expectedTokens,
    selected,
    epoch,
    prefixes: prefixesOf(decided, selected, sha256Hex),
    reusablePrefixTokens: decided.reusablePrefixTokens,
    ...(prefixBreak === undefined ? {} : { prefixBreak }),
    awaiting,
    explanation,
    sinkView,
  } satisfies ContextPlan
  const body = writePlanBody(document, sealsOf(plan))
  return { ...document, digest: digestOfCanonical(sha256Hex, CONTEXT_PLAN_SCHEMA, body) }
}

/** Stands where the digest will; the body that is digested leaves the field out. */
const UNDIGESTED = `sha256:${'0'.repeat(64)}` as Digest

/** The seals of the entries, in the order of the window. */
function sealsOf({ input: { facts }, decided: { laidOut } }: Decided): readonly (Seal | null)[] {
  const seals: (Seal | null)[] = []
  for (const { indexes } of laidOut) {
    for (const index of indexes) seals.push((facts[index] as ItemFacts).seal)
  }
  return seals
}

/** The entries of a plan, in the order of the window. */
function selectedItems({ input: { facts }, decided, digestAt }: Decided): readonly SelectedItem[] {
  const selected: SelectedItem[] = []
  for (const { segment, indexes } of decided.laidOut) {
    for (const index of indexes) {
      const { expected, itemId } = facts[index] as ItemFacts
      selected.push({
        itemId,
        digest: digestAt(index),
        segment,
        reason: decided.kept[index] as KeepReason,
        tokens: expected as TokenCount,
      })
    }
  }
  return selected
}

/** What keeps the digest of a prefix apart from every other digest. */
const PREFIX_DOMAIN = 'cmk/plan-prefix/v1'

/** Each prefix is the digest of the one before it and of the items that were added, so nothing is hashed twice. */
function prefixesOf(
  { laidOut }: DecidedPlan,
  selected: readonly SelectedItem[],
  sha256Hex: Sha256Hex,
): readonly SegmentPrefix[] {
  const prefixes: SegmentPrefix[] = []
  let [items, tokens] = [0, 0]
  let chain = PREFIX_DOMAIN
  for (const { segment, indexes } of laidOut) {
    if (indexes.length === 0) continue
    const added: string[] = [chain]
    for (const end = items + indexes.length; items < end; items++) {
      const entry = selected[items] as SelectedItem
      added.push(entry.digest)
      tokens += entry.tokens
    }
    const digest = digestOfText(sha256Hex, added.join('\n'))
    chain = `${PREFIX_DOMAIN}\n${digest}`
    prefixes.push({ segment, items: items as Count, tokens: tokens as TokenSum, digest })
  }
  return prefixes
}
