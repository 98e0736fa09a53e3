/**
 * Which result answers which call, occurrence by occurrence? It finds what stays open or belongs to nothing, and
 * decides nothing about it.
 */
import type { ShownTurn } from './shown-turns.js'
import type { JsonRecord } from './json-record.js'
import type { CallPart, ResultPart } from './turn.js'

/** A result, or one piece of it, and where it stands. */
export interface Answer {
  readonly itemId: string
  readonly part: ResultPart
  readonly raw: JsonRecord | null
  /** Its place among all results of the plan. */
  readonly ordinal: number
  /** The turn it stands in, by index. */
  readonly turn: number
}

/** One call, by occurrence: the same id may be called again later. */
export interface MadeCall {
  readonly itemId: string
  readonly part: CallPart
  /** Empty where nothing answers; several are the rising pieces of one result. */
  readonly answers: readonly Answer[]
}

/** A result that answers no call. */
export interface StrayResult {
  readonly itemId: string
  readonly rule: 'orphan-result' | 'duplicate-result'
}

export interface AnsweredCalls {
  /** Of each turn, its calls in order. */
  readonly callsOf: readonly (readonly MadeCall[])[]
  readonly strays: readonly StrayResult[]
}

interface IdState {
  /** Calls of this id that wait for an answer; the nearest is last. */
  readonly waiting: Made[]
  nearest: Made | null
  nearestPiece: number
}

interface Made extends MadeCall {
  readonly turn: number
  readonly answers: Answer[]
}

/** A result without a number is whole: no later piece continues it. */
const WHOLE = Infinity

/**
 * Binds every result to the nearest earlier call of its id that is still open, as plans are paired: results of a
 * turn are read before its calls, of two calls with one id in one turn the second takes no answer, and a piece with
 * a higher number continues the answer before it.
 *
 * @law every result is in exactly one call's answers or among the strays
 */
export function answerCalls(turns: readonly ShownTurn[]): AnsweredCalls {
  const states = new Map<string, IdState>()
  const callsOf: Made[][] = []
  const strays: StrayResult[] = []
  let ordinal = 0
  turns.forEach((turn, index) => {
    const calls: Made[] = []
    let result = 0
    turn.parts.forEach((part, at) => {
      if (part._tag !== 'Result') return
      const piece = turn.pieces[result]
      result += 1
      const call = takeCall(states.get(part.callId), piece)
      const answer = { itemId: turn.itemId, part, raw: turn.blocks[at] ?? null, ordinal, turn: index }
      ordinal += 1
      if (call !== undefined) call.answers.push(answer)
      else
        strays.push({
          itemId: turn.itemId,
          rule: states.has(part.callId) ? 'duplicate-result' : 'orphan-result',
        })
    })
    for (const part of turn.parts) {
      if (part._tag !== 'Call') continue
      const made: Made = { itemId: turn.itemId, part, answers: [], turn: index }
      calls.push(made)
      makeCall(states, made)
    }
    callsOf.push(calls)
  })
  return { callsOf, strays }
}

/** Recorded results in the order in which they stand, then the calls nothing answered. */
export function inOrderOfResults(calls: readonly MadeCall[]): readonly MadeCall[] {
  const place = (call: MadeCall) => call.answers[0]?.ordinal ?? Infinity
  return [...calls].sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
}

function takeCall(state: IdState | undefined, piece: number | undefined): Made | undefined {
  if (state === undefined) return undefined
  if (
    state.nearest !== null &&
    state.nearest.answers.length > 0 &&
    piece !== undefined &&
    piece > state.nearestPiece
  ) {
    state.nearestPiece = piece
    return state.nearest
  }
  const call = state.waiting.pop()
  if (call !== undefined && call === state.nearest) state.nearestPiece = piece ?? WHOLE
  return call
}

function makeCall(states: Map<string, IdState>, made: Made): void {
  const state = states.get(made.part.callId)
  if (state === undefined) {
    states.set(made.part.callId, { waiting: [made], nearest: made, nearestPiece: WHOLE })
    return
  }
  if (state.nearest?.turn === made.turn) return
  state.waiting.push(made)
  state.nearest = made
}
