/**
 * How many tokens has a text under a published vocabulary? Counts with `gpt-tokenizer`, an optional peer; it never
 * takes a mark inside a text for a command, and never as long as the square of a word.
 */
import { TOKEN_COUNT_MAX, type TokenEstimate } from '../../base/tokens/estimate.js'
import type { TokenCounterPort } from '../../ports/token-counter.js'
import { countLongPiece, WHOLE_PIECE_UNITS_MAX } from './long-piece.js'
import { EXACT_ENCODINGS, loadVocabulary, type ExactEncoding, type Vocabulary } from './vocabulary.js'

/** Which encoding, and where it comes from. @since 0.1.0 */
export interface ExactCounterOptions {
  /** `o200k_base`: GPT-4o and later; `cl100k_base`: GPT-4, GPT-3.5. Other vendors: see `docs/guide/count-tokens.md`. */
  readonly encoding: ExactEncoding
  /** For hosts that bundle the vocabulary themselves. Default: `gpt-tokenizer`, loaded on demand. */
  readonly load?: (encoding: ExactEncoding) => Promise<Vocabulary>
}

/**
 * Loads a vocabulary and answers a TokenCounter that is synchronous from then on.
 *
 * `expected` is the encoding's own count, and `safe` the same, for every text whose longest word, run of signs or run
 * of spaces has at most 512 code units, and nearly always beyond. A longer run is counted in windows; where they could
 * not be shown to join, `expected` is their sum and `safe` counts that run by its UTF-8 bytes, which no token undercuts.
 * Marks such as `<|endoftext|>` are text, a lone surrogate is the three bytes of U+FFFD, nothing is refused.
 *
 * @returns A counter with the id `<encoding>/exact-v1`; of several texts the bound is the sum. Up to 2,048 pieces of
 *          what it counted stay in its memory.
 * @throws  An error that names `npm install gpt-tokenizer` where the peer is absent; another for an unknown encoding.
 * @law     expected <= safe <= UTF-8 bytes of the text
 * @req     REQ-PORT-291
 * @example const counter = await exactCounter({ encoding: 'o200k_base' })
 * @since   0.1.0
 */
export async function exactCounter({
  encoding,
  load = loadVocabulary,
}: ExactCounterOptions): Promise<TokenCounterPort> {
  const vocabulary = await loaded(encoding, load)
  return {
    manifest: { id: `${encoding}/exact-v1` },
    count: (text) => ({ ok: true, value: countText(text, vocabulary) }),
    jointSafe: ({ safeSum }) => ({ ok: true, value: safeSum }),
  }
}

async function loaded(
  encoding: ExactEncoding,
  load: (encoding: ExactEncoding) => Promise<Vocabulary>,
): Promise<Vocabulary> {
  if (!EXACT_ENCODINGS.includes(encoding)) {
    throw new Error(`exactCounter knows the encodings ${EXACT_ENCODINGS.join(', ')}`)
  }
  try {
    return await load(encoding)
  } catch (cause) {
    const message = 'exactCounter needs the optional peer gpt-tokenizer; run `npm install gpt-tokenizer`'
    throw new Error(message, { cause })
  }
}

function countText(text: string, vocabulary: Vocabulary): TokenEstimate {
  if (!mayHoldLongPiece(text)) return saturated(vocabulary.count(text), 0)
  let expected = 0
  let unsure = 0
  for (const [piece] of text.matchAll(vocabulary.pieces)) {
    if (piece.length <= WHOLE_PIECE_UNITS_MAX) {
      expected += vocabulary.count(piece)
      continue
    }
    const { tokens, isExact } = countLongPiece(piece, vocabulary)
    expected += tokens
    if (!isExact) unsure += utf8Bytes(piece) - tokens
  }
  return saturated(expected, unsure)
}

function saturated(expected: number, unsure: number): TokenEstimate {
  return { expected: Math.min(expected, TOKEN_COUNT_MAX), safe: Math.min(expected + unsure, TOKEN_COUNT_MAX) }
}

/**
 * False only where no piece is long. Both encodings end a piece before or after a digit, and between a letter and a
 * space, comma or full stop; ordinary text has one of these every few characters, so no expression has to look.
 */
function mayHoldLongPiece(text: string): boolean {
  if (text.length <= WHOLE_PIECE_UNITS_MAX) return false
  let breakAt = 0
  let afterLetter = false
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (isDigit(code) || (afterLetter && endsWord(code))) breakAt = index
    // Three digits may still join what follows a break into a piece, and one sign what stands before it.
    if (index - breakAt >= WHOLE_PIECE_UNITS_MAX - 4) return true
    afterLetter = isLetter(code)
  }
  return false
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Latin letters of ASCII, and Han. */
function isLetter(code: number): boolean {
  const lower = code | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (code >= 0x4e00 && code <= 0x9fa5)
}

/** Space, line feed, comma, full stop, and their Chinese forms. */
function endsWord(code: number): boolean {
  return (
    code === 0x20 || code === 0x0a || code === 0x2c || code === 0x2e || code === 0x3002 || code === 0xff0c
  )
}

function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length
}
