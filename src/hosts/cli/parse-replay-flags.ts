/**
 * What did the person ask of `cmk replay`? Checked flags, or a line that names each bad one; never a guess.
 */
import type { CachePrices } from '../../contract/epoch.js'
import type { Placement } from '../../contract/placement.js'
import { PLACEMENTS } from '../../contract/placements.js'
import { failed, ok, type Result } from '../../contract/result.js'
import { TOKEN_COUNT_MAX } from '../../contract/scalars.js'
import type { TranscriptFormat } from '../transcripts/turn.js'
import { CACHE_PRICES_DEFAULT, cachePricesFlag } from './cache-prices-flag.js'
import type { CliRefusal } from './cli-refusal.js'
import { onePath, oneWord, requiredNumber, runNumber, wholeNumber, type FlagCheck } from './flag-check.js'
import { FORMAT_WORDS } from './plan-flags.js'
import { readRawFlags } from './raw-flags.js'
import { REPLAY_FLAGS } from './replay-flags.js'

export interface ReplayFlags {
  /** A path, or `-` for standard input. */
  readonly session: string
  readonly format: TranscriptFormat | 'auto'
  /** Counted from 1; null when not given. */
  readonly run: number | null
  readonly windowTokens: number
  readonly reservedOutputTokens: number
  readonly placement: Placement
  readonly cachePrices: CachePrices
  /** Null: every request. */
  readonly limit: number | null
  readonly all: boolean
  readonly json: boolean
}

const HELP_LINE = 'see `cmk replay --help`'
const REQUESTS_MAX = 1_000_000

/** The flags of `cmk replay`, or one line for each thing that is wrong with them. */
export function parseReplayFlags(argv: readonly string[]): Result<ReplayFlags, CliRefusal> {
  const raw = readRawFlags(argv, REPLAY_FLAGS)
  if (!raw.ok) return failed({ lines: [...raw.error.lines, HELP_LINE] })
  const check: FlagCheck = { values: raw.value.values, problems: [] }
  const flags: ReplayFlags = {
    session: onePath(raw.value, check, 'session'),
    format: oneWord(check, 'format', FORMAT_WORDS) ?? 'auto',
    run: runNumber(check),
    windowTokens: requiredNumber(check, 'window', { min: 1, max: TOKEN_COUNT_MAX }),
    reservedOutputTokens: wholeNumber(check, 'reserve', { min: 0, max: TOKEN_COUNT_MAX }) ?? 0,
    placement: oneWord(check, 'placement', PLACEMENTS) ?? 'hybrid',
    cachePrices: cachePricesFlag(check) ?? CACHE_PRICES_DEFAULT,
    limit: wholeNumber(check, 'limit', { min: 1, max: REQUESTS_MAX }),
    all: check.values.has('all'),
    json: check.values.has('json'),
  }
  return check.problems.length === 0 ? ok(flags) : failed({ lines: [...check.problems, HELP_LINE] })
}
