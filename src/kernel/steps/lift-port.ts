/**
 * How is a port called? Only here: an error value, a throw, or a reply that does not decode becomes a typed
 * refusal; nothing a port says in an exception reaches a message.
 */
import { E, type Either } from '../../base/fp.js'
import { refuse, type PortFailed } from '../../contract/kernel-error.js'
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
  let failure: PortFailed | undefined
  const value = takeReply<A | undefined>({ invoke, accepts, standIn: undefined }, (reason) => {
    failure = portFailed(call, reason)
  })
  return failure === undefined ? E.right(value as A) : E.left(failure)
}

/** A call of a synchronous port, and what goes on in place of its reply where it fails. */
interface Taking<A> {
  readonly invoke: () => PortResult<A>
  readonly accepts: (value: unknown) => boolean
  readonly standIn: A
}

/** The value of a reply; where there is none, `fail` hears why and the stand-in is answered. */
export function takeReply<A>({ invoke, accepts, standIn }: Taking<A>, fail: (reason: string) => void): A {
  try {
    const answer = answerOf(invoke())
    if (answer?.ok === true && accepts(answer.value)) return answer.value as A
    fail(answer?.ok === false ? codeOf(answer.error) : 'malformed-reply')
  } catch {
    fail('threw')
  }
  return standIn
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

/** A port's code is shown only where it has the form of a code; anything else might be data. */
function codeOf(error: unknown): string {
  const code: unknown =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' && PORT_CODE.test(code) ? code : 'malformed-reply'
}

const PORT_CODE = /^[A-Z][A-Z0-9_]{0,63}$/
