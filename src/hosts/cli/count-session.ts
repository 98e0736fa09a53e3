/**
 * How many tokens has a session, or each run of a file that holds many, by who speaks and which account pays? Counts
 * every run by itself, so that only one stands in the memory.
 */
import type { ContextItem } from '../../contract/context-item.js'
import { PARTITION_OF } from '../../contract/partition.js'
import { failed, ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import type { HashPort } from '../../ports/hash.js'
import type { TokenCounterPort, TokenSums } from '../../ports/token-counter.js'
import type { SessionSource } from '../transcripts/index.js'
import type { TranscriptFormat } from '../transcripts/turn.js'
import type { CliRefusal } from './cli-refusal.js'
import type { TokensFlags } from './parse-tokens-flags.js'
import { chooseRun, readFilledSource, readSource, readSources, type SessionChoice } from './read-session.js'

/** What one counter says of something. */
export interface TokenFigures {
  readonly expected: number
  readonly safe: number
}

/** Items that have a run, a role or a partition in common; one figure for each counter. */
export interface TokenGroup {
  readonly name: string
  readonly items: number
  readonly tokens: readonly TokenFigures[]
}

export interface CountedSession {
  readonly format: TranscriptFormat
  readonly all: TokenGroup
  /** Named by their numbers, from 1; the chosen one only, where one was chosen. */
  readonly runs: readonly TokenGroup[]
  readonly roles: readonly TokenGroup[]
  readonly partitions: readonly TokenGroup[]
}

/** What a session is counted with. */
export interface SessionCounting {
  readonly flags: TokensFlags
  readonly counters: readonly TokenCounterPort[]
  readonly hash: HashPort
  readonly heapBytes: number
}

export function countSession(
  text: string,
  format: TranscriptFormat,
  counting: SessionCounting,
): Result<CountedSession, CliRefusal> {
  const { flags, counters, heapBytes } = counting
  const choice = { path: flags.file, format, run: flags.run, heapBytes }
  const runs = countedRuns(text, choice)
  if (!runs.ok) return runs
  const tallies: Tallies = { all: new Map(), runs: new Map(), roles: new Map(), partitions: new Map() }
  for (const { run, source } of runs.value) {
    const isAlone = runs.value.length === 1
    for (const [index, counter] of counters.entries()) {
      const ports = { counter, hash: counting.hash }
      const read = isAlone
        ? readFilledSource(source, { text, choice }, ports)
        : readSource(source, { ...choice, run }, ports)
      if (!read.ok) return isAlone ? read : inRun(run, read.error)
      addRun(tallies, read.value.transcript.items, { run: String(run), index, counters })
    }
  }
  const groups = (tally: Tally) => [...tally].map(([name, sums]) => groupOf(name, sums, counters))
  return ok({
    format,
    all: groupOf('all', tallies.all.get('all') ?? noSums(counters), counters),
    runs: groups(tallies.runs),
    roles: groups(tallies.roles),
    partitions: groups(tallies.partitions),
  })
}

interface NumberedRun {
  readonly run: number
  readonly source: SessionSource
}

/** Every run, or the one that was chosen. */
function countedRuns(text: string, choice: SessionChoice): Result<readonly NumberedRun[], CliRefusal> {
  const sources = readSources(text, choice.format)
  if (!sources.ok) return sources
  if (choice.run === null) return ok(sources.value.map((source, index) => ({ run: index + 1, source })))
  const chosen = chooseRun(sources.value, choice.run)
  return chosen.ok ? ok([{ run: choice.run, source: chosen.value }]) : chosen
}

function inRun(run: number, refusal: CliRefusal): Result<never, CliRefusal> {
  const [first = '', ...rest] = refusal.lines
  return failed({ ...refusal, lines: [`run ${run}: ${first}`, ...rest] })
}

/** Sums by name, in the order in which the names are met; one for each counter. */
type Tally = Map<string, TokenSums[]>

type Tallies = Readonly<Record<'all' | 'runs' | 'roles' | 'partitions', Tally>>

interface RunCount {
  readonly run: string
  /** Of the counter that counted the items. */
  readonly index: number
  readonly counters: readonly TokenCounterPort[]
}

function addRun(tallies: Tallies, items: readonly ContextItem[], { run, index, counters }: RunCount): void {
  const sumsOf = (tally: Tally, name: string) => {
    const sums = tally.get(name) ?? noSums(counters)
    tally.set(name, sums)
    return sums
  }
  sumsOf(tallies.runs, run)
  for (const item of items) {
    const role = item.binding?.role ?? 'none'
    addItem(sumsOf(tallies.all, 'all'), index, item)
    addItem(sumsOf(tallies.runs, run), index, item)
    addItem(sumsOf(tallies.roles, role), index, item)
    addItem(sumsOf(tallies.partitions, PARTITION_OF[item.kind]), index, item)
  }
}

const NO_SUM: TokenSums = { expectedSum: 0, safeSum: 0, safeMax: 0, items: 0 }

function noSums(counters: readonly TokenCounterPort[]): TokenSums[] {
  return counters.map(() => NO_SUM)
}

function addItem(sums: TokenSums[], index: number, { tokens }: ContextItem): void {
  const sum = sums[index] ?? NO_SUM
  sums[index] = {
    expectedSum: sum.expectedSum + tokens.expected,
    safeSum: sum.safeSum + tokens.safe,
    safeMax: Math.max(sum.safeMax, tokens.safe),
    items: sum.items + 1,
  }
}

function groupOf(
  name: string,
  sums: readonly TokenSums[],
  counters: readonly TokenCounterPort[],
): TokenGroup {
  const tokens = sums.map((sum, index) => figuresOf(sum, counters[index]))
  return { name, items: sums[0]?.items ?? 0, tokens }
}

/** The counter's bound for all of them together; their sum where it gives none. */
function figuresOf(sums: TokenSums, counter: TokenCounterPort | undefined): TokenFigures {
  const joint = sums.items === 0 ? undefined : counter?.jointSafe(sums)
  return { expected: sums.expectedSum, safe: joint?.ok === true ? joint.value : sums.safeSum }
}
