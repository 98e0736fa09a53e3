/**
 * Which sessions and options do the reader tests share? Fixtures of this repository, and the shared data where present.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'uvu'
import { featureCounter } from '../../../src/adapters/tokens/index.js'
import { nodeHash } from '../../../src/adapters/node/index.js'
import { orThrow } from '../../../src/contract/result.js'
import { readTranscript } from '../../../src/hosts/transcripts/read-transcript.js'
import { splitSessions } from '../../../src/hosts/transcripts/split-sessions.js'
import type { ReadOptions, Transcript } from '../../../src/hosts/transcripts/transcript.js'
import type { TranscriptFormat } from '../../../src/hosts/transcripts/turn.js'
import { sharedFile } from '../../support/shared-file.js'

export const READ_OPTIONS: ReadOptions = {
  scope: { kind: 'session', id: ['s1'] },
  counter: featureCounter(),
  hash: nodeHash(),
  trustCeiling: 'host',
  store: 'session',
  observedAt: '2025-01-01T00:00:00.000Z',
}

export function fixtureText(name: string): string {
  return readFileSync(resolve('fixtures', 'transcripts', name), 'utf8')
}

/** A test over one of the real sessions; skipped, and counted as such, where the file is not here. */
export function testOfShared(title: string, path: string, check: (text: string) => void): void {
  const file = sharedFile('transcripts', path)
  if (file === null) test.skip(title)
  else test(title, () => check(readFileSync(file, 'utf8')))
}

/** Every session of a file, read. */
export function readAll(
  text: string,
  format: TranscriptFormat,
  options = READ_OPTIONS,
): readonly Transcript[] {
  return orThrow(splitSessions(text, format)).map((source) => orThrow(readTranscript(source, options)))
}

/** The only session of a file, read. */
export function readOnly(text: string, format: TranscriptFormat, options = READ_OPTIONS): Transcript {
  const [transcript, second] = readAll(text, format, options)
  if (transcript === undefined || second !== undefined) throw new Error('the file does not hold one session')
  return transcript
}
