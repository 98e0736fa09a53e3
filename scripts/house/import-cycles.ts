/**
 * Which files load each other in a circle? Knows a graph of names only.
 */

/** From a file to the files it loads at run time. */
export type LoadGraph = ReadonlyMap<string, readonly string[]>

interface Walk {
  readonly graph: LoadGraph
  readonly indexOf: Map<string, number>
  readonly lowOf: Map<string, number>
  readonly stack: string[]
  readonly onStack: Set<string>
  readonly cycles: (readonly string[])[]
}

/** Every strongly connected group of two or more files, and every file that loads itself (Tarjan 1972). */
export function findCycles(graph: LoadGraph): readonly (readonly string[])[] {
  const walk: Walk = {
    graph,
    indexOf: new Map(),
    lowOf: new Map(),
    stack: [],
    onStack: new Set(),
    cycles: [],
  }
  for (const name of graph.keys()) if (!walk.indexOf.has(name)) connect(walk, name)
  return walk.cycles
}

function connect(walk: Walk, name: string): void {
  const index = walk.indexOf.size
  walk.indexOf.set(name, index)
  walk.lowOf.set(name, index)
  walk.stack.push(name)
  walk.onStack.add(name)
  for (const next of walk.graph.get(name) ?? []) {
    if (!walk.graph.has(next)) continue
    if (!walk.indexOf.has(next)) connect(walk, next)
    if (walk.onStack.has(next)) lower(walk, name, walk.lowOf.get(next) ?? index)
  }
  if (walk.lowOf.get(name) === index) closeGroup(walk, name)
}

function lower(walk: Walk, name: string, low: number): void {
  walk.lowOf.set(name, Math.min(walk.lowOf.get(name) ?? low, low))
}

function closeGroup(walk: Walk, root: string): void {
  const members = walk.stack.splice(walk.stack.indexOf(root))
  for (const member of members) walk.onStack.delete(member)
  const loadsItself = (walk.graph.get(root) ?? []).includes(root)
  if (members.length > 1 || loadsItself) walk.cycles.push(members.sort())
}
