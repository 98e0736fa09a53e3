/**
 * What does ASCII text cost, by what stands before it and by its place in a run? Numbers only, in hundredths of a token;
 * fitted to the o200k_base vocabulary (`scripts/measure/bench-tokens.ts` says on what) and pinned, never looked up.
 */

/** What a step from one kind of code unit to another costs. Inside a run there is no step. */
export interface StepCosts {
  readonly lower: number
  readonly upper: number
  readonly digit: number
  readonly space: number
  readonly newline: number
  readonly tab: number
  readonly mark: number
}

function steps(costs: readonly [number, number, number, number, number, number, number]): StepCosts {
  const [lower, upper, digit, space, newline, tab, mark] = costs
  return { lower, upper, digit, space, newline, tab, mark }
}

/**
 * Steps by what stands before: to a small letter, a capital, a digit, a space, a line end, a tab, a mark. The start of
 * a text counts as a new line; a mark after a space or a mark is a further one.
 */
export const STEP_COSTS = {
  newline: steps([81, 143, 0, 56, 0, 66, 52]),
  space: steps([16, 5, 45, 0, 0, 0, 0]),
  tab: steps([1, 32, 21, 0, 0, 0, 101]),
  letter: steps([0, 0, 0, 54, 80, 0, 37]),
  digit: steps([94, 79, 0, 72, 129, 100, 47]),
  mark: steps([38, 71, 41, 79, 7, 2, 0]),
  furtherMark: steps([85, 96, 4, 54, 0, 0, 0]),
  script: steps([59, 10, 0, 0, 0, 100, 0]),
} as const

/** A capital after a small letter; a small letter after capitals; a capital in a word that holds digits. */
export const HUMP_COST = 62
export const LOWER_AFTER_CAPITALS_COST = 53
export const MIXED_CAPITAL_COST = 31

/** Each three digits begun. The vocabulary holds every number of one to three digits, and none of four. */
export const DIGIT_GROUP_COST = 100

/**
 * Places in a run, all but the first: the second, third, fourth, fifth and sixth, seventh and eighth, ninth to eleventh,
 * every further one. `word` follows a space, `name` is a word with a capital in front, `bare` and `bareName` follow
 * something else, `mixed` is what follows digits.
 */
export const RUN_COSTS = {
  word: [0, 0, 0, 0, 0, 4, 0],
  name: [0, 0, 4, 0, 7, 10, 0],
  bare: [0, 0, 0, 0, 0, 8, 0],
  bareName: [0, 0, 0, 0, 0, 4, 0],
  mixed: [1, 20, 29, 0, 0, 0, 0],
  capitals: [0, 0, 16, 11, 0, 46, 39],
  space: [88, 0, 0, 2, 2, 2, 2],
  newline: [0, 0, 0, 13, 13, 13, 13],
  tab: [94, 0, 0, 7, 7, 7, 7],
  marks: [0, 10, 10, 4, 4, 4, 4],
} as const

/** The marks, each with its cost after a space and after anything else but a mark. */
export const MARKS = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
export const MARK_AFTER_SPACE_COSTS: readonly number[] = [
  0, 39, 36, 0, 34, 4, 76, 51, 54, 40, 50, 0, 52, 45, 27, 20, 0, 0, 61, 57, 71, 55, 7, 0, 67, 72, 24, 0, 17,
  4, 13, 19,
]
export const MARK_COSTS: readonly number[] = [
  7, 41, 11, 200, 12, 200, 17, 17, 36, 20, 100, 44, 47, 0, 35, 29, 0, 11, 8, 114, 57, 48, 25, 39, 111, 200, 0,
  76, 36, 48, 57, 200,
]
/** A sign of ASCII that cannot be seen. */
export const CONTROL_COST = 100

/** Marks that stand in for each other: opening, closing, quotes, sentence, path, operators, rare; then controls. */
export const MARK_GROUPS: readonly string[] = ['([{<', ')]}>', '"\'`', '.,;:!?', '-_/\\', '=+*&|%^~', '#@$']
/** A mark after another mark, by the group before (row) and its own (column). */
export const MARK_PAIR_COSTS: readonly (readonly number[])[] = [
  [79, 11, 18, 37, 0, 91, 28, 60],
  [0, 25, 126, 2, 81, 84, 150, 60],
  [0, 3, 15, 13, 22, 56, 24, 60],
  [7, 122, 0, 0, 5, 94, 71, 60],
  [30, 28, 22, 45, 0, 109, 44, 60],
  [54, 0, 24, 118, 17, 0, 137, 60],
  [42, 150, 64, 150, 110, 150, 0, 60],
  [60, 60, 60, 60, 60, 60, 60, 60],
]

/** The marks around the special tokens of a chat, and the letters a command of LaTeX begins with and no escape does. */
export const SPECIAL_PAIR_COSTS: ReadonlyMap<string, number> = new Map([
  ['<|', 180],
  ['|>', 80],
])
export const COMMAND_LETTERS = 'acegijklmopqvyz'
export const COMMAND_COST = 40

/**
 * A sign that stands a third time in a row, and every further time: those people draw lines with, any other mark, a
 * letter. The vocabulary holds long lines of some, of others pairs at best.
 */
export const FILLER_COSTS: readonly (readonly [signs: string, cost: number])[] = [
  ['#%*+-./=_~', 4],
  ['!:;─—…\u3000', 7],
  ['<>?@^━═', 13],
]
export const REPEATED_MARK_COST = 50
export const REPEATED_LETTER_COST = 50

/** What a sign costs at least where a few are repeated: one token, with the share a bound adds; a control may be two. */
export const REPEATED_SIGN_COST = 84
export const REPEATED_CONTROL_COST = 170

/** Signs the vocabulary does not know cost about their bytes anywhere: all of them, with the share a bound adds. */
export const SIGN_OF_TWO_BYTES_COST = 167
export const SIGN_OF_THREE_BYTES_COST = 250
/** A space before such a sign. */
export const SPACE_BEFORE_SIGN_COST = 84

/** Either half of a pair that is known in part; the second half of one that is not; a first half outside of emoji. */
export const KNOWN_PAIR_COST = 125
export const UNKNOWN_PAIR_COST = 260
export const RARE_PAIR_COST = 220
/** Pairs known in part, most of them as two tokens: first to before last. */
export const KNOWN_PAIRS: readonly (readonly [from: number, to: number])[] = [
  [0x1f1c0, 0x1f200],
  [0x1f300, 0x1f540],
  [0x1f600, 0x1f6c0],
  [0x1f900, 0x1f980],
]
