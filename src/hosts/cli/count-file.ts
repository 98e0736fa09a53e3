/**
 * How many tokens has this file, as a text and, where it is a session, message by message? Counts; it chooses nothing and
 * prints nothing.
 */
import { codePointCount } from '../../base/text/well-formed.js'
import { ok } from '../../contract/result.js'
import type { Result } from '../../contract/result.js'
import { detectFormat } from '../transcripts/detect-format.js'
import { refuseWith } from './cli-refusal.js'
import type { CliRefusal } from './cli-refusal.js'
import {
  countSession,
  type CountedSession,
  type SessionCounting,
  type TokenFigures,
} from './count-session.js'

export interface CountedFile {
  readonly bytes: number
  readonly characters: number
  /** One for each counter, in order. */
  readonly tokens: readonly TokenFigures[]
  /** Null for a text. */
  readonly session: CountedSession | null
}

/** What a file is counted with. */
export interface Counting extends SessionCounting {
  readonly bytes: number
}

export function countFile(text: string, counting: Counting): Result<CountedFile, CliRefusal> {
  const tokens: TokenFigures[] = []
  for (const counter of counting.counters) {
    const counted = counter.count(text)
    if (!counted.ok) return refuseWith(`the counter ${counter.manifest.id} could not count the file`)
    tokens.push(counted.value)
  }
  const asked = counting.flags.format
  const format = asked === 'auto' ? (detectFormat(text) ?? 'text') : asked
  if (format === 'text' && counting.flags.run !== null)
    return refuseWith('--run goes with a session; the file is in no format cmk knows, and a text has no runs')
  const session = format === 'text' ? ok(null) : countSession(text, format, counting)
  if (!session.ok) return session
  return ok({ bytes: counting.bytes, characters: codePointCount(text), tokens, session: session.value })
}
