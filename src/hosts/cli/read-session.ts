/**
 * Which session is to be planned? Finds the format and the run, and reads the items; or says what to name.
 */
import { basename } from 'node:path'
import { failed, ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import { ExternalId } from '../../contract/scalars.js'
import type { Instant } from '../../contract/scalars.js'
import type { Scope } from '../../contract/labels.js'
import type { HashPort } from '../../ports/hash.js'
import type { TokenCounterPort } from '../../ports/token-counter.js'
import { detectFormat, readTranscript, splitSessions } from '../transcripts/index.js'
import type { SessionSource, Transcript } from '../transcripts/index.js'
import { TRANSCRIPT_FORMATS } from '../transcripts/turn.js'
import type { TranscriptFormat } from '../transcripts/turn.js'
import { refuseWith } from './cli-refusal.js'
import type { CliRefusal } from './cli-refusal.js'
import { checkMessageCount } from './memory-need.js'
import { grouped } from './printable.js'
import { problemLines } from './problem-lines.js'
import { refuseAs } from './refusal-lines.js'

const SEGMENT_MAX = 256

/**
 * Stands where a format gives no time. Always the same: a message must have the same digest in the next plan, or no
 * plan could continue the one before it.
 */
export const NO_TIME = '1970-01-01T00:00:00.000Z' as Instant

export interface SessionPorts {
  readonly counter: TokenCounterPort
  readonly hash: HashPort
}

export interface SessionChoice {
  /** The path as typed; `-` for standard input. */
  readonly path: string
  readonly format: TranscriptFormat | 'auto'
  readonly run: number | null
  /** The most memory, in bytes, that this process may use for values. */
  readonly heapBytes: number
}

export interface ReadSession {
  readonly transcript: Transcript
  readonly scope: Scope
}

/** The items of the chosen session. */
export function readSession(
  text: string,
  choice: SessionChoice,
  ports: SessionPorts,
): Result<ReadSession, CliRefusal> {
  const sources = readSources(text, choice.format)
  if (!sources.ok) return sources
  const source = chooseRun(sources.value, choice.run)
  return source.ok ? readFilledSource(source.value, { text, choice }, ports) : source
}

/** The runs of a file, in its order. */
export function readSources(
  text: string,
  asked: SessionChoice['format'],
): Result<readonly SessionSource[], CliRefusal> {
  const format = asked === 'auto' ? detectFormat(text) : asked
  if (format === null) return noKnownFormat(text)
  const sources = splitSessions(text, format)
  if (!sources.ok) return refuseAs(sources.error, ...formatHints(text, asked))
  return sources.value.length === 0 ? refuseWith('the file holds no session') : sources
}

/** The items of one run, at least one. */
export function readFilledSource(
  source: SessionSource,
  { text, choice }: { readonly text: string; readonly choice: SessionChoice },
  ports: SessionPorts,
): Result<ReadSession, CliRefusal> {
  const hints = formatHints(text, choice.format)
  const read = readSource(source, choice, ports)
  if (!read.ok) return failed({ ...read.error, lines: [...read.error.lines, ...hints] })
  if (read.value.transcript.items.length > 0) return read
  if (source.entries.length === 0) return refuseWith(NO_MESSAGES)
  const problems = problemLines(read.value.transcript)
  return refuseWith('the session holds no message that could be planned', ...problems, ...hints)
}

/** The items of one run; there may be none. */
export function readSource(
  source: SessionSource,
  choice: Omit<SessionChoice, 'format'>,
  ports: SessionPorts,
): Result<ReadSession, CliRefusal> {
  const size = checkMessageCount(source.entries.length, choice.heapBytes)
  if (!size.ok) return size
  const scope = sessionScope(source, choice)
  const transcript = readTranscript(source, {
    ...ports,
    scope,
    trustCeiling: 'host',
    store: 'session',
    observedAt: NO_TIME,
  })
  return transcript.ok ? ok({ transcript: transcript.value, scope }) : refuseAs(transcript.error)
}

const NO_MESSAGES = 'the session holds no messages'

/** An empty list is a session in any format; everything else that is not recognised is named as such. */
function noKnownFormat(text: string): Result<never, CliRefusal> {
  const sources = splitSessions(text, 'openai-chat')
  const isEmpty = sources.ok && sources.value.every(({ entries }) => entries.length === 0)
  if (isEmpty) return refuseWith(NO_MESSAGES)
  const names = TRANSCRIPT_FORMATS.join(', ')
  return refuseWith(
    'the session is in no format cmk knows',
    `name the format with --format if it is one of ${names}`,
  )
}

/** Of a file that was read as what its format is not. */
function formatHints(text: string, format: SessionChoice['format']): readonly string[] {
  if (format === 'auto') return []
  const found = detectFormat(text)
  if (found === null) return ['the file is in no format cmk knows; look at it there']
  return found === format
    ? []
    : [`the file looks like ${found}: give --format ${found}, or leave --format out`]
}

/** Refused where a file of many runs is read and none is chosen. */
export function chooseRun(
  sources: readonly SessionSource[],
  run: number | null,
): Result<SessionSource, CliRefusal> {
  if (run === null && sources.length > 1) {
    return refuseWith(
      `the file holds ${grouped(sources.length)} runs`,
      `choose one with --run 1 to --run ${sources.length}`,
    )
  }
  const source = sources[(run ?? 1) - 1]
  if (source !== undefined) return ok(source)
  const runs = sources.length === 1 ? 'one run' : `${grouped(sources.length)} runs`
  return refuseWith(`--run ${run} does not exist: the file holds ${runs}`)
}

/** By the id the session gives itself, else by the name of its file. */
function sessionScope(source: SessionSource, choice: Pick<SessionChoice, 'path' | 'run'>): Scope {
  const name = choice.path === '-' ? 'standard-input' : basename(choice.path)
  const run = choice.run === null ? [] : [String(choice.run)]
  const id = ownSessionId(source)
  return { kind: 'session', id: id === null ? [name, ...run] : [id] } as Scope
}

/** A Pi log says it in its first entry, a Codex log in the notes of it, a Claude Code log in each. */
function ownSessionId(source: SessionSource): string | null {
  for (const entry of source.entries) {
    if (typeof entry !== 'object' || entry === null) continue
    const { type, id, sessionId, payload } = entry as Record<string, unknown>
    if (isSegment(sessionId)) return sessionId
    if (type === 'session' && isSegment(id)) return id
    const own = type === 'session_meta' ? (payload as { id?: unknown } | null | undefined)?.id : null
    if (isSegment(own)) return own
  }
  return null
}

function isSegment(value: unknown): value is string {
  return ExternalId.is(value) && value !== '' && value.length <= SEGMENT_MAX
}
