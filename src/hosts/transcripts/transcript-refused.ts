/**
 * How is a whole session refused? Single lines are reported as problems instead.
 */
import { refuse, type TranscriptRefused } from '../../contract/kernel-error.js'
import { failed, type Result } from '../../contract/result.js'

export function transcriptRefused(
  format: string,
  pointer: string,
  expected: string,
): Result<never, TranscriptRefused> {
  const where = pointer === '' ? 'as a whole' : `at \`${pointer}\``
  const message = `${format} session is refused ${where}: expected ${expected}; check the file and the format`
  return failed(refuse('TranscriptRefused', { format, pointer, expected, message }))
}

/** The word given is not repeated: it comes from outside. */
export function unknownFormat(): Result<never, TranscriptRefused> {
  return transcriptRefused('unknown', '/format', 'known-format')
}
