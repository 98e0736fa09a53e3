/**
 * Which items are chosen or left together? An exchange is one unit; what is bound to an item joins its unit,
 * except an untrusted follower of something protected, which could otherwise force its way into the plan.
 */
import { disjointSets, type DisjointSets } from '../../base/disjoint-sets.js'
import type { Partition } from '../../contract/partition.js'
import { hasUserTrust } from './admit-items.js'
import type { Bonds, PairedConversation } from './pair-conversation.js'
import { partitionRank, type ItemFacts } from './item-facts.js'
import { byPreference } from './plan-order.js'
import type { Fates, PlanInput } from './plan-input.js'

export interface Unit {
  /** Indexes in `facts`, ascending; none is dropped. */
  readonly members: readonly number[]
  /** The partition in whose turn the unit is tried: conversation, where any member belongs to it. */
  readonly partition: Partition
  /** The index of the member that ranks first; it speaks for the unit where units are compared. */
  readonly first: number
  /** The newest member that belongs to the conversation, or -1; indexes rise with sequence, so it is the highest. */
  readonly newest: number
}

/** What belongs together; an item that belongs to nobody is a unit of its own. */
export interface Units {
  /** Units of several items, in order of their first members. */
  readonly groups: readonly Unit[]
  /** Per index: one more than the number of its group, or 0. */
  readonly groupOf: Int32Array
}

/** The units of the items that are not dropped. */
export function formUnits(
  input: PlanInput,
  fates: Fates,
  found: { pairing: PairedConversation; bonds: Bonds },
): Units {
  if (found.bonds.pairs.length === 0) return unitsOfExchanges(input, fates, found.pairing)
  const groupOf = new Int32Array(input.facts.length)
  const sets = joined(input, fates, found)
  const firstOf = new Int32Array(input.facts.length).fill(-1)
  const groups: number[][] = []
  for (let index = 0; index < input.facts.length; index++) {
    if (fates.dropped[index] !== null) continue
    const root = sets.find(index)
    const first = firstOf[root] as number
    if (first < 0) {
      firstOf[root] = index
      continue
    }
    if (groupOf[first] === 0) groupOf[first] = groups.push([first])
    const group = groupOf[first] as number
    groupOf[index] = group
    groups[group - 1]?.push(index)
  }
  return { groups: groups.map((members) => unitOf(members, input)), groupOf }
}

/** The group an index belongs to, or null where it is a unit of its own. */
export function groupAt({ groups, groupOf }: Units, index: number): Unit | null {
  const group = groupOf[index] as number
  return group === 0 ? null : (groups[group - 1] as Unit)
}

/** The unit an index belongs to. */
export function unitAt(units: Units, index: number, input: PlanInput): Unit {
  return groupAt(units, index) ?? unitOf([index], input)
}

/** Where nothing is bound, what belongs together are the exchanges. */
function unitsOfExchanges(input: PlanInput, fates: Fates, pairing: PairedConversation): Units {
  const groupOf = new Int32Array(input.facts.length)
  const groups: Unit[] = []
  for (const { members } of pairing.exchanges) {
    const [first] = members
    if (members.length < 2 || first === undefined || fates.dropped[first] !== null) continue
    const group = groups.push(unitOf(members, input))
    for (const member of members) groupOf[member] = group
  }
  return { groups, groupOf }
}

/** The sets of indexes that belong together. */
function joined(
  input: PlanInput,
  fates: Fates,
  { pairing, bonds }: { pairing: PairedConversation; bonds: Bonds },
): DisjointSets {
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

function unitOf(members: readonly number[], { facts, conversationCount }: PlanInput): Unit {
  let first = members[0] ?? 0
  let newest = -1
  let { partition } = facts[first] as ItemFacts
  for (const index of members) {
    const one = facts[index] as ItemFacts
    if (index !== first && byPreference(one, facts[first] as ItemFacts) < 0) first = index
    if (index < conversationCount) newest = index
    if (one.partition !== partition && partitionRank(one.partition) < partitionRank(partition)) {
      partition = one.partition
    }
  }
  return { members, partition: newest >= 0 ? 'conversation' : partition, first, newest }
}
