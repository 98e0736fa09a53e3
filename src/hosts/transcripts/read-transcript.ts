/**
 * What does a session say, item by item? Chooses the reader of the format; keeps everything that is no item.
 */
import { failed, ok, type Result } from '../../contract/result.js'
import { Scope, Sensitivity, Trust } from '../../contract/labels.js'
import { Identifier, Instant, Name } from '../../contract/scalars.js'
import type { EntryReader, EntryReading } from './entry-reading.js'
import { readAiSdkMessage, readAiSdkSystem } from './read-ai-sdk.js'
import { readAnthropicMessage, readAnthropicSystem } from './read-anthropic-messages.js'
import { readClaudeCode } from './read-claude-code.js'
import { readerOfCodex } from './read-codex.js'
import { readerOfFrameworkTrace } from './read-framework-trace.js'
import { readOpenAiChat } from './read-openai-chat.js'
import { readerOfResponses, readResponsesInstructions } from './read-openai-responses.js'
import { readerOfOpenHands } from './read-openhands.js'
import { readerOfPi } from './read-pi.js'
import { addReading, newSessionItems, type SessionItems } from './session-items.js'
import { SYSTEM_PLACE, type ReadOptions, type SessionSource, type Transcript } from './transcript.js'
import { transcriptRefused, unknownFormat } from './transcript-refused.js'
import { isTranscriptFormat } from './turn.js'

/**
 * Reads a session into context items.
 *
 * One item a message; a user message that answers tools and says something too becomes several, results first. Ids are
 * `m:<line or message number>`, with `:2`, `:3` for further items of one message and `m:system` for the system text that
 * stands beside the messages. Messages that cannot be items are in `problems` and in `originals.entries`; nothing is repaired.
 *
 * @param source One of the sessions that {@link splitSessions} answers.
 * @returns ok: items in order, with rising `source.sequence`. Failed: `TranscriptRefused` for a source, an option or
 *          system text of the wrong shape, `PortFailed` when the counter or hash does not answer.
 * @law {@link restoreTranscript} of the answer is the session that was read
 * @since 0.1.0
 */
export function readTranscript(source: SessionSource, options: ReadOptions): Result<Transcript> {
  const faulty = faultOfSource(source)
  if (faulty !== null) return faulty
  const wrong = wrongOption(options)
  if (wrong !== null) return transcriptRefused(source.format, `/options/${wrong}`, wrong)
  const session = newSessionItems(source.format, options)
  const read = addEntries(session, source)
  if (!read.ok) return failed(read.error)
  const { format, entries, envelope } = source
  const problems = [...source.problems, ...session.problems].sort((a, b) => a.line - b.line)
  return ok({
    format,
    items: session.items,
    originals: { format, entries, turns: session.turns, envelope },
    problems,
  })
}

function addEntries(session: SessionItems, source: SessionSource): Result<null> {
  const system = addSystem(session, source)
  if (!system.ok) return system
  const read = readerOf(source)
  for (const [message, entry] of source.entries.entries()) {
    const line = source.lines[message] ?? message + 1
    const added = addReading(session, read(entry, message), { message, line })
    if (!added.ok) return added
  }
  return ok(null)
}

/** Going on without the system text would change what every message means, so it is refused as a whole. */
function addSystem(session: SessionItems, source: SessionSource): Result<null> {
  const system = systemOf(source)
  if (system === null) return ok(null)
  const added = addReading(session, system.reading, { message: SYSTEM_PLACE, line: 'system' })
  const [problem] = session.problems
  if (problem === undefined || !added.ok) return added
  return transcriptRefused(source.format, system.pointer, 'well-formed-text-blocks')
}

function systemOf({ format, envelope }: SessionSource): { reading: EntryReading; pointer: string } | null {
  if (format === 'anthropic-messages') return { reading: readAnthropicSystem(envelope), pointer: '/system' }
  if (format === 'ai-sdk') return { reading: readAiSdkSystem(envelope), pointer: '/system' }
  if (format !== 'openai-responses') return null
  return { reading: readResponsesInstructions(envelope), pointer: '/instructions' }
}

function readerOf(source: SessionSource): EntryReader {
  switch (source.format) {
    case 'openai-chat':
      return readOpenAiChat
    case 'anthropic-messages':
      return readAnthropicMessage
    case 'pi':
      return readerOfPi(source.entries)
    case 'claude-code':
      return readClaudeCode
    case 'openai-responses':
      return readerOfResponses(source.entries)
    case 'codex':
      return readerOfCodex(source.entries)
    case 'ai-sdk':
      return readAiSdkMessage
    case 'openhands':
      return readerOfOpenHands(source.entries)
    case 'framework-trace':
      return readerOfFrameworkTrace(source.entries)
  }
}

/** A session made by hand may lack what `splitSessions` always gives. */
function faultOfSource(source: SessionSource): Result<never> | null {
  const { format, entries, lines, problems } = (source as SessionSource | null | undefined) ?? {}
  if (!isTranscriptFormat(format)) return unknownFormat()
  for (const [name, value] of Object.entries({ entries, lines, problems }))
    if (!Array.isArray(value)) return transcriptRefused(format, `/${name}`, 'list')
  return null
}

function wrongOption(given: ReadOptions): keyof ReadOptions | null {
  const options: Partial<ReadOptions> = (given as ReadOptions | null | undefined) ?? {}
  if (!Scope.is(options.scope)) return 'scope'
  if (!Trust.is(options.trustCeiling)) return 'trustCeiling'
  if (!Name.is(options.store)) return 'store'
  if (!Instant.is(options.observedAt)) return 'observedAt'
  if (options.sensitivity !== undefined && !Sensitivity.is(options.sensitivity)) return 'sensitivity'
  return Identifier.is(options.counter?.manifest?.id) ? null : 'counter'
}
