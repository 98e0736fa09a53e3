/**
 * Which items are chosen or left together? An exchange is one unit; what is bound to an item joins its unit,
 * except an untrusted follower of something protected, which could otherwise force its way into the plan.
 */
import { disjointSets, type DisjointSets } from '../../base/disjoint-sets.js'
import type { Pairing } from '../../base/pairing.js'
import type { Partition } from '../../contract/partition.js'
import { hasUserTrust } from './admit-items.js'
import type { Bonds } from './break-exchanges.js'
import { partitionRank, type ItemFacts } from './item-facts.js'
import { byPreference } from './plan-order.js'
import type { Fates, PlanInput } from './plan-input.js'

export interface Unit {
  /** Indexes in `facts`, ascending; none is dropped. */
  readonly members: readonly number[]
  /** The partition in whose turn the unit is tried: conversation, where any member belongs to it. */
  readonly partition: Partition
  /** The member that ranks first; it speaks for the unit where units are compared. */
  readonly first: ItemFacts
  /** The newest member's place in the conversation, or -1. */
  readonly newestSequence: number
  readonly isProtected: boolean
}

/** Every unit of the items that are not dropped, in order of their first members. */
export function formUnits(
  input: PlanInput,
  fates: Fates,
  found: { pairing: Pairing; bonds: Bonds },
): readonly Unit[] {
  const sets = joined(input, fates, found)
  const groups: number[][] = []
  const groupOfRoot = new Int32Array(input.facts.length).fill(-1)
  for (let index = 0; index < input.facts.length; index++) {
    if (fates.dropped[index] !== null) continue
    const root = sets === null ? index : sets.find(index)
    const group = groupOfRoot[root] as number
    if (group < 0) groupOfRoot[root] = groups.push([index]) - 1
    else groups[group]?.push(index)
  }
  return groups.map((members) => unitOf(members, input.facts, fates))
}

/** The sets of indexes that belong together, or null where every item stands alone. */
function joined(
  input: PlanInput,
  fates: Fates,
  { pairing, bonds }: { pairing: Pairing; bonds: Bonds },
): DisjointSets | null {
  if (pairing.exchanges.length === 0 && bonds.pairs.length === 0) return null
  const sets = disjointSets(input.facts.length)
  for (const { members } of pairing.exchanges) {
    const [first] = members
    if (first === undefined || fates.dropped[first] !== null) continue
    for (const member of members) sets.union(first, member)
  }
  const standing = bonds.pairs.filter(
    ({ from, to }) => fates.dropped[from] === null && fates.dropped[to] === null,
  )
  const isTrusted = ({ from }: { from: number }) => hasUserTrust(input.facts[from] as ItemFacts, input)
  for (const { from, to } of standing.filter(isTrusted)) sets.union(from, to)
  const guarded = protectedRoots(fates, sets)
  for (const bond of standing) {
    if (isTrusted(bond)) continue
    const [from, to] = [sets.find(bond.from), sets.find(bond.to)]
    // Neither set is guarded, so the roots that `guarded` names stay roots.
    if (!guarded.has(from) && !guarded.has(to)) sets.union(from, to)
  }
  return sets
}

function protectedRoots(fates: Fates, sets: DisjointSets): ReadonlySet<number> {
  const roots = new Set<number>()
  fates.kept.forEach((reason, index) => {
    if (reason !== null) roots.add(sets.find(index))
  })
  return roots
}

function unitOf(members: readonly number[], facts: readonly ItemFacts[], fates: Fates): Unit {
  if (members.length === 1) return unitOfOne(members, facts, fates)
  let first = facts[members[0] ?? 0] as ItemFacts
  let newestSequence = first.sequence
  let partition = first.partition
  for (const index of members) {
    const one = facts[index] as ItemFacts
    if (byPreference(one, first) < 0) first = one
    if (one.sequence > newestSequence) newestSequence = one.sequence
    if (partitionRank(one.partition) < partitionRank(partition)) partition = one.partition
  }
  return {
    members,
    partition: newestSequence >= 0 ? 'conversation' : partition,
    first,
    newestSequence,
    isProtected: members.some((index) => fates.kept[index] !== null),
  }
}

function unitOfOne(members: readonly number[], facts: readonly ItemFacts[], fates: Fates): Unit {
  const index = members[0] ?? 0
  const first = facts[index] as ItemFacts
  return {
    members,
    partition: first.partition,
    first,
    newestSequence: first.sequence,
    isProtected: fates.kept[index] !== null,
  }
}
