/**
 * Which ports does a browser bring? Hash, clock and ids; hash loads `@noble/hashes` when it is asked for.
 *
 * @packageDocumentation
 */
export { webClock } from './clock.js'
export type { WebClockOptions } from './clock.js'
export { webHash } from './hash.js'
export type { WebHashLibrary, WebHashOptions } from './hash.js'
export { webIds } from './ids.js'
export type { WebIdsOptions, WebRandomSource } from './ids.js'
