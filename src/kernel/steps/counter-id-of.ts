/**
 * Which counter makes the figures of a plan? The id of its manifest, which has to be an identifier.
 */
import type { Either } from '../../base/fp.js'
import type { PortFailed } from '../../contract/kernel-error.js'
import { Identifier } from '../../contract/scalars.js'
import type { TokenCounterPort } from '../../ports/token-counter.js'
import { liftSync } from './lift-port.js'

export function counterIdOf(counter: TokenCounterPort): Either<PortFailed, Identifier> {
  const call = { port: 'TokenCounter', method: 'manifest' }
  const isIdentifier = (value: unknown): value is Identifier => Identifier.is(value)
  return liftSync(call, () => ({ ok: true, value: counter.manifest.id as Identifier }), isIdentifier)
}
