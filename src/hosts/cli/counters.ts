/**
 * Which counters are there on this machine? The built-in one always; those with a vocabulary where its package is
 * installed, else how to install it.
 */
import type { ExactEncoding } from '../../adapters/tokens-exact/index.js'
import { featureCounter } from '../../adapters/tokens/feature-counter.js'
import { ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import type { TokenCounterPort } from '../../ports/token-counter.js'
import { refuseWith } from './cli-refusal.js'
import type { CliRefusal } from './cli-refusal.js'
import { COUNTER_WORDS, type CounterWord } from './tokens-flags.js'

export interface Counters {
  readonly counters: readonly TokenCounterPort[]
  /** The words of those that could not be loaded. */
  readonly missing: readonly CounterWord[]
}

/** Loads an exact counter, or rejects. */
export type LoadExact = (encoding: ExactEncoding) => Promise<TokenCounterPort>

export const INSTALL_COMMAND = 'npm install gpt-tokenizer'

/** Every counter, or the one asked for; refused where that one cannot be loaded. */
export async function findCounters(
  asked: CounterWord | null,
  loadExact: LoadExact,
): Promise<Result<Counters, CliRefusal>> {
  const counters: TokenCounterPort[] = []
  const missing: CounterWord[] = []
  for (const word of asked === null ? COUNTER_WORDS : [asked]) {
    const counter = await counterOf(word, loadExact)
    if (counter === null) missing.push(word)
    else counters.push(counter)
  }
  if (counters.length > 0) return ok({ counters, missing })
  return refuseWith(`the counter ${asked ?? ''} is not installed`, `run \`${INSTALL_COMMAND}\``)
}

async function counterOf(word: CounterWord, loadExact: LoadExact): Promise<TokenCounterPort | null> {
  if (word === 'feature') return featureCounter()
  try {
    return await loadExact(word)
  } catch {
    return null
  }
}
