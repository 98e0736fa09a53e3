/**
 * Which ports does Node bring? Hash, clock and ids over the platform alone.
 *
 * @packageDocumentation
 */
export { nodeClock } from './clock.js'
export type { NodeClockOptions } from './clock.js'
export { nodeHash } from './hash.js'
export type { NodeHashOptions } from './hash.js'
export { nodeIds } from './ids.js'
