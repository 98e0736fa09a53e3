/**
 * When is a request planned? The facade reads the clock once; a request that brings a time of its own is refused,
 * so that a caller cannot revive what has expired.
 */
import { E, pipe, type Either } from '../base/fp.js'
import { documentRefused } from '../contract/decode.js'
import type { KernelError } from '../contract/kernel-error.js'
import { PlanRequest, StampedPlanRequest } from '../contract/plan-request.js'
import { readNow, requirePorts, type Environment } from '../kernel/index.js'

/** The request with `now` from the clock; whatever else is wrong with it is for the kernel to say. */
export function stampRequest(environment: Environment, request: unknown): Either<KernelError, unknown> {
  return pipe(
    requirePorts(environment, 'planContext', ['hash', 'clock', 'tokenCounter']),
    E.flatMap(({ clock }) => readNow(clock)),
    E.flatMap((now) => withNow(request, now)),
  )
}

/** The refusal in the words of the document the host wrote, which has no time. */
export function unstampedRefusal(error: KernelError): KernelError {
  if (error._tag !== 'DocumentRefused' || error.document !== StampedPlanRequest.name) return error
  const issues = error.issues.map((issue) =>
    issue.expected === StampedPlanRequest.name ? { ...issue, expected: PlanRequest.name } : issue,
  )
  return documentRefused(PlanRequest.name, issues)
}

function withNow(request: unknown, now: string): Either<KernelError, unknown> {
  if (typeof request !== 'object' || request === null) return E.right(request)
  try {
    const descriptors = Object.getOwnPropertyDescriptors(request)
    if ('now' in descriptors) {
      return E.left(documentRefused('PlanRequest', [{ pointer: '/now', expected: 'no time of its own' }]))
    }
    const stamp = { value: now, enumerable: true, writable: true, configurable: true }
    const prototype: unknown = Object.getPrototypeOf(request)
    return E.right(Object.create(prototype as object | null, { ...descriptors, now: stamp }))
  } catch {
    return E.left(documentRefused('PlanRequest', [{ pointer: '', expected: 'readable-data' }]))
  }
}
