/**
 * What does a reader need, and what does it answer? Types, the words in them and the place of system text; how a format
 * is read stands in its own file.
 */
import type { ContextItem } from '../../contract/context-item.js'
import type { Scope, Sensitivity, Trust } from '../../contract/labels.js'
import type { Plain } from '../../contract/type-of.js'
import type { HashPort } from '../../ports/hash.js'
import type { TokenCounterPort } from '../../ports/token-counter.js'
import type { Originals, TranscriptFormat } from './turn.js'

/**
 * What a host says about the session it hands over.
 *
 * @since 0.1.0
 */
export interface ReadOptions {
  /** Whose data the session is. */
  readonly scope: Plain<Scope>
  readonly counter: TokenCounterPort
  /** Names contents that are too large to be carried; not asked otherwise. */
  readonly hash: HashPort
  /** No item gets more trust than this. */
  readonly trustCeiling: Trust
  /** The name of the source store, such as `session`; 1 to 160 code points. */
  readonly store: string
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`, used where the format gives no time. */
  readonly observedAt: string
  /** Default `internal`. */
  readonly sensitivity?: Sensitivity
}

/**
 * Why a line gave no item, or what a person should know of it. `sidechain`, `other-branch` and `unknown-part` lose
 * nothing: the first two are other conversations kept in the originals, the third is read as its JSON text.
 *
 * @since 0.1.0
 */
export const LINE_PROBLEMS = [
  'unparsable-line',
  'too-deep',
  'not-an-entry',
  'malformed-message',
  'unknown-role',
  'ill-formed-text',
  'too-many-parts',
  'sidechain',
  'other-branch',
  'unknown-part',
] as const
/** One of {@link LINE_PROBLEMS}. @since 0.1.0 */
export type ProblemWord = (typeof LINE_PROBLEMS)[number]

/** A line that was not read as a message of the conversation. @since 0.1.0 */
export interface LineProblem {
  /** From 1: the line of a log, or the message of a document. */
  readonly line: number
  readonly problem: ProblemWord
}

/**
 * One session of a file, parsed and not yet understood.
 *
 * @since 0.1.0
 */
export interface SessionSource {
  readonly format: TranscriptFormat
  /** The messages of a document, or the entries of a log, in order. */
  readonly entries: readonly unknown[]
  /** Of each entry, its line in the log or its number in the document, from 1, rising. */
  readonly lines: readonly number[]
  /**
   * Of a document: what stands around the messages, with the messages themselves taken out (`null` for a bare list).
   * Of a log: {@link LogEnvelope}.
   */
  readonly envelope: unknown
  /** Lines that could not be parsed. */
  readonly problems: readonly LineProblem[]
}

/** The lines of a log as they came, one for each entry. @since 0.1.0 */
export interface LogEnvelope {
  /** As they stood in the file, without their line ends. */
  readonly rawLines: readonly string[]
}

/**
 * A session as items, with everything needed to write it back.
 *
 * `originals.turns` has a turn for every item but summaries, which are no message of the conversation and are
 * rendered as a supplement. A turn's `place.message` is an index into `originals.entries`, or
 * {@link SYSTEM_PLACE} for the system text of an envelope.
 *
 * @since 0.1.0
 */
export interface Transcript {
  readonly format: TranscriptFormat
  readonly items: readonly ContextItem[]
  readonly originals: Originals
  readonly problems: readonly LineProblem[]
}

/**
 * The message number of a turn that stands in the envelope (`system`, or OpenAI's `instructions`) and not among the entries.
 *
 * @since 0.1.0
 */
export const SYSTEM_PLACE = -1
