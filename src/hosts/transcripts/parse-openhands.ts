/**
 * Which sessions does a file of OpenHands hold? A file of runs holds one a line, an event stream one; what the events
 * say is for the reader.
 */
import { ok, type Result } from '../../contract/result.js'
import { isNestedTooDeep } from './json-nesting.js'
import { asRecord, jsonTextOf, type JsonRecord } from './json-record.js'
import { openHandsEventsOf } from './openhands-event.js'
import { isCutShort, parseLine, readLogLines, withoutByteOrderMark, type LogLines } from './parse-log.js'
import type { SessionSource } from './transcript.js'
import { transcriptRefused } from './transcript-refused.js'
import type { Originals } from './turn.js'

const EVENT_KEYS = ['history', 'trajectory', 'events'] as const
type EventsKey = (typeof EVENT_KEYS)[number]

/** What surrounds the events of a run: the run without them, and its line where it stood on one. */
interface RunEnvelope {
  readonly run: JsonRecord
  readonly rawLine?: string
}

/**
 * Takes the sessions out of a file: a log of runs (`output.jsonl`), a log of events, or a document that is a run, a
 * list of runs or a list of events. A run keeps its events under `history`, `trajectory` or `events`.
 *
 * A line of a log of runs that is no run is a session without messages whose problem names the line, so that a run has
 * the number of its line.
 *
 * @returns failed: `TranscriptRefused` for a file that holds no event. One torn line, or none, is a session without
 *          entries.
 */
export function parseOpenHands(file: string): Result<readonly SessionSource[]> {
  const text = withoutByteOrderMark(file)
  const document = goesOnBehindItsFirstLine(text) || /^\s*\[/.test(text) ? documentOf(text) : undefined
  if (isOpenHands(document) && !isEvent(document)) return ok(sessionsOf(document))
  const lines = readLogLines(text)
  if (lines.entries.some(isRun)) return ok(runsOf(lines))
  const { entries, rawLines, problems } = lines
  if (entries.some(isEvent) || isCutShort(file, entries, problems)) {
    return ok([{ format: 'openhands', entries, lines: lines.lines, envelope: { rawLines }, problems }])
  }
  return transcriptRefused('openhands', '', 'openhands-entry')
}

/** One search for the line end and one for what follows: a pattern of both would start anew at every blank line. */
function goesOnBehindItsFirstLine(text: string): boolean {
  const end = text.indexOf('\n')
  return end >= 0 && /\S/.test(text.slice(end + 1))
}

/** Whether a document is a run, an event, or a list that holds one. */
export function isOpenHands(document: unknown): boolean {
  if (isRun(document) || isEvent(document)) return true
  return Array.isArray(document) && document.some((each) => isRun(each) || openHandsEventsOf(each) !== null)
}

/** Whether a line of a log is a run or an event. */
export function isOpenHandsLine(value: unknown): boolean {
  return isRun(value) || isEvent(value)
}

/** Writes a session back: a line as it stood, a document as JSON. */
export function restoreOpenHands({ entries, envelope }: Originals): string {
  const surroundings = asRecord(envelope)
  const rawLines = surroundings?.['rawLines']
  if (Array.isArray(rawLines)) {
    const isWhole = rawLines.length === entries.length
    const lines = isWhole ? (rawLines as readonly string[]) : entries.map((entry) => jsonTextOf(entry))
    return lines.map((line) => `${line ?? 'null'}\n`).join('')
  }
  const rawLine = surroundings?.['rawLine']
  if (typeof rawLine === 'string') return `${rawLine}\n`
  const run = asRecord(surroundings?.['run'])
  const key = run === null ? null : eventsKeyOf(run)
  return JSON.stringify(run === null || key === null ? entries : { ...run, [key]: entries })
}

function isEvent(value: unknown): boolean {
  return !Array.isArray(value) && openHandsEventsOf(value) !== null
}

function isRun(value: unknown): boolean {
  const record = asRecord(value)
  const key = record === null ? null : eventsKeyOf(record)
  if (record === null || key === null) return false
  return (record[key] as readonly unknown[]).some((entry) => openHandsEventsOf(entry) !== null)
}

function eventsKeyOf(run: JsonRecord): EventsKey | null {
  return EVENT_KEYS.find((key) => Array.isArray(run[key])) ?? null
}

function documentOf(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || isNestedTooDeep(text)) return undefined
  const parsed = parseLine(text)
  return parsed._tag === 'Parsed' ? parsed.value : undefined
}

function sessionsOf(document: unknown): readonly SessionSource[] {
  if (!Array.isArray(document)) return [sourceOfRun(asRecord(document) ?? {})]
  const list = document as readonly unknown[]
  if (!list.some(isRun)) return [sourceOf(list, null)]
  return list.map((run, index) => {
    const record = isRun(run) ? asRecord(run) : null
    return record === null
      ? sourceOf([run], { rawLines: [jsonTextOf(run) ?? 'null'] }, [index + 1])
      : sourceOfRun(record)
  })
}

/** Every line gives a session: the lines that were parsed, and between them those that were not. */
function runsOf({ entries, rawLines, lines, problems }: LogLines): readonly SessionSource[] {
  const sessions = entries.map((entry, index) => {
    const line = lines[index] ?? 0
    const run = isRun(entry) ? asRecord(entry) : null
    const session =
      run === null
        ? sourceOf([entry], { rawLines: [rawLines[index] ?? ''] }, [line])
        : sourceOfRun(run, rawLines[index])
    return { line, session }
  })
  for (const problem of problems)
    sessions.push({ line: problem.line, session: { ...sourceOf([], { rawLines: [] }), problems: [problem] } })
  return sessions.sort((a, b) => a.line - b.line).map(({ session }) => session)
}

function sourceOfRun(run: JsonRecord, rawLine?: string): SessionSource {
  const key = eventsKeyOf(run)
  const entries = key === null ? [] : (run[key] as readonly unknown[])
  const bare = key === null ? run : { ...run, [key]: [] }
  const envelope: RunEnvelope = rawLine === undefined ? { run: bare } : { run: bare, rawLine }
  return sourceOf(entries, envelope)
}

function sourceOf(
  entries: readonly unknown[],
  envelope: unknown,
  lines: readonly number[] = entries.map((_, index) => index + 1),
): SessionSource {
  return { format: 'openhands', entries, lines, envelope, problems: [] }
}
