/**
 * What did the person ask of `cmk plan`? Checked flags, or a line that names each bad one; never a guess.
 */
import { failed, ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import { Instant, Name, TOKEN_COUNT_MAX } from '../../contract/scalars.js'
import { PLACEMENTS } from '../../contract/placements.js'
import type { Placement } from '../../contract/plan-request.js'
import { MESSAGE_FORMATS } from '../transcripts/turn.js'
import type { MessageFormat, TranscriptFormat } from '../transcripts/turn.js'
import type { CliRefusal } from './cli-refusal.js'
import { AWAITING_WORDS, FORMAT_WORDS } from './plan-flags.js'
import { grouped } from './printable.js'
import { readRawFlags } from './raw-flags.js'
import type { RawFlags } from './raw-flags.js'

export type PlanOutput =
  | { readonly _tag: 'Table' }
  | { readonly _tag: 'Json' }
  | { readonly _tag: 'Messages'; readonly format: MessageFormat; readonly awaiting: 'refuse' | 'mark' }

export interface PlanFlags {
  /** A path, or `-` for standard input. */
  readonly session: string
  readonly format: TranscriptFormat | 'auto'
  readonly windowTokens: number
  readonly reservedOutputTokens: number
  readonly sink: string
  readonly local: boolean
  readonly placement: Placement
  /** Counted from 1; null when not given. */
  readonly run: number | null
  /** Null: ask the clock. */
  readonly at: Instant | null
  readonly output: PlanOutput
}

const HELP_LINE = 'see `cmk plan --help`'
const RUNS_MAX = 1_000_000

/** What was typed, and the lines about what is wrong with it so far. */
interface Check {
  readonly values: ReadonlyMap<string, string>
  readonly problems: string[]
}

/** The flags of `cmk plan`, or one line for each thing that is wrong with them. */
export function parsePlanFlags(argv: readonly string[]): Result<PlanFlags, CliRefusal> {
  const raw = readRawFlags(argv)
  if (!raw.ok) return failed({ lines: [...raw.error.lines, HELP_LINE] })
  const check: Check = { values: raw.value.values, problems: [] }
  const flags: PlanFlags = {
    session: sessionPath(raw.value, check),
    format: word(check, 'format', FORMAT_WORDS) ?? 'auto',
    windowTokens: requiredNumber(check, 'window', { min: 1, max: TOKEN_COUNT_MAX }),
    reservedOutputTokens: wholeNumber(check, 'reserve', { min: 0, max: TOKEN_COUNT_MAX }) ?? 0,
    sink: sinkName(check),
    local: check.values.has('local'),
    placement: word(check, 'placement', PLACEMENTS) ?? 'hybrid',
    run: wholeNumber(check, 'run', { min: 1, max: RUNS_MAX }),
    at: instant(check),
    output: outputOf(check),
  }
  return check.problems.length === 0 ? ok(flags) : failed({ lines: [...check.problems, HELP_LINE] })
}

function sessionPath(raw: RawFlags, check: Check): string {
  const [path, ...more] = raw.positionals
  if (path === undefined || path === '')
    check.problems.push('no session is named; give a path, or - for standard input')
  if (more.length > 0) check.problems.push('more than one session is named; give one')
  return path ?? ''
}

interface Range {
  readonly min: number
  readonly max: number
}

function requiredNumber(check: Check, name: string, range: Range): number {
  if (!check.values.has(name))
    check.problems.push(`--${name} is missing; give it in tokens, as in --${name} 8000`)
  return wholeNumber(check, name, range) ?? range.min
}

function wholeNumber(check: Check, name: string, range: Range): number | null {
  const typed = check.values.get(name)
  if (typed === undefined) return null
  const value = /^\d{1,15}$/.test(typed) ? Number(typed) : Number.NaN
  if (value >= range.min && value <= range.max) return value
  const { min, max } = range
  check.problems.push(`--${name} needs a whole number from ${min} to ${grouped(max)}, in digits only`)
  return null
}

function word<W extends string>(check: Check, name: string, words: readonly W[]): W | null {
  const typed = check.values.get(name)
  if (typed === undefined) return null
  const known = words.find((candidate) => candidate === typed)
  if (known === undefined) check.problems.push(`--${name} is one of ${words.join(', ')}`)
  return known ?? null
}

function sinkName(check: Check): string {
  const typed = check.values.get('sink') ?? 'model'
  if (!Name.is(typed)) check.problems.push('--sink needs a name of 1 to 160 characters')
  return typed
}

function instant(check: Check): Instant | null {
  const typed = check.values.get('at')
  if (typed === undefined) return null
  if (Instant.is(typed)) return typed
  check.problems.push('--at needs a real UTC time written YYYY-MM-DDTHH:mm:ss.sssZ')
  return null
}

function outputOf(check: Check): PlanOutput {
  const awaiting = word(check, 'awaiting', AWAITING_WORDS)
  const format = word(check, 'messages', MESSAGE_FORMATS)
  const hasMessages = check.values.has('messages')
  if (hasMessages && check.values.has('json'))
    check.problems.push('--json and --messages exclude each other; give one')
  if (!hasMessages && check.values.has('awaiting'))
    check.problems.push('--awaiting goes with --messages only')
  if (format !== null) return { _tag: 'Messages', format, awaiting: awaiting ?? 'refuse' }
  return check.values.has('json') ? { _tag: 'Json' } : { _tag: 'Table' }
}
