/**
 * Who is asking? Made by the host from an authenticated session, never decoded from a request.
 */
import { field, sealed } from './sealed.js'
import { list } from './primitives.js'
import { Scope, SinkProfile, Trust } from './labels.js'
import { Identifier, Name } from './scalars.js'
import type { Plain, TypeOf } from './type-of.js'

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
export type Caller = TypeOf<typeof Caller>
/** A caller as a host writes it. */
export type CallerInput = Plain<Caller>
