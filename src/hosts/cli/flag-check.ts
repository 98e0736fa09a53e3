/**
 * Is what was typed after a flag what belongs there? Checks shared by all commands: each answers a value, and leaves a
 * line for whatever is wrong.
 */
import { grouped } from './printable.js'
import type { RawFlags } from './raw-flags.js'

/** What was typed, and the lines about what is wrong with it so far. */
export interface FlagCheck {
  readonly values: ReadonlyMap<string, string>
  readonly problems: string[]
}

export interface Range {
  readonly min: number
  readonly max: number
}

/** The one path that is named; `what` says what it is the path of. */
export function onePath(raw: RawFlags, check: FlagCheck, what: string): string {
  const [path, ...more] = raw.positionals
  if (path === undefined || path === '')
    check.problems.push(`no ${what} is named; give a path, or - for standard input`)
  if (more.length > 0) check.problems.push(`more than one ${what} is named; give one`)
  return path ?? ''
}

export function requiredNumber(check: FlagCheck, name: string, range: Range): number {
  if (!check.values.has(name))
    check.problems.push(`--${name} is missing; give it in tokens, as in --${name} 8000`)
  return wholeNumber(check, name, range) ?? range.min
}

export function wholeNumber(check: FlagCheck, name: string, range: Range): number | null {
  const typed = check.values.get(name)
  if (typed === undefined) return null
  const value = /^\d{1,15}$/.test(typed) ? Number(typed) : Number.NaN
  if (value >= range.min && value <= range.max) return value
  const { min, max } = range
  check.problems.push(`--${name} needs a whole number from ${min} to ${grouped(max)}, in digits only`)
  return null
}

const RUNS_MAX = 1_000_000

/** Which run of a file that holds many, counted from 1; null where it is not given. */
export function runNumber(check: FlagCheck): number | null {
  return wholeNumber(check, 'run', { min: 1, max: RUNS_MAX })
}

export function oneWord<W extends string>(check: FlagCheck, name: string, words: readonly W[]): W | null {
  const typed = check.values.get(name)
  if (typed === undefined) return null
  const known = words.find((candidate) => candidate === typed)
  if (known === undefined) check.problems.push(`--${name} is one of ${words.join(', ')}`)
  return known ?? null
}
