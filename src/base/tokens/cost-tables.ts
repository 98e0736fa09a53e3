/**
 * What does a code unit cost at its place, and where does it lead? The weights, laid out for a loop: one entry answers
 * both. Nothing here looks at a text.
 */
import { KNOWN_SIGNS } from './known-signs.js'
import { LETTER_PAIR_COSTS } from './letter-pairs.js'
import { LETTER_COSTS } from './letter-weights.js'
import type { Place } from './text-runs.js'
import * as runs from './text-runs.js'
import {
  ASCII_KIND,
  DIGIT,
  isLetter,
  KINDS,
  latinCosts,
  LOWER,
  MARK,
  NEWLINE,
  SPACE,
  scriptCosts,
  TAB,
  UPPER,
} from './unit-kinds.js'
import type { StepCosts } from './weights.js'
import * as weights from './weights.js'

const BACKSLASH = 0x5c
const SECOND_HALVES = 0xdc00
/** The first of the three first halves of emoji. */
const EMOJI_FIRST_HALF = 0xd83c
/** Where the parts of `LEAST_COST` begin. */
const AFTER_SPACE = 0x10000
const EMOJI_PAIRS = 0x20000
const LENGTHS = runs.LENGTH_MAX + 1
/** The state before the first code unit. */
export const START = 0
/** Stands in `LEAST_COST` for signs the vocabulary does not know. */
export const ANYWHERE = 0x8000
/** Below this code unit lie the costs of single letters outside ASCII. */
export const LETTERS_END = 0x0e60

/** Per `state * KINDS + kind`: the next state in the lower 16 bits, the cost of the step in the upper ones. */
export const STEPS: Uint32Array = allSteps()
/** Per `before * 128 + code`, both ASCII, `before` 0 for anything else: what the second costs after the first. */
export const PAIR_COST: Uint16Array = pairCosts()
/** Per code unit below `LETTERS_END`: what it costs on top of its script. */
export const LETTER_COST: Uint16Array = letterCosts()
/**
 * What a code unit costs at least where a few signs are repeated, and with `ANYWHERE` added not only there: per code unit,
 * then the same after a space, then second halves per first half of an emoji.
 */
export const LEAST_COST: Uint16Array = leastCosts()
/** Per kind: what a unit costs that stands a third time in a row, and then is no step; 0 where it is one. */
const REPEATED_COST: Uint16Array = Uint16Array.from({ length: KINDS }, (_, kind) => costOfKind(kind))
/** Per code unit people draw lines with: what it costs from the third on. */
const FILLER_COST: ReadonlyMap<number, number> = new Map(
  weights.FILLER_COSTS.flatMap(([signs, cost]) =>
    Array.from(signs, (sign) => [sign.charCodeAt(0), cost] as const),
  ),
)

/** What a unit costs that stands a third time in a row; 0 where it counts like any other. */
export function repeatedCost(code: number, kind: number): number {
  if (code < 128 && isControl(code) && kind === MARK) return weights.CONTROL_COST
  const cost = FILLER_COST.get(code) ?? (REPEATED_COST[kind] as number)
  const least = code < 128 ? 0 : (LEAST_COST[code] as number)
  return cost > 0 && least >= ANYWHERE ? Math.max(cost, least - ANYWHERE) : cost
}

/** Where `LEAST_COST` holds a sign outside ASCII. */
export function leastAt(code: number, before: number): number {
  if (code < SECOND_HALVES || code >= 0xe000) return before === 0x20 ? AFTER_SPACE + code : code
  return before >> 2 === EMOJI_FIRST_HALF >> 2 ? EMOJI_PAIRS + ((before & 3) << 10) + (code & 0x3ff) : code
}

function allSteps(): Uint32Array {
  const steps = new Uint32Array(runs.RUNS * LENGTHS * KINDS)
  for (let state = 0; state < runs.RUNS * LENGTHS; state += 1) {
    const place: Place = [Math.floor(state / LENGTHS), state % LENGTHS]
    for (let kind = 0; kind < KINDS; kind += 1) {
      const next = runs.nextPlace(place, kind)
      const cost = stepCost(place, kind, next) + placeCost(next, kind) + (latinCosts(kind)?.[0] ?? 0)
      steps[state * KINDS + kind] = cost * 65_536 + next[0] * LENGTHS + next[1]
    }
  }
  return steps
}

/** What it costs to leave a run for another one. */
function stepCost([run]: Place, kind: number, [next, length]: Place): number {
  const script = scriptCosts(kind)
  if (script !== undefined) return next === run ? 0 : run === runs.BLANKS ? script[0] : script[1]
  if (!isLetter(kind)) return runs.goesOn(run, next) ? 0 : costsFrom(run)[stepName(kind)]
  if (!runs.isWord(run)) return costsFrom(run)[kind === UPPER ? 'upper' : 'lower']
  if (run === runs.MIXED) return kind === UPPER ? weights.MIXED_CAPITAL_COST : 0
  if (run === runs.CAPITALS && kind !== UPPER) return weights.LOWER_AFTER_CAPITALS_COST
  return next === runs.BARE_NAME && length === 1 ? weights.HUMP_COST : 0
}

function stepName(kind: number): keyof StepCosts {
  if (kind === DIGIT) return 'digit'
  if (kind === SPACE) return 'space'
  if (kind === NEWLINE) return 'newline'
  return kind === TAB ? 'tab' : 'mark'
}

function costsFrom(run: number): StepCosts {
  const { newline, space, tab, letter, digit, mark, furtherMark, script } = weights.STEP_COSTS
  if (run === runs.LINE) return newline
  if (run === runs.BLANKS) return space
  if (run === runs.TABS) return tab
  if (run === runs.NUMBER) return digit
  if (run === runs.ONE_MARK) return mark
  if (run === runs.MARKS) return furtherMark
  return runs.isWord(run) ? letter : script
}

/** What it costs to stand at a place, whatever was before. */
function placeCost([run, length]: Place, kind: number): number {
  if (run === runs.NUMBER) return length % 3 === 1 ? weights.DIGIT_GROUP_COST : 0
  if (length < 2) return 0
  const script = scriptCosts(kind)
  if (script !== undefined) return script[length < 4 ? length : length < 6 ? 4 : length < 9 ? 5 : 6] ?? 0
  const bucket = length < 5 ? length - 2 : length < 7 ? 3 : length < 9 ? 4 : length < runs.LENGTH_MAX ? 5 : 6
  return runCosts(run)[bucket] ?? 0
}

function runCosts(run: number): readonly number[] {
  const { word, name, bare, bareName, mixed, capitals, space, newline, tab, marks } = weights.RUN_COSTS
  const costs = [newline, word, name, bare, bareName, mixed, capitals, [], space, tab, marks, marks]
  return costs[run] ?? []
}

function costOfKind(kind: number): number {
  if (kind === MARK) return weights.REPEATED_MARK_COST
  if (kind === LOWER || kind === UPPER) return weights.REPEATED_LETTER_COST
  return latinCosts(kind)?.[1] ?? scriptCosts(kind)?.[7] ?? 0
}

function pairCosts(): Uint16Array {
  const costs = new Uint16Array(128 * 128)
  for (let before = 0; before < 128; before += 1) {
    for (let code = 0; code < 128; code += 1) costs[before * 128 + code] = pairCost(before, code)
  }
  return costs
}

function pairCost(before: number, code: number): number {
  const [kindBefore, kind] = [ASCII_KIND[before] ?? MARK, ASCII_KIND[code] ?? MARK]
  if (isLetter(kindBefore) && isLetter(kind)) {
    const isHump = kindBefore === LOWER && kind === UPPER
    return isHump ? 0 : (LETTER_PAIR_COSTS[(before & 31) - 1]?.[(code & 31) - 1] ?? 0)
  }
  if (isLetter(kind) && before === BACKSLASH)
    return weights.COMMAND_LETTERS.includes(String.fromCharCode(code)) ? weights.COMMAND_COST : 0
  if (kind !== MARK) return 0
  const special = weights.SPECIAL_PAIR_COSTS.get(String.fromCharCode(before, code))
  if (special !== undefined) return special
  if (before !== 0 && kindBefore === MARK)
    return weights.MARK_PAIR_COSTS[markGroup(before)]?.[markGroup(code)] ?? 0
  const costs = kindBefore === SPACE ? weights.MARK_AFTER_SPACE_COSTS : weights.MARK_COSTS
  return costs[weights.MARKS.indexOf(String.fromCharCode(code))] ?? weights.CONTROL_COST
}

function markGroup(code: number): number {
  const group = weights.MARK_GROUPS.findIndex((marks) => marks.includes(String.fromCharCode(code)))
  return group < 0 ? weights.MARK_GROUPS.length : group
}

function letterCosts(): Uint16Array {
  const costs = new Uint16Array(LETTERS_END)
  for (const [from, row] of LETTER_COSTS) costs.set(row, from)
  return costs
}

function leastCosts(): Uint16Array {
  const costs = new Uint16Array(EMOJI_PAIRS + 0x1000)
  for (let code = 0; code < AFTER_SPACE; code += 1) costs[code] = leastCost(code)
  for (const [upperByte, signs] of KNOWN_SIGNS) {
    for (let low = 0; low < 256; low += 1) {
      const isKnown = ((parseInt(signs[low >> 2] as string, 16) >> (low & 3)) & 1) === 1
      if (isKnown) costs[upperByte * 256 + low] = weights.REPEATED_SIGN_COST
    }
  }
  for (let code = 128; code < AFTER_SPACE; code += 1)
    costs[AFTER_SPACE + code] = afterSpace(code, costs[code] as number)
  costs.fill(ANYWHERE + weights.UNKNOWN_PAIR_COST, EMOJI_PAIRS)
  for (const [from, to] of weights.KNOWN_PAIRS)
    costs.fill(weights.KNOWN_PAIR_COST, EMOJI_PAIRS + from - 0x1f000, EMOJI_PAIRS + to - 0x1f000)
  return costs
}

function leastCost(code: number): number {
  if (code < 128) {
    const kind = ASCII_KIND[code]
    if (kind === MARK && isControl(code)) return weights.REPEATED_CONTROL_COST
    return kind === DIGIT || kind === SPACE ? 0 : weights.REPEATED_SIGN_COST
  }
  if (code < 0x800) return ANYWHERE + weights.SIGN_OF_TWO_BYTES_COST
  if (code >> 11 !== 0xd800 >> 11) return ANYWHERE + weights.SIGN_OF_THREE_BYTES_COST
  if (code < SECOND_HALVES && code >> 2 !== EMOJI_FIRST_HALF >> 2) return ANYWHERE + weights.RARE_PAIR_COST
  return weights.KNOWN_PAIR_COST
}

/** The space joins a known sign of two bytes, or is a token; one of three bytes it may cut into its bytes. */
function afterSpace(code: number, least: number): number {
  if (least >= ANYWHERE || code < 0x800 || code >> 11 === 0xd800 >> 11)
    return least + weights.SPACE_BEFORE_SIGN_COST
  return weights.SIGN_OF_THREE_BYTES_COST
}

function isControl(code: number): boolean {
  return code < 0x20 || code === 0x7f
}
