/**
 * What does a code unit cost, by its kind, the kind before it and its place in a run? Numbers only, in
 * thousandths of a token; fitted to the o200k_base vocabulary and pinned, never looked up in an engine table.
 */

/** Costs of ASCII text. A word is a run of Latin letters; a hump is a capital after a small letter. */
export const ASCII_COST = {
  wordAfterSpace: 690,
  wordAfterPunctuation: 100,
  wordAfterBackslash: 230,
  wordAfterDigit: 670,
  wordAfterNewline: 810,
  wordAfterTab: 780,
  wordAfterOther: 300,
  capitalStart: 300,
  hump: 1190,
  /** Second and third capital of a run, then every further one. */
  capitalRun: [260, 100],
  /** Letters 5 to 7 of a word, 8 to 11, and every further one; the first four come with the word. */
  longWord: [260, 60, 390],
  /** On top, for j, q, x and z: words of other languages, names made by machines, random text. */
  rareLetter: 1620,
  digitGroup: 1150,
  digitAfterWord: 230,
  punctuation: 970,
  punctuationAfterSpace: 1060,
  /** Second mark of a run, third and fourth, and every further one. */
  punctuationRun: [300, 200, 150],
  sameMark: 30,
  /** A rare letter that repeats the one before it: a filler, not a word. */
  sameRareLetter: 200,
  /** A sign of the symbol block (lines of tables, bars) that repeats the one before it. */
  sameSymbol: 150,
  backslashPair: 570,
  furtherSpace: 130,
  indentation: 30,
  newline: 980,
  newlineAfterPunctuation: 100,
  furtherNewline: 60,
  tab: 500,
  furtherTab: 60,
} as const

/**
 * How a script joins its neighbours. `letter`: stands inside Latin words. `word`: its own runs are words.
 * `sign`: every unit stands for itself.
 */
export type ScriptKind = 'letter' | 'word' | 'sign'

/** A script's code ranges (multiples of 16) and its costs: to start a run, letters 2 and 3, 4 to 6, 7 on. */
export type ScriptRow = readonly [
  kind: ScriptKind,
  ranges: readonly (readonly [from: number, to: number])[],
  start: number,
  near: number,
  middle: number,
  far: number,
]

/** Everything outside ASCII; what no row names costs `OTHER_ROW`. Ranges end before `to`. */
export const SCRIPT_ROWS: readonly ScriptRow[] = [
  ['sign', [[0x0080, 0x00c0]], 240, 220, 220, 220], // Latin-1 signs
  ['letter', [[0x00c0, 0x0100]], 0, 430, 430, 430], // Latin-1 letters
  ['letter', [[0x0100, 0x0180]], 0, 1120, 1120, 1120], // Latin Extended-A
  ['letter', [[0x0180, 0x0250]], 0, 1600, 1600, 1600], // Latin Extended-B
  ['letter', [[0x0300, 0x0370]], 0, 400, 400, 400], // combining marks
  ['letter', [[0x1e00, 0x1f00]], 0, 200, 200, 200], // Vietnamese
  [
    'word',
    [
      [0x0370, 0x0400],
      [0x1f00, 0x2000],
    ],
    660,
    180,
    740,
    140,
  ], // Greek
  ['word', [[0x0400, 0x0530]], 400, 100, 550, 100], // Cyrillic
  ['word', [[0x0530, 0x0590]], 1620, 330, 330, 330], // Armenian
  ['word', [[0x0590, 0x0600]], 520, 530, 530, 530], // Hebrew
  ['word', [[0x0600, 0x0700]], 300, 300, 580, 130], // Arabic
  ['word', [[0x0900, 0x0980]], 300, 180, 630, 620], // Devanagari
  ['word', [[0x0980, 0x0a00]], 760, 440, 440, 440], // Bengali
  ['word', [[0x0a00, 0x0a80]], 260, 850, 850, 850], // Gurmukhi
  ['word', [[0x0a80, 0x0b00]], 530, 580, 580, 580], // Gujarati
  ['word', [[0x0b80, 0x0c00]], 320, 610, 610, 610], // Tamil
  ['word', [[0x0c00, 0x0c80]], 340, 570, 570, 570], // Telugu
  ['word', [[0x0c80, 0x0d00]], 200, 620, 620, 620], // Kannada
  ['word', [[0x0d00, 0x0d80]], 270, 600, 600, 600], // Malayalam
  ['word', [[0x0d80, 0x0e00]], 470, 700, 700, 700], // Sinhala
  ['word', [[0x0e00, 0x0e80]], 620, 860, 220, 420], // Thai
  ['word', [[0x0e80, 0x0f00]], 1370, 2090, 2090, 2090], // Lao
  ['word', [[0x1000, 0x10a0]], 550, 740, 740, 740], // Myanmar
  ['word', [[0x10a0, 0x1100]], 210, 500, 500, 500], // Georgian
  ['word', [[0x1200, 0x1400]], 920, 2600, 2600, 2600], // Ethiopic
  ['word', [[0x1780, 0x1800]], 560, 760, 760, 760], // Khmer
  ['word', [[0xac00, 0xd7b0]], 1310, 510, 700, 1160], // Hangul
  ['sign', [[0x2000, 0x2070]], 680, 460, 460, 460], // general punctuation, joiners
  ['sign', [[0x2070, 0x3000]], 600, 1600, 1600, 1600], // symbols, arrows, boxes
  ['sign', [[0x3000, 0x3040]], 510, 440, 440, 440], // CJK punctuation
  ['sign', [[0x3040, 0x3100]], 110, 690, 690, 690], // Kana
  ['sign', [[0x3400, 0x4e00]], 0, 2980, 2980, 2980], // Han extension A
  ['sign', [[0x4e00, 0xa000]], 330, 790, 790, 790], // Han
  ['sign', [[0xd830, 0xd840]], 430, 630, 630, 630], // first halves of a pair: emoji
  [
    'sign',
    [
      [0xd800, 0xd830],
      [0xd840, 0xdc00],
    ],
    430,
    2500,
    2500,
    2500,
  ], // first halves: rare Han, old scripts
  ['sign', [[0xdc00, 0xe000]], 680, 330, 330, 330], // second halves
  ['sign', [[0xfe00, 0xfe10]], 0, 1300, 1300, 1300], // variation selectors
  ['sign', [[0xff00, 0xfff0]], 510, 950, 950, 950], // full width
  ['sign', [[0xfff0, 0x10000]], 0, 1000, 1000, 1000], // replacement character
  // What the vocabulary knows little of, at two tokens a unit: phonetics, Syriac, Oriya, Tibetan, Bopomofo.
  [
    'sign',
    [
      [0x0250, 0x0300],
      [0x0700, 0x0800],
      [0x0b00, 0x0b80],
      [0x0f00, 0x1000],
      [0x3100, 0x3200],
    ],
    0,
    1950,
    1950,
    1950,
  ],
]

/** Scripts without a row: one token for each of their three bytes. */
export const OTHER_ROW: ScriptRow = ['sign', [], 0, 2980, 2980, 2980]
