/**
 * Which sessions does a file hold? Parses the file; what the messages mean is for the readers.
 */
import { ok, type Result } from '../../contract/result.js'
import { parseDocument } from './parse-document.js'
import { parseFrameworkTrace } from './parse-framework-trace.js'
import { parseLog } from './parse-log.js'
import { parseOpenHands } from './parse-openhands.js'
import type { SessionSource } from './transcript.js'
import { transcriptRefused, unknownFormat } from './transcript-refused.js'
import { isTranscriptFormat, type TranscriptFormat } from './turn.js'

/**
 * Splits a file into its sessions, in the order of the file. A log holds one; an OpenAI or Anthropic document may be
 * a list of runs.
 *
 * @returns ok: at least one session for a log, none for an empty list of runs.
 *          Failed: `TranscriptRefused` for a file of another format, a broken document, a format that is not known or
 *          what is no text. A broken line of a log is no refusal: it is listed in `problems`.
 * @example splitSessions('[{"role":"user","content":"hi"}]', 'openai-chat') // => ok, one session of one entry
 * @since 0.1.0
 */
export function splitSessions(text: string, format: TranscriptFormat): Result<readonly SessionSource[]> {
  if (!isTranscriptFormat(format)) return unknownFormat()
  if (typeof text !== 'string') return transcriptRefused(format, '', 'text')
  switch (format) {
    case 'openai-chat':
    case 'openai-responses':
    case 'anthropic-messages':
    case 'ai-sdk':
      return parseDocument(text, format)
    case 'openhands':
      return parseOpenHands(text)
    case 'framework-trace':
      return parseFrameworkTrace(text)
    case 'pi':
    case 'claude-code':
    case 'codex': {
      const log = parseLog(text, format)
      return log.ok ? ok([log.value]) : log
    }
  }
}
