/**
 * The ports a host implements: interface types only.
 *
 * @packageDocumentation
 */
export type { CancelSignal } from './cancel-signal.js'
export type { ClockPort } from './clock.js'
export type { HashPort } from './hash.js'
export type { IdsPort } from './ids.js'
export type { PortError, PortResult } from './port-result.js'
export type { MediaShape, TokenCounterPort, TokenEstimate, TokenSums } from './token-counter.js'
