/**
 * What does text outside ASCII cost, by script? Hundredths of a token, fitted like `weights.ts`, for the signs the
 * vocabulary knows; what one costs at least that it does not know stands in `weights.ts`.
 */

/** Code units from the first to before the second, multiples of 16. */
export type CodeRange = readonly [from: number, to: number]

/** Letters that stand inside Latin words: a cost on top of their place, and what one costs that stands a third time. */
export const LATIN_ROWS: readonly (readonly [
  ranges: readonly CodeRange[],
  cost: number,
  repeated: number,
])[] = [
  [[[0x00c0, 0x0100]], 82, 100], // Latin-1 letters
  [[[0x0100, 0x0180]], 71, 200], // Latin Extended-A
  [[[0x0180, 0x0250]], 178, 200], // Latin Extended-B
  [[[0x0300, 0x0370]], 266, 200], // combining marks
  [[[0x1e00, 0x1f00]], 0, 100], // Vietnamese
]

/**
 * What a run of one script costs: its first unit after a space and elsewhere, the second, the third, fourth and fifth,
 * sixth to eighth, every further one; and a unit that stands a third time in a row, and every further time.
 */
export type ScriptCosts = readonly [
  afterSpace: number,
  start: number,
  second: number,
  third: number,
  fourth: number,
  sixth: number,
  further: number,
  repeated: number,
]

/** Every script with a run of its own. */
export const SCRIPT_ROWS: readonly (readonly [ranges: readonly CodeRange[], costs: ScriptCosts])[] = [
  [[[0x0080, 0x00c0]], [0, 74, 43, 43, 43, 43, 43, 100]], // Latin-1 signs
  [
    [
      [0x0370, 0x0400],
      [0x1f00, 0x2000],
    ],
    [14, 13, 0, 11, 18, 4, 15, 100],
  ], // Greek
  [[[0x0400, 0x0530]], [86, 212, 0, 0, 2, 0, 0, 100]], // Cyrillic
  [[[0x0530, 0x0590]], [0, 89, 33, 201, 0, 0, 6, 100]], // Armenian
  [[[0x0590, 0x0600]], [17, 150, 0, 3, 12, 0, 0, 100]], // Hebrew
  [[[0x0600, 0x0700]], [11, 137, 0, 0, 0, 0, 16, 100]], // Arabic
  [[[0x0900, 0x0980]], [0, 85, 0, 0, 6, 10, 7, 100]], // Devanagari
  [[[0x0980, 0x0a00]], [0, 126, 73, 25, 38, 61, 16, 100]], // Bengali
  [[[0x0a00, 0x0a80]], [31, 269, 96, 12, 96, 61, 145, 100]], // Gurmukhi
  [[[0x0a80, 0x0b00]], [55, 300, 48, 0, 26, 79, 12, 100]], // Gujarati
  [[[0x0b80, 0x0c00]], [56, 218, 33, 28, 26, 35, 41, 100]], // Tamil
  [[[0x0c00, 0x0c80]], [34, 136, 0, 119, 0, 107, 44, 100]], // Telugu
  [[[0x0c80, 0x0d00]], [33, 148, 45, 21, 32, 88, 24, 100]], // Kannada
  [[[0x0d00, 0x0d80]], [230, 150, 0, 0, 14, 44, 18, 100]], // Malayalam
  [[[0x0d80, 0x0e00]], [211, 0, 0, 54, 29, 61, 64, 100]], // Sinhala
  [[[0x0e00, 0x0e80]], [69, 29, 0, 0, 7, 5, 5, 100]], // Thai
  [[[0x0e80, 0x0f00]], [100, 164, 60, 60, 176, 298, 202, 200]], // Lao
  [[[0x1000, 0x10a0]], [159, 146, 37, 3, 50, 70, 49, 100]], // Myanmar
  [[[0x10a0, 0x1100]], [0, 300, 52, 20, 36, 29, 29, 100]], // Georgian
  [[[0x1780, 0x1800]], [122, 154, 23, 152, 141, 0, 58, 100]], // Khmer
  [[[0xac00, 0xd7b0]], [174, 290, 0, 71, 0, 189, 0, 150]], // Hangul
  [[[0x2000, 0x2070]], [87, 79, 68, 0, 0, 0, 0, 100]], // general punctuation, joiners
  [[[0x2070, 0x3000]], [201, 300, 152, 0, 3, 3, 3, 100]], // symbols, arrows, boxes
  [[[0x3000, 0x3040]], [0, 39, 0, 0, 4, 4, 4, 100]], // CJK punctuation
  [[[0x3040, 0x3100]], [35, 0, 9, 152, 67, 54, 83, 100]], // Kana
  [[[0x3400, 0x4e00]], [300, 300, 300, 182, 41, 41, 41, 300]], // Han extension A
  [[[0x4e00, 0xa000]], [80, 258, 0, 140, 13, 88, 59, 100]], // Han
  [[[0xd830, 0xd840]], [34, 14, 14, 14, 14, 14, 14, 100]], // first halves of a pair: emoji
  [
    [
      [0xd800, 0xd830],
      [0xd840, 0xdc00],
    ],
    [238, 238, 238, 238, 238, 238, 238, 100],
  ], // first halves: rare Han, old scripts
  [[[0xdc00, 0xe000]], [177, 177, 177, 177, 177, 177, 177, 100]], // second halves
  [[[0xfe00, 0xfe10]], [0, 0, 0, 0, 0, 0, 0, 100]], // variation selectors
  [[[0xff00, 0xfff0]], [110, 66, 0, 0, 0, 0, 0, 100]], // full width
  [[[0xfff0, 0x10000]], [150, 150, 150, 150, 150, 150, 150, 100]], // replacement character
]

/** Scripts without a row: a token for what the vocabulary knows of them, which is next to nothing. */
export const OTHER_SCRIPT: ScriptCosts = [100, 100, 100, 100, 100, 100, 100, 100]
