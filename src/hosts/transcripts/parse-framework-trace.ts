/**
 * Which conversation does a trace hold that a tracer exported? That of the model call that was given the most messages,
 * of several the newest; the document itself is kept whole.
 */
import { ok, type Result } from '../../contract/result.js'
import { isNestedTooDeep } from './json-nesting.js'
import { asRecord, listOf, type JsonRecord } from './json-record.js'
import { withoutByteOrderMark } from './parse-log.js'
import { conversationOf, messagesIn } from './trace-messages.js'
import { startOf, withNamedResults, withToolResults } from './trace-results.js'
import type { SessionSource } from './transcript.js'
import { transcriptRefused } from './transcript-refused.js'
import type { Originals } from './turn.js'

/**
 * Takes the session out of an export `{ trace, observations }`, or the sessions out of a list of them. The entries are
 * the messages of the conversation, in the format of their framework; the envelope is the document.
 *
 * @returns failed: `TranscriptRefused` with the pointer of what is no trace, or of observations without a model call
 *          that holds messages.
 */
export function parseFrameworkTrace(file: string): Result<readonly SessionSource[]> {
  const text = withoutByteOrderMark(file)
  if (isNestedTooDeep(text)) return transcriptRefused('framework-trace', '', 'shallower-nesting')
  const document = parsed(text)
  if (document === undefined) return transcriptRefused('framework-trace', '', 'json-document')
  if (!isFrameworkTrace(document)) return transcriptRefused('framework-trace', '', 'trace-and-observations')
  const isList = Array.isArray(document)
  const sources: SessionSource[] = []
  for (const [index, trace] of (isList ? (document as readonly unknown[]) : [document]).entries()) {
    const source = sourceOf(trace)
    const pointer = isList ? `/${String(index)}/observations` : '/observations'
    if (source === null) return transcriptRefused('framework-trace', pointer, 'generation-with-messages')
    sources.push(source)
  }
  return ok(sources)
}

/** The document as it came, without white space. */
export function restoreFrameworkTrace({ envelope }: Originals): string {
  return JSON.stringify(envelope)
}

/** Whether a document is an export of a trace, or a list of them. */
export function isFrameworkTrace(document: unknown): boolean {
  if (Array.isArray(document))
    return document.length > 0 && document.every((entry) => isTrace(asRecord(entry)))
  return isTrace(asRecord(document))
}

function isTrace(record: JsonRecord | null): boolean {
  return record !== null && asRecord(record['trace']) !== null && Array.isArray(record['observations'])
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function sourceOf(document: unknown): SessionSource | null {
  const observations = recordsOf(asRecord(document)?.['observations'])
  const generation = fullestOf(observations.filter(({ type }) => type === 'GENERATION'))
  if (generation === null) return null
  const messages = withNamedResults(conversationOf(generation['input'], generation['output']))
  const tools = observations.filter(({ type }) => type === 'TOOL').sort(byStart)
  const entries = withToolResults(messages, tools, startOf(generation))
  const lines = entries.map((_, index) => index + 1)
  return { format: 'framework-trace', entries, lines, envelope: document, problems: [] }
}

/** The model call with the most messages in its input, of several the newest; null where none has a message. */
function fullestOf(generations: readonly JsonRecord[]): JsonRecord | null {
  let fullest: JsonRecord | null = null
  let most = 0
  for (const generation of [...generations].sort(byStart)) {
    const { length } = messagesIn(generation['input'])
    if (length === 0 || length < most) continue
    most = length
    fullest = generation
  }
  return fullest
}

function recordsOf(list: unknown): readonly JsonRecord[] {
  return listOf(list)
    .map(asRecord)
    .filter((record) => record !== null)
}

function byStart(one: JsonRecord, other: JsonRecord): number {
  const [a, b] = [startOf(one), startOf(other)]
  return a === b ? 0 : a < b ? -1 : 1
}
