/**
 * Where did a content come from, and where does it lie?
 */
import { field, sealed } from './sealed.js'
import { flag, integer, list, text } from './primitives.js'
import { Digest, ExternalId, Instant, Name } from './scalars.js'
import type { TypeOf } from './type-of.js'

const SEQUENCE_MAX = 9_007_199_254_740_991
/** A position or a revision: a whole number from 0 to 9,007,199,254,740,991, rising. @since 0.1.0 */
export const Sequence = integer('Sequence', 0, SEQUENCE_MAX)

/**
 * The entry of a store something was read from. `sequence` gives the place in the conversation: required for
 * conversation kinds, and no two of them in one request share it.
 *
 * @since 0.1.0
 */
export const SourceRef = sealed({
  name: 'SourceRef',
  description: 'The entry of a store that a content was read from.',
  required: {
    store: field(Name, 'The store, by the name the host gave it.'),
    id: field(ExternalId, 'The entry in that store; compared, never parsed.'),
  },
  optional: {
    revision: field(Sequence, 'The revision of the entry.'),
    sequence: field(
      Sequence,
      'The position in the conversation; required and unique for conversation kinds.',
    ),
    digest: field(Digest, 'The digest of the entry as it was read.'),
    uri: field(text('Uri', { max: 2048 }), 'An address a person can follow.'),
  },
})
/** The entry of a store something was read from. @since 0.1.0 */
export type SourceRef = TypeOf<typeof SourceRef>

/**
 * Who or what made a content, when it was observed, and the digests of what it was derived from. It describes; trust
 * comes from the labels and the caller alone.
 *
 * @since 0.1.0
 */
export const Provenance = sealed({
  name: 'Provenance',
  description: 'Who or what made a content, when it was observed, and what it was derived from.',
  required: {
    origin: field(Name, 'What made the content: a reader, a tool, a summariser.'),
    observedAt: field(Instant, 'When the content was observed, in UTC.'),
  },
  optional: {
    actor: field(Name, 'The person, agent or tool that spoke.'),
    parents: field(list('Parents', Digest, { min: 0, max: 4096 }), 'Digests of what it was derived from.'),
    degraded: field(flag('Degraded'), 'Whether an optional step failed while it was made.'),
  },
})
/** Who or what made a content, and when it was observed. @since 0.1.0 */
export type Provenance = TypeOf<typeof Provenance>

const BYTES_MAX = 1_099_511_627_776

/**
 * A content kept elsewhere, up to 1 TiB. Its `summary` is what the model is shown and what the tokens are counted on.
 *
 * @since 0.1.0
 */
export const ContentRef = sealed({
  name: 'ContentRef',
  description: 'A content kept elsewhere, with what is shown in its place.',
  required: {
    store: field(Name, 'The content store.'),
    objectId: field(ExternalId, 'The object in that store; compared, never parsed.'),
    digest: field(Digest, 'The digest of the content.'),
    byteLength: field(integer('ByteLength', 0, BYTES_MAX), 'The size of the content in bytes of UTF-8.'),
    summary: field(text('RefSummary', { max: 65_536 }), 'What is shown in place of the content.'),
    recoverable: field(flag('Recoverable'), 'Whether the store can still give the content back.'),
  },
  optional: {
    mimeType: field(text('MimeType', { min: 1, max: 255 }), 'The media type of the content.'),
    accessPolicy: field(Name, 'The policy under which the content may be fetched.'),
  },
})
/** A content kept elsewhere, with what is shown in its place. @since 0.1.0 */
export type ContentRef = TypeOf<typeof ContentRef>
