/**
 * Which runs does a JSON document hold? One document is one session, a list of documents as many.
 */
import { ok, type Result } from '../../contract/result.js'
import { isListOfMessages, isListOfRuns, messagesKeyOf } from './document-shape.js'
import { isNestedTooDeep } from './json-nesting.js'
import { asRecord } from './json-record.js'
import { withoutByteOrderMark } from './parse-log.js'
import type { SessionSource } from './transcript.js'
import { transcriptRefused } from './transcript-refused.js'
import type { MessageFormat } from './turn.js'

/**
 * Takes the sessions out of a document: `{ messages }`, `{ traj }`, or of OpenAI Responses `{ input }`, `{ output }`;
 * a list of them, or a bare list of messages.
 *
 * @returns failed: `TranscriptRefused` with the pointer of what is no session.
 */
export function parseDocument(file: string, format: MessageFormat): Result<readonly SessionSource[]> {
  const text = withoutByteOrderMark(file)
  if (isNestedTooDeep(text)) return transcriptRefused(format, '', 'shallower-nesting')
  const document = parsed(text)
  if (document === undefined) return transcriptRefused(format, '', 'json-document')
  if (!Array.isArray(document)) return onlySession(document, format)
  const list = document as readonly unknown[]
  if (isListOfRuns(list, format)) return sessionsOf(list, format)
  return isListOfMessages(list, format)
    ? ok([sourceOf(format, list, null)])
    : transcriptRefused(format, '', 'messages-or-runs')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function onlySession(document: unknown, format: MessageFormat): Result<readonly SessionSource[]> {
  const source = sourceOfRun(document, format)
  return source === null ? transcriptRefused(format, '', 'messages-or-runs') : ok([source])
}

function sessionsOf(runs: readonly unknown[], format: MessageFormat): Result<readonly SessionSource[]> {
  const sources: SessionSource[] = []
  for (const [index, run] of runs.entries()) {
    const source = sourceOfRun(run, format)
    if (source === null) return transcriptRefused(format, `/${String(index)}`, 'run')
    sources.push(source)
  }
  return ok(sources)
}

/** The envelope keeps the key of the messages, emptied, so that every key goes back to its place. */
function sourceOfRun(run: unknown, format: MessageFormat): SessionSource | null {
  const record = asRecord(run)
  const key = record === null ? null : messagesKeyOf(record, format)
  if (record === null || key === null) return null
  return sourceOf(format, record[key] as readonly unknown[], { ...record, [key]: [] })
}

function sourceOf(format: MessageFormat, entries: readonly unknown[], envelope: unknown): SessionSource {
  return { format, entries, lines: entries.map((_, index) => index + 1), envelope, problems: [] }
}
