/**
 * Which token counters know a vocabulary? They need the optional peer `gpt-tokenizer`: `npm install gpt-tokenizer`.
 *
 * @packageDocumentation
 */
export { exactCounter, type ExactCounterOptions } from './exact-counter.js'
export { EXACT_ENCODINGS, type ExactEncoding, type Vocabulary } from './vocabulary.js'
