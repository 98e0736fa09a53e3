/**
 * Of which format is a session file? A guess from the shape of its first lines; reading it may still refuse it.
 */
import { documentFormatOf } from './document-shape.js'
import { isNestedTooDeep } from './json-nesting.js'
import { logFormatOf } from './log-format.js'
import { isFrameworkTrace } from './parse-framework-trace.js'
import { isOpenHands, isOpenHandsLine } from './parse-openhands.js'
import { parseLine, withoutByteOrderMark } from './parse-log.js'
import type { TranscriptFormat } from './turn.js'

/** How many lines are looked at before a file is taken for no log. */
const LINES_LOOKED_AT_MAX = 1000

/**
 * Guesses the format of a whole file.
 *
 * @returns `null` when nothing in it looks like a session of a known format; empty files have no format, and so has
 *          what is no text.
 * @example detectFormat('[{"role":"user","content":"hi"}]') // => 'openai-chat'
 * @since 0.1.0
 */
export function detectFormat(file: string): TranscriptFormat | null {
  if (typeof file !== 'string') return null
  const text = withoutByteOrderMark(file)
  // A line of a list may look like the entry of a log.
  if (/^\s*\[/.test(text)) return formatOfDocument(text) ?? formatOfLines(text)
  return formatOfLines(text) ?? formatOfDocument(text)
}

function formatOfLines(text: string): TranscriptFormat | null {
  let start = 0
  for (let looked = 0; looked < LINES_LOOKED_AT_MAX && start < text.length; looked += 1) {
    const end = text.indexOf('\n', start)
    const line = text.slice(start, end === -1 ? text.length : end)
    const parsed = line.startsWith('{') ? parseLine(line) : null
    const format = parsed?._tag === 'Parsed' ? formatOfLine(parsed.value) : null
    if (format !== null) return format
    if (end === -1) return null
    start = end + 1
  }
  return null
}

function formatOfLine(value: unknown): TranscriptFormat | null {
  return logFormatOf(value) ?? (isOpenHandsLine(value) ? 'openhands' : null)
}

function formatOfDocument(text: string): TranscriptFormat | null {
  if (!/^\s*[[{]/.test(text) || isNestedTooDeep(text)) return null
  try {
    const document: unknown = JSON.parse(text)
    if (isFrameworkTrace(document)) return 'framework-trace'
    return isOpenHands(document) ? 'openhands' : documentFormatOf(document)
  } catch {
    return null
  }
}
