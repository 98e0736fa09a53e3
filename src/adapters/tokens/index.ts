/**
 * Which token counters does the package bring?
 *
 * @packageDocumentation
 */
export { featureCounter } from './feature-counter.js'
