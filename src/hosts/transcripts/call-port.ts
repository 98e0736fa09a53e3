/**
 * What did a synchronous port answer? Turns a refusal, a throw or a reply of the wrong shape into `PortFailed`; it
 * never asks twice.
 */
import { refuse, type PortFailed } from '../../contract/kernel-error.js'
import { portCodeOf } from '../../contract/port-code.js'
import { failed, ok, type Result } from '../../contract/result.js'
import type { PortResult } from '../../ports/port-result.js'

/** A method of a port, made once: how it is asked, and how an answer to that question is recognised. */
export interface PortMethod<Port, Question, Answer> {
  readonly port: string
  readonly method: string
  readonly ask: (port: Port, question: Question) => PortResult<Answer>
  readonly accepts: (answer: Answer, question: Question) => boolean
}

export function callPort<Port, Question, Answer>(
  method: PortMethod<Port, Question, Answer>,
  port: Port,
  question: Question,
): Result<Answer, PortFailed> {
  try {
    const reply = method.ask(port, question)
    if (reply.ok === true) {
      return method.accepts(reply.value, question) ? ok(reply.value) : portFailed(method, 'malformed-reply')
    }
    return portFailed(method, portCodeOf(reply.error))
  } catch {
    return portFailed(method, 'threw')
  }
}

function portFailed(
  { port, method }: { readonly port: string; readonly method: string },
  reason: string,
): Result<never, PortFailed> {
  const message = `port \`${port}\` could not answer \`${method}\`: ${reason}; mend the port and call again`
  return failed(refuse('PortFailed', { port, method, reason, message }))
}
