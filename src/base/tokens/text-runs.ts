/**
 * To which run does a code unit belong, by its kind and the run before it? Words, names, numbers, blanks, marks and
 * scripts; what a run costs stands elsewhere.
 */
import { DIGIT, FIRST_SCRIPT, isLetter, KINDS, MARK, NEWLINE, SPACE, TAB, UPPER } from './unit-kinds.js'

/** Line ends, and the start of a text. */
export const LINE = 0
/** Letters after a space or tab; the same with a capital in front; both after something else. */
export const WORD = 1
export const NAME = 2
const BARE = 3
export const BARE_NAME = 4
/** Letters after digits: digests, ids, base64. */
export const MIXED = 5
/** Two capitals or more. */
export const CAPITALS = 6
export const NUMBER = 7
export const BLANKS = 8
export const TABS = 9
/** One mark that no space and no mark precedes: the tokenizer joins it to the word behind it. */
export const ONE_MARK = 10
export const MARKS = 11
/** The first script; the others follow in the order of their kinds. */
const SCRIPT_RUN = 12
export const RUNS = SCRIPT_RUN + KINDS - FIRST_SCRIPT

/** Longer runs count as this long; numbers go back three, which leaves them their groups. */
export const LENGTH_MAX = 12

/** A run and how much of it has been read; length 0 is the start of a text. */
export type Place = readonly [run: number, length: number]

/** Whether a run is one of Latin letters. */
export function isWord(run: number): boolean {
  return run >= WORD && run <= CAPITALS
}

/** Where a unit of a kind leads from a place. */
export function nextPlace(place: Place, kind: number): Place {
  if (isLetter(kind)) return nextLetter(place, kind === UPPER)
  const [run, length] = place
  const next = runOf(run, kind)
  return goesOn(run, next) ? [next, longer(next, length)] : [next, 1]
}

/** Whether the one run is the other one's continuation, and no step. */
export function goesOn(run: number, next: number): boolean {
  return next === run || (run === ONE_MARK && next === MARKS)
}

/** The run a unit belongs to that is no letter. */
function runOf(run: number, kind: number): number {
  if (kind === DIGIT) return NUMBER
  if (kind === SPACE) return BLANKS
  if (kind === NEWLINE) return LINE
  if (kind === TAB) return TABS
  if (kind === MARK) return run === BLANKS || run === ONE_MARK || run === MARKS ? MARKS : ONE_MARK
  return SCRIPT_RUN + kind - FIRST_SCRIPT
}

function nextLetter([run, length]: Place, capital: boolean): Place {
  if (run === NUMBER) return [MIXED, 1]
  if (run === BLANKS || run === TABS) return [capital ? NAME : WORD, 1]
  if (!isWord(run)) return [capital ? BARE_NAME : BARE, 1]
  if (run === MIXED) return capital ? [MIXED, 1] : [MIXED, longer(run, length)]
  if (!capital) return run === CAPITALS ? [BARE_NAME, 2] : [run, longer(run, length)]
  const afterCapital = run === CAPITALS || ((run === NAME || run === BARE_NAME) && length === 1)
  return afterCapital ? [CAPITALS, longer(run, length)] : [BARE_NAME, 1]
}

function longer(run: number, length: number): number {
  if (length < LENGTH_MAX) return length + 1
  return run === NUMBER ? LENGTH_MAX - 2 : LENGTH_MAX
}
