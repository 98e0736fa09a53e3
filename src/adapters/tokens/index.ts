/**
 * Which token counters does the package bring?
 */
export { featureCounter } from './feature-counter.js'
