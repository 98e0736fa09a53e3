/**
 * How does the kernel learn the tokens of a text? Interface only; never which tokenizer stands behind it.
 */
import type { TokenEstimate, TokenSums } from '../base/tokens/estimate.js'
import type { PortResult } from './port-result.js'

export type { TokenEstimate, TokenSums }

/**
 * Counts tokens, synchronously and without I/O. All numbers are whole tokens >= 0.
 *
 * Error codes are the implementation's own (a vocabulary that is missing, a text too long for it); the
 * built-in counter has none.
 *
 * @law `count` answers the same for the same text, as long as `manifest.id` is the same
 * @law expected <= safe <= 16,777,216; the empty text has 0 and 0, any other text at least 1 expected token
 * @law safeMax <= `jointSafe` <= safeSum: of one text it is its `safe`, of no text 0
 * @law `jointSafe` never falls when the counts of one more text are added to the sums
 * @law nothing is thrown, whatever the text: lone surrogates and marks such as `<|endoftext|>` are text
 * @since 0.1.0
 */
export interface TokenCounterPort {
  /** `id` names vocabulary or weights, and version; it stands in every plan counted with it. */
  readonly manifest: { readonly id: string }
  /** The tokens of one text. */
  count(text: string): PortResult<TokenEstimate>
  /** A bound for the texts behind the sums, taken together; being a sum it may be above 16,777,216. */
  jointSafe(sums: TokenSums): PortResult<number>
}
