/**
 * What does an exact counter take from its library? Pieces, tokens and their bytes, loaded when they are asked for and
 * not before.
 */

/** The encodings there are. @since 0.1.0 */
export const EXACT_ENCODINGS = ['o200k_base', 'cl100k_base'] as const
/** One of {@link EXACT_ENCODINGS}. @since 0.1.0 */
export type ExactEncoding = (typeof EXACT_ENCODINGS)[number]

/** A byte-pair vocabulary, as a counter uses it. @since 0.1.0 */
export interface Vocabulary {
  /** The expression that cuts a text into pieces no token reaches across; global. */
  readonly pieces: RegExp
  /** By token, its text, or its bytes where they are no text. */
  readonly tokens: readonly (string | readonly number[])[]
  /** The number of tokens of a text; marks such as `<|endoftext|>` are text. */
  readonly count: (text: string) => number
  /** The tokens of a text, in order. */
  readonly encode: (text: string) => readonly number[]
}

/** How many pieces an encoder remembers; the default of the library keeps 100,000 texts for good. */
const REMEMBERED_PIECES = 2048

/** Marks are text: nothing is allowed to be special, and nothing is refused for looking special. */
const MARKS_ARE_TEXT = { disallowedSpecial: new Set<string>() }

/** Loads a vocabulary of `gpt-tokenizer`, with an encoder of its own: no other user of the library changes it. */
export async function loadVocabulary(encoding: ExactEncoding): Promise<Vocabulary> {
  const { GptEncoding } = await import('gpt-tokenizer/GptEncoding')
  const { params, tokens } = await loadParams(encoding)
  const api = GptEncoding.getEncodingApi(encoding, () => tokens)
  api.setMergeCacheSize(REMEMBERED_PIECES)
  return {
    pieces: new RegExp(params.tokenSplitRegex),
    tokens,
    count: (text) => api.countTokens(text, MARKS_ARE_TEXT),
    encode: (text) => api.encode(text, MARKS_ARE_TEXT),
  }
}

async function loadParams(encoding: ExactEncoding) {
  switch (encoding) {
    case 'o200k_base': {
      const { O200KBase } = await import('gpt-tokenizer/encodingParams/o200k_base')
      const { default: tokens } = await import('gpt-tokenizer/bpeRanks/o200k_base')
      return { params: O200KBase(tokens), tokens }
    }
    case 'cl100k_base': {
      const { Cl100KBase } = await import('gpt-tokenizer/encodingParams/cl100k_base')
      const { default: tokens } = await import('gpt-tokenizer/bpeRanks/cl100k_base')
      return { params: Cl100KBase(tokens), tokens }
    }
  }
}
