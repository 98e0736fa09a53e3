/**
 * Into which pieces is a class of texts cut, and which of them are for fitting? 100 to 2,000 characters, short ones more
 * often than long ones; a document lies whole in one half.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { diceOf, seedOf } from './seeded-dice.js'
import type { TextClass } from './text-classes.js'

export interface TextChunk {
  readonly text: string
  /** Tokens in the o200k_base vocabulary, special tokens read as text. */
  readonly real: number
}

export type Half = 'fit' | 'shown'

const SHORTEST = 100
const LONGEST = 2_000

/** The chunks of one half of a class, in a fixed order. */
export function chunksOf(textClass: TextClass, half: Half): readonly TextChunk[] {
  return textClass.documents
    .filter(({ name }) => halfOf(name, textClass.group) === half)
    .flatMap(({ name, text }) => cut(text, name))
    .map((text) => ({ text, real: realCount(text) }))
}

/** What the tokenizer really makes of a text. */
export function realCount(text: string): number {
  return countTokens(text, { disallowedSpecial: new Set() })
}

/** Whole classes are for fitting, or for showing; the others are divided by the names of their documents. */
function halfOf(name: string, group: TextClass['group']): Half {
  if (group === 'extra') return 'fit'
  if (group === 'unfitted') return 'shown'
  return (seedOf(`half of ${name}`) & 1) === 0 ? 'fit' : 'shown'
}

function cut(text: string, name: string): readonly string[] {
  const dice = diceOf(seedOf(`cuts of ${name}`))
  const pieces: string[] = []
  for (let from = 0; text.length - from >= SHORTEST;) {
    const to = wholeUntil(text, from + length(dice.below(1 << 16) / (1 << 16)))
    pieces.push(text.slice(from, to))
    from = to
  }
  return pieces
}

/** Lengths whose logarithms are spread evenly. */
function length(share: number): number {
  return Math.floor(SHORTEST * (LONGEST / SHORTEST) ** share)
}

function wholeUntil(text: string, to: number): number {
  const code = text.charCodeAt(to - 1)
  return code >= 0xd800 && code < 0xdc00 ? to + 1 : to
}
