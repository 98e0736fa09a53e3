/**
 * Which kind is a code unit, and what do a step and a place in a run cost? Weights, laid out for a loop.
 */
import type { ScriptRow } from './weights.js'
import { ASCII_COST, OTHER_ROW, SCRIPT_ROWS } from './weights.js'

/** Kinds of ASCII code units; the rows of `SCRIPT_ROWS` follow them. */
const LOWER = 0
const RARE = 1
const UPPER = 2
const DIGIT = 3
const SPACE = 4
const NEWLINE = 5
const TAB = 6
const PUNCTUATION = 7
const BACKSLASH = 8
/** The state before the first code unit. */
export const START = 9
const FIRST_SCRIPT = 10

/** A run's length is kept in 1..15: after 15 comes 13, which leaves digits their groups of three. */
export const RUN_SIZE = 16
const ROWS: readonly ScriptRow[] = [...SCRIPT_ROWS, OTHER_ROW]
export const KINDS = FIRST_SCRIPT + ROWS.length

/** What a step does to the length of the run. */
export const RESTART = 0
export const SECOND = 1
export const RESUME = 2

/** Per ASCII code: its kind. */
export const ASCII_KIND: Uint8Array = asciiKinds()
/** Per block of 16 code units (`code >> 4`): its kind. */
export const BLOCK_KIND: Uint8Array = blockKinds()
/** Per `previous * KINDS + kind`: the cost of the step. */
export const STEP_COST: Uint16Array = stepCosts()
/** Per `previous * KINDS + kind`: `RESTART`, `SECOND` or `RESUME`. */
export const STEP_RUN: Uint8Array = stepRuns()
/** Per `kind * RUN_SIZE + length of the run`: the cost of the place. */
export const RUN_COST: Uint16Array = runCosts()
/** Per kind: the cost of a code unit equal to the one before it, which then is no step; 0 where it is one. */
export const REPEAT_COST: Uint16Array = repeatCosts()

function asciiKinds(): Uint8Array {
  const kinds = new Uint8Array(128).fill(PUNCTUATION)
  kinds.fill(LOWER, 0x61, 0x7b)
  for (const letter of 'jqxz') kinds[letter.charCodeAt(0)] = RARE
  kinds.fill(UPPER, 0x41, 0x5b)
  kinds.fill(DIGIT, 0x30, 0x3a)
  kinds[0x20] = SPACE
  kinds[0x0a] = NEWLINE
  kinds[0x0d] = NEWLINE
  kinds[0x09] = TAB
  kinds[0x5c] = BACKSLASH
  return kinds
}

function blockKinds(): Uint8Array {
  const kinds = new Uint8Array(0x1000).fill(KINDS - 1)
  ROWS.forEach(([, ranges], row) => {
    for (const [from, to] of ranges) kinds.fill(FIRST_SCRIPT + row, from >> 4, to >> 4)
  })
  return kinds
}

function isLatin(kind: number): boolean {
  return kind <= UPPER || ROWS[kind - FIRST_SCRIPT]?.[0] === 'letter'
}

function isMark(kind: number): boolean {
  return kind === PUNCTUATION || kind === BACKSLASH
}

function stepRuns(): Uint8Array {
  return eachStep(new Uint8Array(KINDS * KINDS), (previous, kind) => {
    if (kind === UPPER) return previous === UPPER ? RESUME : RESTART
    if (isLatin(kind)) return previous === UPPER ? SECOND : isLatin(previous) ? RESUME : RESTART
    if (isMark(kind))
      return isMark(previous) && !(previous === BACKSLASH && kind === BACKSLASH) ? RESUME : RESTART
    return previous === kind ? RESUME : RESTART
  })
}

function stepCosts(): Uint16Array {
  return eachStep(new Uint16Array(KINDS * KINDS), (previous, kind) => {
    const row = ROWS[kind - FIRST_SCRIPT]
    if (row !== undefined && row[0] !== 'letter') return previous === kind ? 0 : row[2]
    if (isLatin(kind)) return latinStep(previous, kind)
    return asciiStep(previous, kind)
  })
}

function latinStep(previous: number, kind: number): number {
  if (isLatin(previous)) return kind === UPPER && previous !== UPPER ? ASCII_COST.hump : 0
  return wordStart(previous) + (kind === UPPER ? ASCII_COST.capitalStart : 0)
}

function wordStart(previous: number): number {
  if (previous === SPACE || previous === START) return ASCII_COST.wordAfterSpace
  if (previous === DIGIT) return ASCII_COST.wordAfterDigit
  if (previous === NEWLINE) return ASCII_COST.wordAfterNewline
  if (previous === TAB) return ASCII_COST.wordAfterTab
  if (previous === BACKSLASH) return ASCII_COST.wordAfterBackslash
  return previous === PUNCTUATION ? ASCII_COST.wordAfterPunctuation : ASCII_COST.wordAfterOther
}

function asciiStep(previous: number, kind: number): number {
  if (kind === DIGIT) return isLatin(previous) ? ASCII_COST.digitAfterWord : 0
  if (kind === SPACE) {
    if (previous === SPACE) return ASCII_COST.furtherSpace
    return previous === NEWLINE ? ASCII_COST.indentation : 0
  }
  if (kind === NEWLINE) {
    if (previous === NEWLINE) return ASCII_COST.furtherNewline
    return isMark(previous) ? ASCII_COST.newlineAfterPunctuation : ASCII_COST.newline
  }
  if (kind === TAB) return previous === TAB ? ASCII_COST.furtherTab : ASCII_COST.tab
  if (!isMark(previous)) return previous === SPACE ? ASCII_COST.punctuationAfterSpace : ASCII_COST.punctuation
  return previous === BACKSLASH && kind === BACKSLASH ? ASCII_COST.backslashPair : 0
}

function runCosts(): Uint16Array {
  const costs = new Uint16Array(KINDS * RUN_SIZE)
  for (let kind = 0; kind < KINDS; kind += 1) {
    for (let length = 1; length < RUN_SIZE; length += 1)
      costs[kind * RUN_SIZE + length] = runCost(kind, length)
  }
  return costs
}

function runCost(kind: number, length: number): number {
  const { longWord, capitalRun, punctuationRun } = ASCII_COST
  const letter = length < 5 ? 0 : length < 8 ? longWord[0] : length < 12 ? longWord[1] : longWord[2]
  if (kind === LOWER) return letter
  if (kind === RARE) return letter + ASCII_COST.rareLetter
  if (kind === UPPER) return length === 1 ? 0 : length < 4 ? capitalRun[0] : capitalRun[1]
  if (kind === DIGIT) return length % 3 === 1 ? ASCII_COST.digitGroup : 0
  if (isMark(kind)) {
    if (length === 1) return 0
    return length === 2 ? punctuationRun[0] : length < 5 ? punctuationRun[1] : punctuationRun[2]
  }
  const row = ROWS[kind - FIRST_SCRIPT]
  if (row === undefined || (row[0] === 'word' && length === 1)) return 0
  return length < 4 ? row[3] : length < 7 ? row[4] : row[5]
}

function repeatCosts(): Uint16Array {
  const costs = new Uint16Array(KINDS)
  costs[PUNCTUATION] = ASCII_COST.sameMark
  costs[RARE] = ASCII_COST.sameRareLetter
  costs[BLOCK_KIND[0x2500 >> 4] as number] = ASCII_COST.sameSymbol
  return costs
}

function eachStep<A extends Uint8Array | Uint16Array>(
  table: A,
  value: (previous: number, kind: number) => number,
): A {
  for (let previous = 0; previous < KINDS; previous += 1) {
    for (let kind = 0; kind < KINDS; kind += 1) table[previous * KINDS + kind] = value(previous, kind)
  }
  return table
}
