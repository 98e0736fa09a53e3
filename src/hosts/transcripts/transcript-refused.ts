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
  const message = `${format} session is refused at \`${pointer}\`: expected ${expected}; check the file and the format`
  return failed(refuse('TranscriptRefused', { format, pointer, expected, message }))
}
