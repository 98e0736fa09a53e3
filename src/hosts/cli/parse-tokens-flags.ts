/**
 * What did the person ask of `cmk tokens`? Checked flags, or a line that names each bad one; never a guess.
 */
import { failed, ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import type { CliRefusal } from './cli-refusal.js'
import { onePath, oneWord, runNumber, type FlagCheck } from './flag-check.js'
import { readRawFlags } from './raw-flags.js'
import { COUNTED_FORMAT_WORDS, COUNTER_WORDS, TOKENS_FLAGS, type CounterWord } from './tokens-flags.js'

export interface TokensFlags {
  /** A path, or `-` for standard input. */
  readonly file: string
  readonly format: (typeof COUNTED_FORMAT_WORDS)[number]
  /** Counted from 1; null when not given. */
  readonly run: number | null
  /** Null: every counter there is. */
  readonly counter: CounterWord | null
  readonly json: boolean
}

const HELP_LINE = 'see `cmk tokens --help`'

/** The flags of `cmk tokens`, or one line for each thing that is wrong with them. */
export function parseTokensFlags(argv: readonly string[]): Result<TokensFlags, CliRefusal> {
  const raw = readRawFlags(argv, TOKENS_FLAGS)
  if (!raw.ok) return failed({ lines: [...raw.error.lines, HELP_LINE] })
  const check: FlagCheck = { values: raw.value.values, problems: [] }
  const flags: TokensFlags = {
    file: onePath(raw.value, check, 'file'),
    format: oneWord(check, 'format', COUNTED_FORMAT_WORDS) ?? 'auto',
    run: runNumber(check),
    counter: oneWord(check, 'counter', COUNTER_WORDS),
    json: check.values.has('json'),
  }
  if (flags.format === 'text' && flags.run !== null)
    check.problems.push('--run goes with a session; a text has no runs')
  return check.problems.length === 0 ? ok(flags) : failed({ lines: [...check.problems, HELP_LINE] })
}
