/**
 * Which lines of a log are entries? A line that cannot be parsed is reported by its number; the others are read.
 */
import { ok, type Result } from '../../contract/result.js'
import { isNestedTooDeep } from './json-nesting.js'
import { logFormatOf, type LogFormat } from './log-format.js'
import type { LineProblem, LogEnvelope, SessionSource } from './transcript.js'
import { transcriptRefused } from './transcript-refused.js'

/** A line as a value, or why it is none. */
export type ParsedLine =
  | { readonly _tag: 'Parsed'; readonly value: unknown }
  | { readonly _tag: 'Unparsed'; readonly problem: 'unparsable-line' | 'too-deep' }

/** The lines of a file: what could be parsed, as it stood, and where. */
export interface LogLines {
  readonly entries: unknown[]
  readonly rawLines: string[]
  readonly lines: number[]
  readonly problems: LineProblem[]
}

/**
 * Parses a log line by line; lines end at a line feed, blank ones are skipped.
 *
 * @returns failed: `TranscriptRefused` when no line is an entry of the format. A log of one torn line, or of none,
 *          is a session without entries.
 */
export function parseLog(file: string, format: LogFormat): Result<SessionSource> {
  const { entries, rawLines, lines, problems } = readLogLines(withoutByteOrderMark(file))
  const known = entries.some((entry) => logFormatOf(entry) === format)
  if (!known && !isCutShort(file, entries, problems)) return transcriptRefused(format, '', `${format}-entry`)
  const envelope: LogEnvelope = { rawLines }
  return ok({ format, entries, lines, envelope, problems })
}

/** A file saved by some editors begins with U+FEFF, which is no JSON. */
export function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}

export function parseLine(line: string): ParsedLine {
  if (isNestedTooDeep(line)) return { _tag: 'Unparsed', problem: 'too-deep' }
  try {
    return { _tag: 'Parsed', value: JSON.parse(line) }
  } catch {
    return { _tag: 'Unparsed', problem: 'unparsable-line' }
  }
}

export function readLogLines(text: string): LogLines {
  const read: LogLines = { entries: [], rawLines: [], lines: [], problems: [] }
  let start = 0
  for (let line = 1; start < text.length; line += 1) {
    const feed = text.indexOf('\n', start)
    const end = feed === -1 ? text.length : feed
    const raw = text.slice(start, end)
    start = end + 1
    if (isBlank(raw)) continue
    const parsed = parseLine(raw)
    if (parsed._tag === 'Unparsed') {
      read.problems.push({ line, problem: parsed.problem })
      continue
    }
    read.entries.push(parsed.value)
    read.rawLines.push(raw)
    read.lines.push(line)
  }
  return read
}

function isBlank(line: string): boolean {
  return /^[ \t\r]*$/.test(line)
}

/** An empty log, or one whose only line broke off while it was written. */
export function isCutShort(
  file: string,
  entries: readonly unknown[],
  problems: readonly LineProblem[],
): boolean {
  if (entries.length > 0 || problems.length > 1) return false
  return problems.length === 0 || /^\uFEFF?\s*\{/.test(file)
}
