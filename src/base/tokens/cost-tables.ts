/**
 * What does a code unit cost at its place, and where does it lead? The weights, laid out for a loop: one entry answers
 * both. Nothing here looks at a text.
 */
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

const LENGTHS = runs.LENGTH_MAX + 1
/** The state before the first code unit. */
export const START = 0
/** Below this code unit lie the costs of single letters outside ASCII. */
export const LETTERS_END = 0x0e60

/** Per `state * KINDS + kind`: the next state in the lower 16 bits, the cost of the step in the upper ones. */
export const STEPS: Uint32Array = allSteps()
/** Per `before * 128 + code`, both ASCII, `before` 0 for anything else: what the second costs after the first. */
export const PAIR_COST: Uint16Array = pairCosts()
/** Per code unit below `LETTERS_END`: what it costs on top of its script. */
export const LETTER_COST: Uint16Array = letterCosts()
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
  return FILLER_COST.get(code) ?? (REPEATED_COST[kind] as number)
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
  if (kind !== MARK) return 0
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
