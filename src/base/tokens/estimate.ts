/**
 * About how many tokens is a text? Never the exact count of any one tokenizer, and never a float summed:
 * whole hundredths of a token are added up over the code units, from left to right.
 */
import {
  ANYWHERE,
  LEAST_COST,
  leastAt,
  LETTER_COST,
  LETTERS_END,
  PAIR_COST,
  repeatedCost,
  START,
  STEPS,
} from './cost-tables.js'
import { ASCII_KIND, BLOCK_KIND, KINDS, LOWER, MARK } from './unit-kinds.js'

/** Names these weights and this algorithm; any change that moves a count changes it. */
export const ESTIMATOR_ID = 'feature-v3'

/** The count of one text stops here: whatever is larger is this large. @since 0.1.0 */
export const TOKEN_COUNT_MAX = 16_777_216

/** No tokenizer in use makes one token of more code units than this, on texts of any length that matters. */
const CODE_UNITS_PER_TOKEN_MAX = 32

/** What a bound adds to the expected tokens of one text, and of a whole plan, whose errors partly cancel. */
const TEXT_PERCENT = 20
const PLAN_PERCENT = 15

/** Signs are repeated where so many in a row stood this many code units before. */
const PERIOD_MIN = 2
const PERIOD_MAX = 5
const MATCHED_MIN = 6

/** So many small letters, or marks, in a row may belong to one word; further ones cost at least so many hundredths. */
const RUNS: readonly (readonly [kind: number, withinWord: number, least: number])[] = [
  [LOWER, 16, 42],
  [MARK, 6, 60],
]
const WITHIN_WORD = new Uint8Array(KINDS).fill(0xff)
const LEAST_BEYOND = new Uint8Array(KINDS)
for (const [kind, withinWord, least] of RUNS) {
  WITHIN_WORD[kind] = withinWord
  LEAST_BEYOND[kind] = least
}

/** The tokens of one text: what is likely, and what is hardly ever passed. @since 0.1.0 */
export interface TokenEstimate {
  /** The likely count. */
  readonly expected: number
  /** A count which the real one exceeds for at most 1 of 200 texts of 100 to 2,000 characters. */
  readonly safe: number
}

/** What is kept of the estimates of several texts to bound all of them together, in tokens. @since 0.1.0 */
export interface TokenSums {
  readonly expectedSum: number
  readonly safeSum: number
  /** The largest single `safe`, 0 without texts. */
  readonly safeMax: number
  readonly items: number
}

/**
 * Estimates the tokens of any string, lone surrogates included; linear in its length, no memory but counters. The
 * bound is 1.20 x + sqrt(x) of what is expected: the relative error falls with length, down to what a whole
 * language or format is off. No tokenizer that starts from bytes makes more tokens than UTF-8 has bytes. Two things are
 * bound by what their signs cost alone, since no class of texts tells: signs outside the vocabulary, about their bytes
 * wherever they stand; and up to five code units over and over, a token for each. The pairs of a word cost less the more
 * of it there is; of what is longer than a word, each sign has a least cost.
 *
 * @returns whole numbers: `lowerBoundTokens(length)` <= expected <= safe <= `TOKEN_COUNT_MAX` and the UTF-8
 *          bytes of the text, all 0 for ''. A text that is not empty has at least one token.
 * @law  a prefix has no more tokens, expected or safe, than the whole text
 * @law  two texts joined have at most 24 expected and 30 safe tokens more than both apart, unless one of them is
 *       held at its bytes
 * @req  REQ-BASE-206, REQ-BASE-207, REQ-BASE-208
 */
export function estimateTokens(text: string): TokenEstimate {
  if (text.length === 0) return { expected: 0, safe: 0 }
  const { hundredths, bytes } = readUnits(text)
  const atMost = Math.min(bytes, TOKEN_COUNT_MAX)
  const atLeast = Math.max(1, lowerBoundTokens(text.length))
  const expected = Math.min(atMost, Math.max(atLeast, Math.round(hundredths / 100)))
  return { expected, safe: Math.min(atMost, Math.max(expected, boundOf(hundredths, TEXT_PERCENT))) }
}

/** The least count believed for a text of so many UTF-16 code units; 0 for 0, at most `TOKEN_COUNT_MAX`. */
export function lowerBoundTokens(lengthCodeUnits: number): number {
  return Math.min(Math.ceil(lengthCodeUnits / CODE_UNITS_PER_TOKEN_MAX), TOKEN_COUNT_MAX)
}

/**
 * A bound for several texts taken together: errors of single texts partly cancel, so it is the bound of one
 * text with the expected tokens of all (half a token added for each, which rounding may have hidden), within
 * the largest and the sum of the single bounds. About 1.16 times the expected tokens where there are many.
 *
 * @param sums  whole numbers >= 0, `safeMax` <= `safeSum`, of a total below 2^43 tokens
 * @returns a whole number that, being a sum, may exceed `TOKEN_COUNT_MAX`
 * @law  safeMax <= result <= safeSum; adding an item never lowers it
 */
export function jointSafeTokens(sums: TokenSums): number {
  const hundredths = sums.expectedSum * 100 + sums.items * 50
  return Math.min(sums.safeSum, Math.max(sums.safeMax, boundOf(hundredths, PLAN_PERCENT)))
}

/** What is expected, a share of it, and its square root. */
function boundOf(hundredths: number, percent: number): number {
  const share = Math.ceil((hundredths * percent) / 100)
  return Math.ceil((hundredths + share + Math.floor(Math.sqrt(hundredths) * 10)) / 100)
}

interface ReadUnits {
  readonly hundredths: number
  /** Of the text as UTF-8; a lone surrogate is written as the replacement character. */
  readonly bytes: number
}

function readUnits(text: string): ReadUnits {
  let hundredths = 0
  let bytes = text.length
  let state = START
  let before = -1
  let asciiBefore = 0
  let repeats = 0
  let period = PERIOD_MIN
  let matched = 0
  let run = 0
  let kindBefore = -1
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const kind = (code < 128 ? ASCII_KIND[code] : BLOCK_KIND[code >> 4]) as number
    if (code >= 128) bytes += furtherBytes(code, before)
    if (index >= period && text.charCodeAt(index - period) === code) matched += 1
    else {
      matched = 0
      period = period === PERIOD_MAX ? PERIOD_MIN : period + 1
    }
    run = kind === kindBefore ? run + 1 : 1
    kindBefore = kind
    repeats = code === before ? repeats + 1 : 0
    const repeated = repeats > 1 ? repeatedCost(code, kind) : 0
    if (repeated > 0) {
      hundredths += repeated
      continue
    }
    const step = STEPS[state * KINDS + kind] as number
    state = step & 0xffff
    let cost = step >>> 16
    if (code < 128) {
      cost += PAIR_COST[asciiBefore * 128 + code] as number
      if (matched >= MATCHED_MIN && isNoGap(code, before)) cost = Math.max(cost, LEAST_COST[code] as number)
    } else {
      if (code < LETTERS_END) cost += LETTER_COST[code] as number
      const least = LEAST_COST[leastAt(code, before)] as number
      if (matched >= MATCHED_MIN || least >= ANYWHERE) cost = Math.max(cost, least & ~ANYWHERE)
    }
    if (run > (WITHIN_WORD[kind] as number)) cost = Math.max(cost, LEAST_BEYOND[kind] as number)
    hundredths += cost
    asciiBefore = code < 128 ? code : 0
    before = code
  }
  return { hundredths, bytes }
}

/** Whether a unit may be a token of its own: not a gap that joins the one before. */
function isNoGap(code: number, before: number): boolean {
  if (code > 0x20) return true
  return code !== before && !(isLineEnd(code) && (isLineEnd(before) || before === 0x09))
}

function isLineEnd(code: number): boolean {
  return code === 0x0a || code === 0x0d
}

/** Bytes beyond the first that a code unit adds; both halves of a pair have four together. */
function furtherBytes(code: number, before: number): number {
  if (code < 0x800) return 1
  const isSecondHalf = (code & 0xfc00) === 0xdc00 && (before & 0xfc00) === 0xd800
  return isSecondHalf ? 0 : 2
}
