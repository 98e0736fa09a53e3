/**
 * Whose data is it, how far is it trusted, and where may it go?
 */
import { field, sealed } from './sealed.js'
import { list, oneOf, text } from './primitives.js'
import { Name } from './scalars.js'
import type { TypeOf } from './type-of.js'

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
export const ScopeKind = oneOf('ScopeKind', SCOPE_KINDS)

/** From the least to the most trusted; the order is the meaning. */
export const TRUST_LEVELS = ['untrusted', 'external', 'user', 'verified', 'host'] as const
export const Trust = oneOf('Trust', TRUST_LEVELS)
export type Trust = TypeOf<typeof Trust>

/** From the least to the most sensitive; the order is the meaning. */
export const SENSITIVITY_LEVELS = ['public', 'internal', 'personal', 'secret', 'restricted'] as const
export const Sensitivity = oneOf('Sensitivity', SENSITIVITY_LEVELS)
export type Sensitivity = TypeOf<typeof Sensitivity>

const ScopeSegment = text('ScopeSegment', { max: 256 })

/** Whose data this is. Equal only as a whole: never a joined text, never a prefix. */
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
export type Scope = TypeOf<typeof Scope>

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
export type Labels = TypeOf<typeof Labels>

export const SinkProfile = sealed({
  name: 'SinkProfile',
  description: 'A place content may be sent to, and how sensitive a content it may receive.',
  required: {
    sink: field(Name, 'The name that labels refer to.'),
    locality: field(oneOf('Locality', ['local', 'remote']), 'Whether the sink is on this machine.'),
    clearance: field(Sensitivity, 'The most sensitive content the sink may receive.'),
  },
})
export type SinkProfile = TypeOf<typeof SinkProfile>
