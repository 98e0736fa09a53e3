/**
 * Which parts of the file could not be read? One line each by number, capped with an exact count.
 */
import { isLogFormat } from '../transcripts/log-format.js'
import type { Transcript } from '../transcripts/index.js'
import { counted, grouped, printable } from './printable.js'

const PROBLEMS_SHOWN = 5

/** Lines such as `line 12: unparsable-line`, at most `shownMax` and one that counts the rest; empty when all was read. */
export function problemLines(transcript: Transcript, shownMax = PROBLEMS_SHOWN): readonly string[] {
  const { problems } = transcript
  const place = isLogFormat(transcript.format) ? 'line' : 'message'
  const shown = problems.slice(0, shownMax)
  const lines = shown.map((problem) => `${place} ${grouped(problem.line)}: ${printable(problem.problem)}`)
  const rest = problems.length - shown.length
  return rest > 0
    ? [...lines, `and ${grouped(rest)} more of ${counted(problems.length, place)} with a problem`]
    : lines
}
