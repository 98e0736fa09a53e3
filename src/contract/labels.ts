/**
 * Whose data is it, how far is it trusted, and where may it go?
 */
import { field, sealed } from './sealed.js'
import { list, oneOf, text } from './primitives.js'
import { Name } from './scalars.js'
import type { TypeOf } from './type-of.js'

/** The kinds of owner a scope can name; none contains another. @since 0.1.0 */
export const SCOPE_KINDS = [
  'turn',
  'session',
  'branch',
  'agent',
  'project',
  'user',
  'tenant',
  'global',
] as const
/** One word of {@link SCOPE_KINDS}. @since 0.1.0 */
export const ScopeKind = oneOf('ScopeKind', SCOPE_KINDS)

/** From the least to the most trusted; the order is the meaning. @since 0.1.0 */
export const TRUST_LEVELS = ['untrusted', 'external', 'user', 'verified', 'host'] as const
/** One word of {@link TRUST_LEVELS}. @since 0.1.0 */
export const Trust = oneOf('Trust', TRUST_LEVELS)
/** One word of {@link TRUST_LEVELS}. @since 0.1.0 */
export type Trust = TypeOf<typeof Trust>

/** From the least to the most sensitive; the order is the meaning. @since 0.1.0 */
export const SENSITIVITY_LEVELS = ['public', 'internal', 'personal', 'secret', 'restricted'] as const
/** One word of {@link SENSITIVITY_LEVELS}. @since 0.1.0 */
export const Sensitivity = oneOf('Sensitivity', SENSITIVITY_LEVELS)
/** One word of {@link SENSITIVITY_LEVELS}. @since 0.1.0 */
export type Sensitivity = TypeOf<typeof Sensitivity>

const ScopeSegment = text('ScopeSegment', { max: 256 })

/** Whose data this is. Equal only as a whole: never a joined text, never a prefix. @since 0.1.0 */
export const Scope = sealed({
  name: 'Scope',
  description: 'Whose data this is; equal only as a whole.',
  required: {
    kind: field(ScopeKind, 'What kind of owner the scope names.'),
    id: field(
      list('ScopeId', ScopeSegment, { min: 1, max: 8 }),
      'The segments that name the owner, in order.',
    ),
  },
})
/** Whose data something is: a kind, and 1 to 8 segments of 0 to 256 code points. @since 0.1.0 */
export type Scope = TypeOf<typeof Scope>

/**
 * Who owns something, how far it is believed, how sensitive it is, and which sinks may get it: 0 to 64 names, none for
 * nowhere, `*` for everywhere. Text of the content never loosens them.
 *
 * @since 0.1.0
 */
export const Labels = sealed({
  name: 'Labels',
  description: 'Whose data this is, how far it is trusted, how sensitive it is, and where it may go.',
  required: {
    scope: field(Scope, 'Whose data this is.'),
    trust: field(Trust, 'How far the content is trusted; never above what its writer may claim.'),
    sensitivity: field(Sensitivity, 'How sensitive the content is; `restricted` never leaves the machine.'),
    sinks: field(
      list('SinkNames', Name, { min: 0, max: 64 }),
      'The sinks that may receive it, by name; `*` admits every sink.',
    ),
  },
})
/** The labels of one thing. @since 0.1.0 */
export type Labels = TypeOf<typeof Labels>

/**
 * A place content is sent to. It gets what names it (or `*`) and is at most as sensitive as its clearance;
 * `restricted` content only where the sink is `local`.
 *
 * @since 0.1.0
 */
export const SinkProfile = sealed({
  name: 'SinkProfile',
  description: 'A place content may be sent to, and how sensitive a content it may receive.',
  required: {
    sink: field(Name, 'The name that labels refer to.'),
    locality: field(oneOf('Locality', ['local', 'remote']), 'Whether the sink is on this machine.'),
    clearance: field(Sensitivity, 'The most sensitive content the sink may receive.'),
  },
})
/** A place content is sent to. @since 0.1.0 */
export type SinkProfile = TypeOf<typeof SinkProfile>
