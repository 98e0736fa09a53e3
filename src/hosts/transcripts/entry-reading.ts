/**
 * What does one entry of a session say? The answer every reader gives, and how it is made; no ids, no labels yet.
 */
import type { Role } from '../../contract/context-item.js'
import type { Trust } from '../../contract/labels.js'
import type { JsonRecord } from './json-record.js'
import type { ProblemWord } from './transcript.js'
import type { TurnPart } from './turn.js'

/** One item to be: a role, its parts, and which raw parts of the entry they are. */
export interface DraftTurn {
  readonly role: Role
  readonly parts: readonly TurnPart[]
  readonly from: number
  readonly to: number
  /** Only where it differs from what the role earns. */
  readonly trust?: Trust
}

/** Where and when an entry says it was made; raw values, not trusted to have any shape. */
export interface EntryFacts {
  readonly entryId?: unknown
  /** In order of preference. */
  readonly timestamps?: readonly unknown[]
  readonly actor?: unknown
  /** The provider's id of the message, where one message may stand on several lines. */
  readonly messageId?: unknown
  /** What of the entry a writer may put out as it came, beside the parts. */
  readonly carried?: unknown
  /** The name of the entries a provider takes all or none of; each is bound to the one before it. */
  readonly coupleId?: string | undefined
}

export type EntryReading =
  | ({
      readonly _tag: 'Turns'
      readonly drafts: readonly DraftTurn[]
      readonly unknownPart: boolean
    } & EntryFacts)
  | ({ readonly _tag: 'Summary'; readonly text: string } & EntryFacts)
  /** An entry of a log that is no message: kept, and no item. */
  | { readonly _tag: 'Silent' }
  | { readonly _tag: 'Problem'; readonly problem: ProblemWord }

/** Reads the entry at an index of the source. */
export type EntryReader = (entry: unknown, index: number) => EntryReading

export const SILENT: EntryReading = { _tag: 'Silent' }
export const MALFORMED: EntryReading = { _tag: 'Problem', problem: 'malformed-message' }

export function problemReading(problem: ProblemWord): EntryReading {
  return { _tag: 'Problem', problem }
}

/** The parts of a message; `null` stands for a message that does not have the shape of its format. */
export interface PartsReading {
  readonly parts: readonly TurnPart[]
  /** How many parts the raw content has; a content that is no list counts as one. */
  readonly rawParts: number
  /** Whether a part of an unknown type was read as its JSON text. */
  readonly unknownPart: boolean
}

/** One raw part as a part, `unknown` when its type is not known, `null` when its shape is wrong. */
export type ReadPart = (raw: JsonRecord) => TurnPart | 'unknown' | null
