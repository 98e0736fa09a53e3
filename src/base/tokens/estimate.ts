/**
 * About how many tokens is a text? Never the exact count of any one tokenizer, and never a float summed:
 * whole thousandths of a token are added up over the code units, from left to right.
 */
import {
  ASCII_KIND,
  BLOCK_KIND,
  KINDS,
  REPEAT_COST,
  RESUME,
  RUN_COST,
  RUN_SIZE,
  SECOND,
  START,
  STEP_COST,
  STEP_RUN,
} from './cost-tables.js'

/** Names these weights and this algorithm; any change that moves a count changes it. */
export const ESTIMATOR_ID = 'feature-v1'

/** The count of one text stops here: whatever is larger is this large. @since 0.1.0 */
export const TOKEN_COUNT_MAX = 16_777_216

/** No tokenizer in use makes one token of more code units than this, on texts of any length that matters. */
const CODE_UNITS_PER_TOKEN_MAX = 32

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
 * Estimates the tokens of any string, lone surrogates included; linear in its length, no memory but counters.
 *
 * @returns whole numbers: `lowerBoundTokens(length)` <= expected <= safe <= `TOKEN_COUNT_MAX`, all 0
 *          for ''. A text that is not empty has at least one token.
 * @law  a prefix has no more tokens, expected or safe, than the whole text
 * @law  two texts joined have at most 6 expected and 10 safe tokens more than both apart
 * @req  REQ-BASE-206
 */
export function estimateTokens(text: string): TokenEstimate {
  if (text.length === 0) return { expected: 0, safe: 0 }
  const thousandths = thousandthsOf(text)
  const atLeast = lowerBoundTokens(text.length)
  const expected = Math.max(atLeast, 1, Math.round(thousandths / 1000))
  const safe = Math.max(expected, boundOf(thousandths))
  return { expected: Math.min(expected, TOKEN_COUNT_MAX), safe: Math.min(safe, TOKEN_COUNT_MAX) }
}

/** The least count believed for a text of so many UTF-16 code units; 0 for 0, at most `TOKEN_COUNT_MAX`. */
export function lowerBoundTokens(lengthCodeUnits: number): number {
  return Math.min(Math.ceil(lengthCodeUnits / CODE_UNITS_PER_TOKEN_MAX), TOKEN_COUNT_MAX)
}

/**
 * A bound for several texts taken together: errors of single texts partly cancel, so it is the bound of one
 * text with the expected tokens of all (half a token added for each, which rounding may have hidden), within
 * the largest and the sum of the single bounds. About 1.22 times the expected tokens where there are many.
 *
 * @param sums  whole numbers >= 0, `safeMax` <= `safeSum`, of a total below 2^43 tokens
 * @returns a whole number that, being a sum, may exceed `TOKEN_COUNT_MAX`
 * @law  safeMax <= result <= safeSum; adding an item never lowers it
 */
export function jointSafeTokens(sums: TokenSums): number {
  const thousandths = sums.expectedSum * 1000 + sums.items * 500
  return Math.min(sums.safeSum, Math.max(sums.safeMax, boundOf(thousandths)))
}

/** 1.22 x + 0.7 sqrt(x): relative error falls with length, down to what a whole language or format is off. */
function boundOf(thousandths: number): number {
  const shortText = Math.floor(Math.sqrt(thousandths * 490))
  return Math.ceil((thousandths + Math.ceil((thousandths * 22) / 100) + shortText) / 1000)
}

function thousandthsOf(text: string): number {
  let total = 0
  let previous = START
  let previousCode = -1
  let run = 0
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    const kind = (code < 128 ? ASCII_KIND[code] : BLOCK_KIND[code >> 4]) as number
    if (code === previousCode && REPEAT_COST[kind] !== 0) {
      total += REPEAT_COST[kind] as number
      continue
    }
    const step = previous * KINDS + kind
    const rule = STEP_RUN[step] as number
    run = rule === RESUME ? (run === RUN_SIZE - 1 ? run - 2 : run + 1) : rule === SECOND ? 2 : 1
    total += (STEP_COST[step] as number) + (RUN_COST[kind * RUN_SIZE + run] as number)
    previous = kind
    previousCode = code
  }
  return total
}
