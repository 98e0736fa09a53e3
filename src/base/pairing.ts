/**
 * Which entries of a sequence belong to one exchange of calls and results? Never decides what to do with
 * an exchange that is broken: it reports what is open, what is defective and what is still running.
 */
import type { DisjointSets } from './disjoint-sets.js'
import { disjointSets } from './disjoint-sets.js'

/** One entry of the sequence; entries stand in order of position. */
export interface PairingEntry {
  /** Ids of the calls it makes. Any string is an id: empty, repeated, `toString`. */
  readonly calls: readonly string[]
  /** The results it carries; results of an entry are read before its own calls. */
  readonly results: readonly PairingResult[]
  /** Positions of entries that are parts of the same message; they count where both entries make calls. */
  readonly joins?: readonly number[]
  /**
   * Set where the entry cannot be shown. It pairs like any other, but its exchange merges with none that overlaps,
   * and where it pairs with nothing it stands behind nothing: what is running is seen through it.
   */
  readonly barred?: boolean
}

/** One result, or one numbered part of a result. */
export interface PairingResult {
  readonly id: string
  /** Set when the result comes in pieces; a piece must have a higher number than the piece before it. */
  readonly part?: number
}

/** `orphan`: a result whose call never stood before it. `duplicate`: one whose calls are all answered. */
export type Defect = 'none' | 'duplicate' | 'orphan'

/** A call that nothing answers. */
export interface OpenCall {
  readonly position: number
  readonly id: string
}

/** Calls and their results that stand or fall together. */
export interface Exchange {
  /** Positions, ascending, never empty. */
  readonly members: readonly number[]
  /** Calls without an answer, in the order in which they were made. */
  readonly open: readonly OpenCall[]
  /** No call is open. */
  readonly complete: boolean
  /** The worst defect on a member; an exchange can be complete and still carry a foreign result. */
  readonly defect: Defect
}

/** What `pairExchanges` found; positions index the entries it was given. */
export interface Pairing {
  /** Per position: the index in `exchanges` it belongs to, or -1. */
  readonly exchangeOf: Int32Array
  /** In order of their first members. */
  readonly exchanges: readonly Exchange[]
  /** Per position: the worst defect among its results (none < duplicate < orphan). */
  readonly defectOf: readonly Defect[]
  /** Index in `exchanges` of the exchange still running at the end, complete or not, or -1. */
  readonly live: number
}

/** What is known of one id while reading forward. */
interface IdState {
  /** Ordinals of its calls that wait for an answer; the nearest is on top. */
  readonly waiting: number[]
  nearestCall: number
  nearestAnswered: boolean
  nearestPart: number
}

interface Binding {
  readonly sets: DisjointSets
  readonly defectOf: readonly Defect[]
  /** Per position: 1 when it makes a call or answers one. */
  readonly bound: Uint8Array
  readonly openCalls: readonly OpenCall[]
}

/** A result without a number is whole: no later piece continues it. */
const WHOLE = Infinity

/**
 * Pairs results with calls per occurrence and joins them into exchanges.
 *
 * A result answers the nearest earlier call with its id that is still open, so an id may be used again. Where
 * the nearest earlier call of the id is answered, a result with a higher `part` continues that answer. A
 * result with neither is `duplicate` when an earlier call had its id, else `orphan`; it joins nothing. Of two
 * calls with one id in one entry the second cannot be told from the first: it takes no answer and stays open.
 *
 * An exchange is an entry with calls and every entry that answers one of them; exchanges that share an entry are
 * one. Exchanges that are complete and without defect also merge where their spans overlap; broken ones and those
 * with a barred entry do not, so that one broken exchange costs that exchange only. Entries that are joined and both
 * make calls are parallel calls of one message: one exchange.
 *
 * The live exchange is that of the last entry with calls, when nothing that can be shown stands after this entry but
 * sound results, and no member has a defect; an earlier exchange that one of those results answers is still running
 * with it, and both are one. Stray results at the end are seen through: they cost themselves only.
 *
 * @law  every position is in at most one exchange; the members of all exchanges are the bound positions
 * @law  what stands later changes no defect before it: a prefix has the defects the whole has there
 * @req  REQ-BASE-205
 */
export function pairExchanges(entries: readonly PairingEntry[]): Pairing {
  const binding = bindResults(entries)
  mergeJoined(entries, binding)
  mergeTail(entries, binding)
  mergeOverlaps(entries, binding)
  const { exchangeOf, exchanges } = collectExchanges(entries.length, binding)
  const running = liveExchange(entries, exchangeOf, binding)
  const isSound = exchanges[running]?.defect === 'none'
  return { exchangeOf, exchanges, defectOf: binding.defectOf, live: isSound ? running : -1 }
}

function bindResults(entries: readonly PairingEntry[]): Binding {
  const sets = disjointSets(entries.length)
  const bound = new Uint8Array(entries.length)
  const defectOf = new Array<Defect>(entries.length).fill('none')
  const states = new Map<string, IdState>()
  const calls: OpenCall[] = []
  const answered: boolean[] = []

  for (let position = 0; position < entries.length; position += 1) {
    const entry = entries[position] as PairingEntry
    for (const result of entry.results) {
      const state = states.get(result.id)
      const call = state === undefined ? undefined : takeCall(state, result.part)
      if (call === undefined) {
        defectOf[position] = worse(defectOf[position] as Defect, state === undefined ? 'orphan' : 'duplicate')
        continue
      }
      answered[call] = true
      bound[position] = 1
      sets.union(position, (calls[call] as OpenCall).position)
    }
    for (const id of entry.calls) {
      bound[position] = 1
      makeCall(states, calls, { position, id })
      answered.push(false)
    }
  }
  return { sets, defectOf, bound, openCalls: calls.filter((_, ordinal) => answered[ordinal] === false) }
}

/** Notes a call for later results, unless its own entry already made one with this id. */
function makeCall(states: Map<string, IdState>, calls: OpenCall[], call: OpenCall): void {
  const ordinal = calls.push(call) - 1
  const state = states.get(call.id)
  if (state === undefined) {
    states.set(call.id, {
      waiting: [ordinal],
      nearestCall: ordinal,
      nearestAnswered: false,
      nearestPart: WHOLE,
    })
    return
  }
  if (calls[state.nearestCall]?.position === call.position) return
  state.waiting.push(ordinal)
  state.nearestCall = ordinal
  state.nearestAnswered = false
}

/** The call this result answers or continues, marked so; undefined when there is none. */
function takeCall(state: IdState, part: number | undefined): number | undefined {
  if (state.nearestAnswered && part !== undefined && part > state.nearestPart) {
    state.nearestPart = part
    return state.nearestCall
  }
  const call = state.waiting.pop()
  if (call !== undefined && call === state.nearestCall) {
    state.nearestAnswered = true
    state.nearestPart = part ?? WHOLE
  }
  return call
}

/** Joins what is still running at the end: the last calls, and the exchanges that the trailing results answer. */
function mergeTail(entries: readonly PairingEntry[], binding: Binding): void {
  const { sets, bound, defectOf } = binding
  const isAnswer = (at: number) =>
    entries[at]?.calls.length === 0 && bound[at] === 1 && defectOf[at] === 'none'
  let last = entries.length - 1
  while (last >= 0 && (isAnswer(last) || isSeenThrough(entries, binding, last))) last -= 1
  if ((entries[last]?.calls.length ?? 0) === 0) return
  for (let position = last + 1; position < entries.length; position += 1) {
    if (isAnswer(position)) sets.union(position, last)
  }
}

/** Whether an entry belongs to no exchange and cannot be shown: it is barred, or carries nothing but stray results. */
function isSeenThrough(
  entries: readonly PairingEntry[],
  { bound, defectOf }: Binding,
  position: number,
): boolean {
  const entry = entries[position]
  return bound[position] === 0 && (entry?.barred === true || defectOf[position] !== 'none')
}

/** Joins entries that are parts of one message, where both make calls. */
function mergeJoined(entries: readonly PairingEntry[], { sets }: Binding): void {
  entries.forEach(({ calls, joins }, position) => {
    if (joins === undefined || calls.length === 0) return
    for (const other of joins) {
      if ((entries[other]?.calls.length ?? 0) > 0) sets.union(position, other)
    }
  })
}

/** Joins sound exchanges whose spans overlap: one sweep in order of their first members. */
function mergeOverlaps(
  entries: readonly PairingEntry[],
  { sets, bound, defectOf, openCalls }: Binding,
): void {
  const size = entries.length
  const broken = new Uint8Array(size)
  const lastOf = new Int32Array(size).fill(-1)
  for (const { position } of openCalls) broken[sets.find(position)] = 1
  for (let position = 0; position < size; position += 1) {
    if (bound[position] === 0) continue
    const root = sets.find(position)
    if (defectOf[position] !== 'none' || entries[position]?.barred === true) broken[root] = 1
    lastOf[root] = position
  }
  // Unions change representatives, so the sound spans are listed before the first of them.
  const spans: { readonly first: number; readonly last: number }[] = []
  for (let position = 0; position < size; position += 1) {
    if (bound[position] === 0) continue
    const root = sets.find(position)
    if (broken[root] === 1 || (lastOf[root] as number) < 0) continue
    spans.push({ first: position, last: lastOf[root] as number })
    lastOf[root] = -1
  }
  let spanEnd = -1
  let spanMember = -1
  for (const { first, last } of spans) {
    if (first < spanEnd) sets.union(first, spanMember)
    spanMember = first
    if (last > spanEnd) spanEnd = last
  }
}

function collectExchanges(size: number, { sets, bound, defectOf, openCalls }: Binding) {
  const exchangeOf = new Int32Array(size).fill(-1)
  const indexOfRoot = new Int32Array(size).fill(-1)
  const members: number[][] = []
  const defects: Defect[] = []
  for (let position = 0; position < size; position += 1) {
    if (bound[position] === 0) continue
    const root = sets.find(position)
    if (indexOfRoot[root] === -1) {
      indexOfRoot[root] = members.push([]) - 1
      defects.push('none')
    }
    const index = indexOfRoot[root] as number
    exchangeOf[position] = index
    members[index]?.push(position)
    defects[index] = worse(defects[index] as Defect, defectOf[position] as Defect)
  }
  const open: OpenCall[][] = members.map(() => [])
  for (const call of openCalls) open[exchangeOf[call.position] as number]?.push(call)
  const exchanges = members.map((positions, index): Exchange => {
    const unanswered = open[index] as OpenCall[]
    return {
      members: positions,
      open: unanswered,
      complete: unanswered.length === 0,
      defect: defects[index] as Defect,
    }
  })
  return { exchangeOf, exchanges }
}

/** Walks back over the results at the end; the first entry that is none must be the last with calls. */
function liveExchange(entries: readonly PairingEntry[], exchangeOf: Int32Array, binding: Binding): number {
  let last = -1
  for (let position = entries.length - 1; position >= 0; position -= 1) {
    if (isSeenThrough(entries, binding, position)) continue
    if (last < 0) last = exchangeOf[position] ?? -1
    if (last < 0 || exchangeOf[position] !== last) return -1
    if ((entries[position] as PairingEntry).calls.length > 0) return last
    if (binding.defectOf[position] !== 'none') return -1
  }
  return -1
}

function worse(left: Defect, right: Defect): Defect {
  if (left === 'orphan' || right === 'orphan') return 'orphan'
  return left === 'duplicate' ? left : right
}
