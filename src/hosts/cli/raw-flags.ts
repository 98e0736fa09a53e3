/**
 * Which words stand on the command line? Flags and their values as typed, each at most once; judges no value.
 */
import { parseArgs } from 'node:util'
import { failed, ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import type { CliRefusal } from './cli-refusal.js'
import { nearestWord } from './nearest-word.js'
import type { FlagSpec } from './flag-spec.js'
import { printable } from './printable.js'

export interface RawFlags {
  readonly positionals: readonly string[]
  /** By name; a switch has the empty text. */
  readonly values: ReadonlyMap<string, string>
}

/** Everything `--` follows is a path, however it begins. `--flag=value` and `--flag value` are the same. */
export function readRawFlags(
  argv: readonly string[],
  flags: readonly FlagSpec[],
): Result<RawFlags, CliRefusal> {
  const positionals: string[] = []
  const values = new Map<string, string>()
  const problems: string[] = []
  for (const token of tokensOf(argv, flags)) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind !== 'option') continue
    const problem = problemOf(token, flags, values)
    if (problem === null) values.set(token.name, token.value ?? '')
    else problems.push(problem)
  }
  return problems.length === 0 ? ok({ positionals, values }) : failed({ lines: problems })
}

interface OptionToken {
  readonly name: string
  readonly rawName: string
  readonly value?: string | undefined
}

/** Not strict, so that one bad flag gets our own line and does not hide the next. */
function tokensOf(argv: readonly string[], flags: readonly FlagSpec[]) {
  const options = Object.fromEntries(
    flags.map((flag) => [flag.name, { type: flag.value === null ? 'boolean' : 'string' } as const]),
  )
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens
}

function problemOf(
  token: OptionToken,
  flags: readonly FlagSpec[],
  seen: ReadonlyMap<string, string>,
): string | null {
  const flag = flags.find((known) => known.name === token.name)
  if (flag === undefined) return unknownFlag(token, flags)
  if (seen.has(flag.name)) return `--${flag.name} is given more than once; give it once`
  if (flag.value === null) return token.value === undefined ? null : `--${flag.name} takes no value`
  const isMissing = token.value === undefined || token.value === '' || isFlagLike(token.value)
  return isMissing ? `--${flag.name} needs a value: --${flag.name} ${flag.value}` : null
}

/** `--window --json` forgot a value; `--window -5` gave a bad one, and the check of numbers says so. */
function isFlagLike(value: string): boolean {
  return /^--/.test(value)
}

function unknownFlag(token: OptionToken, flags: readonly FlagSpec[]): string {
  const near = nearestWord(
    token.name,
    flags.map((flag) => flag.name),
  )
  return `unknown flag ${printable(token.rawName)}${near === null ? '' : `; did you mean --${near}?`}`
}
