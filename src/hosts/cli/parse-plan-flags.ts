/**
 * What did the person ask of `cmk plan`? Checked flags, or a line that names each bad one; never a guess.
 */
import type { CachePrices } from '../../contract/epoch.js'
import { failed, ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import { Instant, Name, TOKEN_COUNT_MAX } from '../../contract/scalars.js'
import { PLACEMENTS } from '../../contract/placements.js'
import type { Placement } from '../../contract/placement.js'
import { MESSAGE_FORMATS } from '../transcripts/turn.js'
import type { MessageFormat, TranscriptFormat } from '../transcripts/turn.js'
import { cachePricesFlag } from './cache-prices-flag.js'
import type { CliRefusal } from './cli-refusal.js'
import { onePath, oneWord, requiredNumber, runNumber, wholeNumber, type FlagCheck } from './flag-check.js'
import { AWAITING_WORDS, FORMAT_WORDS, PLAN_FLAGS } from './plan-flags.js'
import { readRawFlags } from './raw-flags.js'

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
  /** The path of the plan that was sent before, or `-`; null when not given. */
  readonly previous: string | null
  readonly cachePrices: CachePrices | null
  /** Counted from 1; null when not given. */
  readonly run: number | null
  /** Null: ask the clock. */
  readonly at: Instant | null
  readonly output: PlanOutput
}

const HELP_LINE = 'see `cmk plan --help`'

/** The flags of `cmk plan`, or one line for each thing that is wrong with them. */
export function parsePlanFlags(argv: readonly string[]): Result<PlanFlags, CliRefusal> {
  const raw = readRawFlags(argv, PLAN_FLAGS)
  if (!raw.ok) return failed({ lines: [...raw.error.lines, HELP_LINE] })
  const check: FlagCheck = { values: raw.value.values, problems: [] }
  const flags: PlanFlags = {
    session: onePath(raw.value, check, 'session'),
    format: oneWord(check, 'format', FORMAT_WORDS) ?? 'auto',
    windowTokens: requiredNumber(check, 'window', { min: 1, max: TOKEN_COUNT_MAX }),
    reservedOutputTokens: wholeNumber(check, 'reserve', { min: 0, max: TOKEN_COUNT_MAX }) ?? 0,
    sink: sinkName(check),
    local: check.values.has('local'),
    placement: oneWord(check, 'placement', PLACEMENTS) ?? 'hybrid',
    previous: check.values.get('previous') ?? null,
    cachePrices: cachePricesFlag(check),
    run: runNumber(check),
    at: instant(check),
    output: outputOf(check),
  }
  if (flags.previous === '-' && flags.session === '-')
    check.problems.push('session and --previous cannot both be standard input; give one as a file')
  return check.problems.length === 0 ? ok(flags) : failed({ lines: [...check.problems, HELP_LINE] })
}

function sinkName(check: FlagCheck): string {
  const typed = check.values.get('sink') ?? 'model'
  if (!Name.is(typed)) check.problems.push('--sink needs a name of 1 to 160 characters')
  return typed
}

function instant(check: FlagCheck): Instant | null {
  const typed = check.values.get('at')
  if (typed === undefined) return null
  if (Instant.is(typed)) return typed
  check.problems.push('--at needs a real UTC time written YYYY-MM-DDTHH:mm:ss.sssZ')
  return null
}

function outputOf(check: FlagCheck): PlanOutput {
  const awaiting = oneWord(check, 'awaiting', AWAITING_WORDS)
  const format = oneWord(check, 'messages', MESSAGE_FORMATS)
  const hasMessages = check.values.has('messages')
  if (hasMessages && check.values.has('json'))
    check.problems.push('--json and --messages exclude each other; give one')
  if (!hasMessages && check.values.has('awaiting'))
    check.problems.push('--awaiting goes with --messages only')
  if (format !== null) return { _tag: 'Messages', format, awaiting: awaiting ?? 'refuse' }
  return check.values.has('json') ? { _tag: 'Json' } : { _tag: 'Table' }
}
