/**
 * Which sessions does the data folder hold? Every file of every folder, read as the command reads it, and whether each
 * is written back as it stood.
 */
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { restoreTranscript, type Transcript } from '../../src/hosts/transcripts/index.js'
import { readMalformedSessions } from './malformed-sessions.js'
import { filesOf, transcriptsOf } from './measured-kernel.js'
import { sharedPath } from './shared-data.js'

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
  const files = filesOf(root, FOLDERS)
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
  const transcripts = transcriptsOf(text)
  if (transcripts === null) return null
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
