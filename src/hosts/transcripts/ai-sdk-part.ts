/**
 * What is one part of a message of the AI SDK, in shared words and in the words a model is sent? Types, and the names of
 * a message's pieces; how each kind of part is read stands in files of its own.
 */
import type { Role } from '../../contract/context-item.js'
import type { JsonRecord } from './json-record.js'
import { textPart } from './parts-of-content.js'
import type { TurnPart } from './turn.js'

/**
 * What a part is for a conversation.
 *
 * - `said`: a text, reasoning, media, a call of the host's tools or its result.
 * - `hosted`: a call that the provider itself ran, or its result; read as the text of its JSON.
 * - `approval`: a question whether a tool may run, or the answer; the model is not told.
 * - `interface`: a source, or data of the application, that only an interface shows.
 * - `step`: the mark of a new step.
 */
export type AiSdkPartKind = 'said' | 'hosted' | 'approval' | 'interface' | 'step'

export interface AiSdkPart {
  readonly kind: AiSdkPartKind
  /** An empty text where the model is told nothing. */
  readonly part: TurnPart
  /** The part as a ModelMessage has it, not judged yet; null where it has none. */
  readonly block: JsonRecord | null
  /** Whether its type was not known, so that it was read as the text of its JSON. */
  readonly isUnknown?: boolean
}

/** One turn of an entry: a message a model is sent, or one result of a message. */
export interface AiSdkPiece {
  readonly role: Role
  readonly parts: readonly AiSdkPart[]
  /** The raw parts it was read from. A call and its result may stand in one raw part, and have different roles. */
  readonly from: number
  readonly to: number
}

/** The pieces of an entry in order; null where it has not the shape of a message. */
export type AiSdkReading = readonly AiSdkPiece[] | 'unknown-role' | null

/** A raw part as what it says; null where its shape is wrong. */
export type ReadAiSdkPart = (raw: JsonRecord) => readonly AiSdkPart[] | null

export function said(part: TurnPart, block: JsonRecord): AiSdkPart {
  return { kind: 'said', part, block }
}

/** A part that says nothing to a model. */
export function silent(kind: AiSdkPartKind, block: JsonRecord | null): AiSdkPart {
  return { kind, part: textPart(''), block }
}

/** The name of a piece among the pieces of its entry. */
export function pieceName(role: Role, from: number, to: number): string {
  return `${role} ${String(from)} ${String(to)}`
}
