/**
 * What does a vendor's message say, in words every vendor shares? Readers make turns, writers render them; the raw
 * message stays beside its turn, so that a session written back keeps every field nobody knows.
 */
import type { Role } from '../../contract/context-item.js'

/** The formats a session is read from. @since 0.1.0 */
export const TRANSCRIPT_FORMATS = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'ai-sdk',
  'pi',
  'claude-code',
  'codex',
  'openhands',
  'framework-trace',
] as const
/** One of {@link TRANSCRIPT_FORMATS}. @since 0.1.0 */
export type TranscriptFormat = (typeof TRANSCRIPT_FORMATS)[number]

/** Whether a word names a format a session is read from; hosts in plain JavaScript may give anything. */
export function isTranscriptFormat(word: unknown): word is TranscriptFormat {
  return (TRANSCRIPT_FORMATS as readonly unknown[]).includes(word)
}

/** The formats a plan is written to. @since 0.1.0 */
export const MESSAGE_FORMATS = ['openai-chat', 'openai-responses', 'anthropic-messages', 'ai-sdk'] as const
/** One of {@link MESSAGE_FORMATS}. @since 0.1.0 */
export type MessageFormat = (typeof MESSAGE_FORMATS)[number]

/** Whether a word names a format a plan is written to. */
export function isMessageFormat(word: unknown): word is MessageFormat {
  return (MESSAGE_FORMATS as readonly unknown[]).includes(word)
}

/** What was said, as it stands; may be empty. @since 0.1.0 */
export interface TextPart {
  readonly _tag: 'Text'
  readonly text: string
}

/**
 * Reasoning a provider couples with the calls that follow it; goes back only with its signature.
 *
 * @since 0.1.0
 */
export interface ThinkingPart {
  readonly _tag: 'Thinking'
  readonly text: string
  readonly signature?: string
  /** Reasoning the provider hides: opaque data that goes back as it came. */
  readonly redacted?: string
  /** Reasoning that only OpenAI can open; goes back to nobody else. */
  readonly encrypted?: string
}

/** A tool call a message makes. @since 0.1.0 */
export interface CallPart {
  readonly _tag: 'Call'
  readonly callId: string
  readonly name: string
  /** The arguments as JSON text, exactly as given where the format gives text. */
  readonly argumentsJson: string
}

/** An image, a sound or a file; costs what its measures say, never the length of its encoding. @since 0.1.0 */
export interface MediaPart {
  readonly _tag: 'Media'
  readonly media: 'image' | 'audio' | 'file'
  readonly mimeType?: string
  /** The part in its own format. */
  readonly raw: unknown
}

/** What a tool answered. @since 0.1.0 */
export interface ResultPart {
  readonly _tag: 'Result'
  readonly callId: string
  /** The tool that was called, where the format says so. */
  readonly name?: string
  readonly content: readonly (TextPart | MediaPart)[]
  readonly isError: boolean
}

/** A part of a message, in the order of the message. @since 0.1.0 */
export type TurnPart = TextPart | ThinkingPart | CallPart | MediaPart | ResultPart

/**
 * Where a turn stands in the raw session: message `message`, parts `from` (included) to `to` (excluded).
 *
 * @since 0.1.0
 */
export interface RawPlace {
  readonly message: number
  readonly from: number
  readonly to: number
}

/** One item of a session, in shared words. @since 0.1.0 */
export interface Turn {
  readonly itemId: string
  readonly role: Role
  readonly parts: readonly TurnPart[]
  readonly place: RawPlace
}

/** What a reader keeps so that nothing is lost. @since 0.1.0 */
export interface Originals {
  readonly format: TranscriptFormat
  /** Raw messages in order; entries of a log that are no messages are kept too, at their place. */
  readonly entries: readonly unknown[]
  /** Turns by item id. */
  readonly turns: ReadonlyMap<string, Turn>
  /** What surrounds the messages in the file (system text, tools, unknown fields), as it came. */
  readonly envelope: unknown
}
