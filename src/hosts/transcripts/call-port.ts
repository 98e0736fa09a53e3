/**
 * What did a synchronous port answer? Turns a refusal, a throw or a reply of the wrong shape into `PortFailed`; it
 * never asks twice.
 */
import { refuse, type PortFailed } from '../../contract/kernel-error.js'
import { failed, ok, type Result } from '../../contract/result.js'
import type { PortResult } from '../../ports/port-result.js'

/** A method of a port, and how its answer is recognised. */
export interface PortCall<A> {
  readonly port: string
  readonly method: string
  readonly call: () => PortResult<A>
  readonly accepts: (value: A) => boolean
}

export function callPort<A>({ port, method, call, accepts }: PortCall<A>): Result<A, PortFailed> {
  const refused = (reason: string) =>
    failed(
      refuse('PortFailed', {
        port,
        method,
        reason,
        message: `port ${port} failed in ${method}; look at the port and call again`,
      }),
    )
  try {
    const reply = call()
    if (reply.ok === true) return accepts(reply.value) ? ok(reply.value) : refused('malformed-reply')
    return refused(typeof reply.error.code === 'string' ? reply.error.code : 'malformed-reply')
  } catch {
    return refused('threw')
  }
}
