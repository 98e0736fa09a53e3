/**
 * What was the session before it was read? Written back from the originals alone; no plan changes it.
 */
import { messagesKeyOf } from './document-shape.js'
import { asRecord, jsonTextOf } from './json-record.js'
import { restoreFrameworkTrace } from './parse-framework-trace.js'
import { restoreOpenHands } from './parse-openhands.js'
import type { Transcript } from './transcript.js'
import { isMessageFormat, type Originals } from './turn.js'

/**
 * Writes a session back as it was read.
 *
 * @returns of a document, JSON that equals the run it was read from, unknown fields and order of keys included, without
 *          white space; of a log, every line that could be parsed, as it stood, each ended by a line feed.
 * @law reading what was restored gives the same items and originals
 * @since 0.1.0
 */
export function restoreTranscript(transcript: Transcript): string {
  const { originals } = transcript
  switch (originals.format) {
    case 'openai-chat':
    case 'openai-responses':
    case 'anthropic-messages':
    case 'ai-sdk':
      return JSON.stringify(documentOf(originals))
    case 'openhands':
      return restoreOpenHands(originals)
    case 'framework-trace':
      return restoreFrameworkTrace(originals)
    case 'pi':
    case 'claude-code':
    case 'codex':
      return rawLinesOf(originals)
        .map((line) => `${line}\n`)
        .join('')
  }
}

function documentOf({ format, envelope, entries }: Originals): unknown {
  const record = asRecord(envelope)
  const key = record === null ? null : messagesKeyOf(record, isMessageFormat(format) ? format : undefined)
  return record === null || key === null ? entries : { ...record, [key]: entries }
}

/** Originals that came another way than from a file (a test, a host's own log) have no raw lines. */
function rawLinesOf({ envelope, entries }: Originals): readonly string[] {
  const rawLines = asRecord(envelope)?.['rawLines']
  if (Array.isArray(rawLines) && rawLines.length === entries.length) return rawLines as readonly string[]
  return entries.map((entry) => jsonTextOf(entry) ?? 'null')
}
