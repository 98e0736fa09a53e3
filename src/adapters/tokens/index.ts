/**
 * Which token counters does the package bring?
 *
 * @packageDocumentation
 */
export { calibratedCounter } from './calibrated-counter.js'
export { featureCounter } from './feature-counter.js'
export { estimateMedia } from '../../base/tokens/media.js'
