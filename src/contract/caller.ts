/**
 * Who is asking? Made by the host from an authenticated session, never decoded from a request.
 */
import { field, sealed } from './sealed.js'
import { list } from './primitives.js'
import { Scope, SinkProfile, Trust } from './labels.js'
import { Identifier, Name } from './scalars.js'
import type { Plain, TypeOf } from './type-of.js'

/**
 * Who asks. The scopes and the sink decide what may be shown, the ceiling what may be believed. Build it from an
 * authenticated session; a caller read out of a request would choose its own rights.
 *
 * @since 0.1.0
 */
export const Caller = sealed({
  name: 'Caller',
  description: 'Who is asking, for whose data, under which trust, and where the answer goes.',
  required: {
    writer: field(Name, 'The authenticated writer.'),
    trustCeiling: field(Trust, 'The most trust this caller may give to anything it hands over.'),
    scopes: field(list('CallerScopes', Scope, { min: 0, max: 256 }), 'The scopes the caller may read.'),
    sink: field(SinkProfile, 'Where the answer goes.'),
  },
  optional: {
    authority: field(Identifier, 'The authority under which the caller may write or erase.'),
  },
})
/** A caller that was decoded; hosts write a {@link CallerInput}. @since 0.1.0 */
export type Caller = TypeOf<typeof Caller>
/** A caller as a host writes it: the same shape with plain texts. @since 0.1.0 */
export type CallerInput = Plain<Caller>
