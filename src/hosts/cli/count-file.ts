/**
 * How many tokens has this file, as a text and, where it is a session, by who speaks and which account pays? Counts; it
 * chooses nothing and prints nothing.
 */
import { codePointCount } from '../../base/text/well-formed.js'
import type { ContextItem } from '../../contract/context-item.js'
import { PARTITION_OF } from '../../contract/partition.js'
import { ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import type { HashPort } from '../../ports/hash.js'
import type { TokenCounterPort } from '../../ports/token-counter.js'
import { detectFormat } from '../transcripts/detect-format.js'
import type { TranscriptFormat } from '../transcripts/turn.js'
import { refuseWith } from './cli-refusal.js'
import type { CliRefusal } from './cli-refusal.js'
import type { TokensFlags } from './parse-tokens-flags.js'
import { readSession } from './read-session.js'

/** What one counter says of something. */
export interface TokenFigures {
  readonly expected: number
  readonly safe: number
}

/** Items that have a role or a partition in common; one figure for each counter. */
export interface TokenGroup {
  readonly name: string
  readonly items: number
  readonly tokens: readonly TokenFigures[]
}

export interface CountedSession {
  readonly format: TranscriptFormat
  readonly all: TokenGroup
  readonly roles: readonly TokenGroup[]
  readonly partitions: readonly TokenGroup[]
}

export interface CountedFile {
  readonly bytes: number
  readonly characters: number
  /** One for each counter, in order. */
  readonly tokens: readonly TokenFigures[]
  /** Null for a text. */
  readonly session: CountedSession | null
}

/** What a file is counted with. */
export interface Counting {
  readonly flags: TokensFlags
  readonly bytes: number
  readonly counters: readonly TokenCounterPort[]
  readonly hash: HashPort
  readonly heapBytes: number
}

export function countFile(text: string, counting: Counting): Result<CountedFile, CliRefusal> {
  const tokens: TokenFigures[] = []
  for (const counter of counting.counters) {
    const counted = counter.count(text)
    if (!counted.ok) return refuseWith(`the counter ${counter.manifest.id} could not count the file`)
    tokens.push(counted.value)
  }
  const session = countSession(text, counting)
  if (!session.ok) return session
  return ok({ bytes: counting.bytes, characters: codePointCount(text), tokens, session: session.value })
}

function countSession(text: string, counting: Counting): Result<CountedSession | null, CliRefusal> {
  const { flags, counters, hash, heapBytes } = counting
  const format = flags.format === 'auto' ? (detectFormat(text) ?? 'text') : flags.format
  if (format === 'text') return ok(null)
  const choice = { path: flags.file, format, run: flags.run, heapBytes }
  const readings: (readonly ContextItem[])[] = []
  for (const counter of counters) {
    const read = readSession(text, choice, { counter, hash })
    if (!read.ok) return read
    readings.push(read.value.transcript.items)
  }
  return ok({
    format,
    all: groupOf('all', readings, counters),
    roles: groupsBy(({ binding }) => binding?.role ?? 'none', readings, counters),
    partitions: groupsBy(({ kind }) => PARTITION_OF[kind], readings, counters),
  })
}

type Readings = readonly (readonly ContextItem[])[]

/** In the order in which the names are met. */
function groupsBy(
  nameOf: (item: ContextItem) => string,
  readings: Readings,
  counters: readonly TokenCounterPort[],
): readonly TokenGroup[] {
  const names = new Set((readings[0] ?? []).map(nameOf))
  return [...names].map((name) =>
    groupOf(
      name,
      readings.map((items) => items.filter((item) => nameOf(item) === name)),
      counters,
    ),
  )
}

function groupOf(name: string, readings: Readings, counters: readonly TokenCounterPort[]): TokenGroup {
  const tokens = readings.map((items, index) => figuresOf(items, counters[index]))
  return { name, items: readings[0]?.length ?? 0, tokens }
}

/** The counter's bound for all of them together; their sum where it gives none. */
function figuresOf(items: readonly ContextItem[], counter: TokenCounterPort | undefined): TokenFigures {
  let [expectedSum, safeSum, safeMax] = [0, 0, 0]
  for (const { tokens } of items) {
    expectedSum += tokens.expected
    safeSum += tokens.safe
    safeMax = Math.max(safeMax, tokens.safe)
  }
  const joint = counter?.jointSafe({ expectedSum, safeSum, safeMax, items: items.length })
  return { expected: expectedSum, safe: joint?.ok === true ? joint.value : safeSum }
}
