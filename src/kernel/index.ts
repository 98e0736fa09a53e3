/**
 * The kernel's operations for callers that live in fp-ts: `Either` in place of `Result`, and the time as a field.
 *
 * @packageDocumentation
 */
export { decode } from '../contract/decode.js'
export { planContext } from './plan-context.js'
export { sealItems } from './seal-items.js'
export { prepareEnvironment, type Environment, type KernelPorts } from './environment.js'
export { requirePorts } from './environment.js'
export { readNow } from './steps/read-now.js'
