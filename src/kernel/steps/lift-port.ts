/**
 * How is a port called? Here, and for ports that are asked for every item in `port-session`: an error value, a throw, or a reply that does not decode becomes a typed
 * refusal; nothing a port says in an exception reaches a message.
 */
import { E, type Either } from '../../base/fp.js'
import { refuse, type PortFailed } from '../../contract/kernel-error.js'
import { portCodeOf } from '../../contract/port-code.js'
import type { PortResult } from '../../ports/port-result.js'

/** Which port and method is called, for the refusal. */
export interface PortCall {
  readonly port: string
  readonly method: string
}

/**
 * Calls a synchronous port.
 *
 * @param accepts Whether a reply is what the port promises; anything else is `malformed-reply`.
 * @req REQ-PORT-224
 */
export function liftSync<A>(
  call: PortCall,
  invoke: () => PortResult<A>,
  accepts: (value: unknown) => value is A,
): Either<PortFailed, A> {
  try {
    const reply: unknown = invoke()
    const problem = problemOf(reply, accepts)
    return problem === null ? E.right(valueOf<A>(reply)) : E.left(portFailed(call, problem))
  } catch {
    return E.left(portFailed(call, 'threw'))
  }
}

/** Why a reply is no answer, or null; may throw where reading the reply throws. */
export function problemOf(reply: unknown, accepts: (value: unknown) => boolean): string | null {
  const answer = answerOf(reply)
  if (answer === null) return 'malformed-reply'
  if (!answer.ok) return portCodeOf(answer.error)
  return accepts(answer.value) ? null : 'malformed-reply'
}

/** The value of a reply that has no problem. */
export function valueOf<A>(reply: unknown): A {
  return (reply as { readonly value: A }).value
}

/** A refusal that a port is the cause of. */
export function portFailed({ port, method }: PortCall, reason: string): PortFailed {
  return refuse('PortFailed', {
    port,
    method,
    reason,
    message: `port \`${port}\` could not answer \`${method}\`: ${reason}; mend the port and call again`,
  })
}

interface Answer {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: unknown
}

function answerOf(reply: unknown): Answer | null {
  if (typeof reply !== 'object' || reply === null) return null
  const answer = reply as { ok?: unknown; value?: unknown; error?: unknown }
  return typeof answer.ok === 'boolean' ? (answer as Answer) : null
}
