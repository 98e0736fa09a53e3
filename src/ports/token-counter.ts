/**
 * How does the kernel learn the tokens of a text? Interface only; never which tokenizer stands behind it.
 */
import type { TokenEstimate, TokenSums } from '../base/tokens/estimate.js'
import type { MediaShape } from '../base/tokens/media.js'
import type { PortResult } from './port-result.js'

export type { MediaShape, TokenEstimate, TokenSums }

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
 * @law `countMedia`, where there is one, answers the same for equal shapes, with 1 <= expected <= safe <= 16,777,216,
 *      whatever the measures; its counts go into the same sums
 * @since 0.1.0
 */
export interface TokenCounterPort {
  /** `id` names vocabulary or weights, and version; it stands in every plan counted with it. */
  readonly manifest: { readonly id: string }
  /** The tokens of one text. */
  count(text: string): PortResult<TokenEstimate>
  /**
   * The tokens of an image, a sound or a file, of which the measures are given and never the data. Without this method
   * the published formulas of three providers are used (`estimateMedia`); a counter for one model knows better.
   */
  countMedia?(shape: MediaShape): PortResult<TokenEstimate>
  /** A bound for the texts and media behind the sums, taken together; being a sum it may be above 16,777,216. */
  jointSafe(sums: TokenSums): PortResult<number>
}
