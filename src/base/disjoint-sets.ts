/**
 * Which members of 0..size-1 have been joined into one set? Never asks what a member means.
 */

/** Sets over the whole numbers below a fixed size; every number starts in a set of its own. */
export interface DisjointSets {
  /** The present representative of the set that holds `member`; equal for two members of one set. */
  readonly find: (member: number) => number
  /** Makes one set of the two that hold `left` and `right`. */
  readonly union: (left: number, right: number) => void
}

/**
 * A fresh partition into singletons. Near-linear over any sequence of calls: union by size with path
 * halving (Tarjan and van Leeuwen 1984), iterative.
 */
export function disjointSets(size: number): DisjointSets {
  const parent = new Int32Array(size)
  const weight = new Int32Array(size).fill(1)
  for (let member = 0; member < size; member += 1) parent[member] = member

  const find = (member: number): number => {
    let at = member
    while (parent[at] !== at) {
      const grand = parent[parent[at] as number] as number
      parent[at] = grand
      at = grand
    }
    return at
  }

  const union = (left: number, right: number): void => {
    const a = find(left)
    const b = find(right)
    if (a === b) return
    const [root, child] = (weight[a] as number) >= (weight[b] as number) ? [a, b] : [b, a]
    parent[child] = root
    weight[root] = (weight[root] as number) + (weight[child] as number)
  }

  return { find, union }
}
