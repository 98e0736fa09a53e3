/**
 * Which sessions does the data folder hold? Every file of every folder, read as the command reads it, and whether each
 * is written back as it stood.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { nodeHash } from '../../src/adapters/node/index.js'
import { featureCounter } from '../../src/adapters/tokens/index.js'
import {
  detectFormat,
  readTranscript,
  restoreTranscript,
  splitSessions,
  type Transcript,
} from '../../src/hosts/transcripts/index.js'
import { orThrow } from '../../src/index.js'
import { readMalformedSessions } from './malformed-sessions.js'
import { sharedPath } from './shared-data.js'

/** The time of everything whose format gives none. */
export const AT = '2026-06-01T00:00:00.000Z'
export const SCOPE = { kind: 'session', id: ['eval'] } as const
export const counter = featureCounter()

/** A session under a name a person can find again. */
export interface Session {
  readonly name: string
  readonly transcript: Transcript
  /** Whether it is written back as it stood: lines byte for byte, a document as equal JSON. */
  readonly isRestored: boolean
}

const FOLDERS = ['pi', 'claude-code', 'openai-chat', 'codex', 'openhands', 'frameworks'] as const

/** Every session, and the files whose format is not known; null without the data folder. */
export function readSessions(): {
  readonly sessions: readonly Session[]
  readonly unread: readonly string[]
} | null {
  const root = sharedPath('transcripts')
  if (root === null) return null
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((name) => ({ name: join(folder, name), text: readFileSync(join(root, folder, name), 'utf8') })),
  )
  const malformed = readMalformedSessions(join(root, 'malformed/cases.json')).map(({ id, messages }) => ({
    name: `malformed/${id}`,
    text: JSON.stringify(messages),
  }))
  const read = [...files, ...malformed].map((file) => ({
    ...file,
    sessions: sessionsOf(file.name, file.text),
  }))
  return {
    sessions: read.flatMap(({ sessions }) => sessions ?? []),
    unread: read.filter(({ sessions }) => sessions === null).map(({ name }) => name),
  }
}

function sessionsOf(name: string, text: string): readonly Session[] | null {
  const format = detectFormat(text)
  if (format === null) return null
  const transcripts = orThrow(splitSessions(text, format)).map((source) =>
    orThrow(
      readTranscript(source, {
        scope: SCOPE,
        counter,
        hash: nodeHash(),
        trustCeiling: 'host',
        store: 'session',
        observedAt: AT,
      }),
    ),
  )
  const restored = restoredOf(text, transcripts.map(restoreTranscript))
  return transcripts.map((transcript, index) => ({
    name: transcripts.length === 1 ? name : `${name}#${String(index + 1)}`,
    transcript,
    isRestored: restored(index),
  }))
}

/** Of a log, all its sessions are restored or none is: their lines stand one after the other. */
function restoredOf(text: string, written: readonly string[]): (session: number) => boolean {
  const document = parsed(text)
  if (document === undefined) {
    const lines = text.split('\n').filter((line) => parsed(line) !== undefined)
    const isWhole = written.join('') === lines.map((line) => `${line}\n`).join('')
    return () => isWhole
  }
  const runs: readonly unknown[] = Array.isArray(document) && written.length > 1 ? document : [document]
  return (session) => {
    const text = written[session]
    return text !== undefined && isDeepStrictEqual(parsed(text), runs[session])
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
