/**
 * Which reference ports are there? All deterministic, in memory, without a dependency.
 *
 * @packageDocumentation
 */
export { referenceCancel } from './cancel.js'
export type { ReferenceCancel } from './cancel.js'
export { referenceClock } from './clock.js'
export type { ReferenceClock, ReferenceClockOptions } from './clock.js'
export { referenceHash } from './hash.js'
export type { ReferenceHashOptions } from './hash.js'
export { referenceIds } from './ids.js'
export type { ReferenceIdsOptions } from './ids.js'
