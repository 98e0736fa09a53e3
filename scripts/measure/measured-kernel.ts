/**
 * By which kernel are recorded sessions measured, and how are they read? One caller, one scope and one time, so that what
 * one script sees of a session another sees too.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeHash } from '../../src/adapters/node/index.js'
import { referenceClock } from '../../src/adapters/reference/index.js'
import { featureCounter } from '../../src/adapters/tokens/index.js'
import {
  detectFormat,
  readTranscript,
  splitSessions,
  type Transcript,
} from '../../src/hosts/transcripts/index.js'
import { createKernel, orThrow, type CallerInput } from '../../src/index.js'

/** The time of everything whose format gives none. */
export const AT = '2026-06-01T00:00:00.000Z'
export const SCOPE = { kind: 'session', id: ['measured'] } as const
export const CALLER: CallerInput = {
  writer: 'measure',
  trustCeiling: 'host',
  scopes: [SCOPE],
  sink: { sink: 'model', locality: 'remote', clearance: 'internal' },
}
export const counter = featureCounter()
const hash = nodeHash()
export const kernel = orThrow(
  createKernel({ ports: { hash, clock: referenceClock({ at: AT }), tokenCounter: counter } }),
)

/** A file of the data folder, under the folder it stands in. */
export interface RecordedFile {
  readonly name: string
  readonly text: string
}

/** The files of some folders, in order of name. */
export function filesOf(root: string, folders: readonly string[]): readonly RecordedFile[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((name) => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
  )
}

/** The sessions of a file, read as the command reads them; null where its format is not known. */
export function transcriptsOf(text: string): readonly Transcript[] | null {
  const format = detectFormat(text)
  if (format === null) return null
  const options = {
    scope: SCOPE,
    counter,
    hash,
    trustCeiling: 'host',
    store: 'session',
    observedAt: AT,
  } as const
  return orThrow(splitSessions(text, format)).map((source) => orThrow(readTranscript(source, options)))
}
