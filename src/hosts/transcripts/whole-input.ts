/**
 * Is what a writer is given whole? Looks at the frame only, so that a slip of a host in plain JavaScript is a refusal
 * and no exception; what the messages say is for the writer.
 */
import type { MessagesRefused } from '../../contract/kernel-error.js'
import { ok, type Result } from '../../contract/result.js'
import { asRecord } from './json-record.js'
import type { WriteInput } from './message-payload.js'
import { refuseMessages } from './messages-refused.js'
import { isMessageFormat, type MessageFormat, type Originals } from './turn.js'

/** The input with originals, empty ones where the host has none. */
export interface WholeInput extends WriteInput {
  readonly originals: Originals
}

/** Refused: `known-format`, or `readable-input` with what to give instead. */
export function wholeInput(format: MessageFormat, input: WriteInput): Result<WholeInput, MessagesRefused> {
  if (!isMessageFormat(format)) {
    const remedy = 'name one of MESSAGE_FORMATS'
    return refuseMessages('unknown', { rule: 'known-format', remedy })
  }
  const remedy = faultOf(asRecord(input))
  if (remedy !== null) return refuseMessages(format, { rule: 'readable-input', remedy })
  return ok({ ...input, originals: input.originals ?? noOriginals(format) })
}

function faultOf(input: Readonly<Record<string, unknown>> | null): string | null {
  const plan = asRecord(input?.['plan'])
  const isPlan = isListOfObjects(plan?.['selected']) && isListOfObjects(plan?.['awaiting'])
  if (!isPlan || asRecord(plan?.['budget']) === null)
    return 'give the plan itself, not the result that planContext answers'
  if (!isListOfObjects(input?.['items'])) return 'give the items that were planned as a list'
  const breakpoints = input?.['cacheBreakpoints']
  if (breakpoints !== undefined && !isListOfTexts(breakpoints))
    return 'give the cache breakpoints as a list of item ids, or leave them out'
  const originals = input?.['originals']
  return originals === undefined || isOriginals(originals)
    ? null
    : 'give the originals that readTranscript answered (a Map does not survive JSON), or leave them out'
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => asRecord(entry) !== null)
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}

function isOriginals(value: unknown): boolean {
  const originals = asRecord(value)
  return originals?.['turns'] instanceof Map && Array.isArray(originals['entries'])
}

function noOriginals(format: MessageFormat): Originals {
  return { format, entries: [], turns: new Map(), envelope: null }
}
