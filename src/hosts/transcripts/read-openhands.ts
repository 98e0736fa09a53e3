/**
 * What does an event of an OpenHands session say? An action of the agent is its thought and a call, an observation the
 * result of the call; which answers which is for `openhands-links`.
 */
import {
  problemReading,
  SILENT,
  type DraftTurn,
  type EntryFacts,
  type EntryReader,
  type EntryReading,
} from './entry-reading.js'
import { jsonTextOf, type JsonRecord } from './json-record.js'
import { openHandsEventsOf, toolCallOf, type OpenHandsEvent } from './openhands-event.js'
import { linksOf, type OpenHandsLink } from './openhands-links.js'
import { textPart } from './parts-of-content.js'
import type { MediaPart, TextPart, TurnPart } from './turn.js'

/**
 * A reader of one session. A call is named as the model named it, or by its action, and its id is the model's, or
 * `event-<id of the event>`. What ends a run (`finish`, `reject`) without an answer is said, not called. Commands that a
 * person ran, and their output, are said in the user's role, and trusted as external. Changes of state and what the
 * program recalls for itself are kept in the originals only; a condensation is a summary. Timestamps have no zone and
 * name no instant.
 */
export function readerOfOpenHands(entries: readonly unknown[]): EntryReader {
  const links = linksOf(entries)
  return (entry, index) => {
    const events = openHandsEventsOf(entry)
    if (events === null) return problemReading('not-an-entry')
    const readings = events.map((event, at) => readEvent(event, links[index]?.[at] ?? { _tag: 'Silent' }))
    return joined(readings)
  }
}

/** A pair gives the drafts of both; a summary never stands in one. */
function joined(readings: readonly EntryReading[]): EntryReading {
  const [first = SILENT, ...rest] = readings.filter((reading) => reading._tag !== 'Silent')
  if (first._tag !== 'Turns' || rest.length === 0) return first
  const drafts = [first, ...rest]
    .flatMap((reading) => (reading._tag === 'Turns' ? reading.drafts : []))
    .map((draft, at) => ({ ...draft, from: at, to: at + 1 }))
  return { ...first, drafts }
}

function readEvent(event: OpenHandsEvent, link: OpenHandsLink): EntryReading {
  switch (link._tag) {
    case 'Silent':
      return SILENT
    case 'Summed':
      return summaryOf(event)
    case 'Said':
      return turn(event, { role: link.role, parts: [...textsOf(saidIn(event)), ...imagesOf(event)] })
    case 'Ended':
      return turn(event, { role: 'assistant', parts: lastWordsOf(event) })
    case 'Typed':
      return turn(event, { role: 'user', parts: typedIn(event), trust: 'external' })
    case 'Called':
      return turn(event, { role: 'assistant', parts: callParts(event, link.callId) })
    case 'Answered':
      return turn(event, { role: 'tool', parts: [resultPart(event, link.callId)] })
  }
}

function turn(event: OpenHandsEvent, said: Pick<DraftTurn, 'role' | 'parts' | 'trust'>): EntryReading {
  const drafts = [{ ...said, from: 0, to: 1 }]
  return { _tag: 'Turns', drafts, unknownPart: false, ...factsOf(event) }
}

function factsOf(event: OpenHandsEvent): EntryFacts {
  const { id, timestamp } = event.raw
  const call = event._tag === 'Action' ? toolCallOf(event) : null
  return {
    entryId: Number.isSafeInteger(id) ? String(id) : id,
    timestamps: [timestamp],
    actor: call?.model,
    messageId: call?.responseId,
  }
}

/** A condensation without a summary only drops events, which stand before it. */
function summaryOf(event: OpenHandsEvent): EntryReading {
  const text = event._tag === 'Action' ? event.fields['summary'] : event.raw['content']
  return typeof text === 'string' && text !== '' ? { _tag: 'Summary', text, ...factsOf(event) } : SILENT
}

function saidIn({ fields, raw }: OpenHandsEvent): unknown {
  return fields['content'] ?? raw['content']
}

function textsOf(...values: readonly unknown[]): readonly TextPart[] {
  return values.flatMap((value) => (typeof value === 'string' && value !== '' ? [textPart(value)] : []))
}

/** Addresses of images, in the spelling of OpenAI, which every writer knows. */
function imagesOf({ fields }: OpenHandsEvent): readonly MediaPart[] {
  const urls = fields['image_urls'] ?? fields['images_urls']
  if (!Array.isArray(urls)) return []
  return (urls as readonly unknown[]).flatMap((url): readonly MediaPart[] =>
    typeof url === 'string'
      ? [{ _tag: 'Media', media: 'image', raw: { type: 'image_url', image_url: { url } } }]
      : [],
  )
}

function callParts(event: OpenHandsEvent, callId: string): readonly TurnPart[] {
  const call = toolCallOf(event)
  const name = typeof call?.name === 'string' ? call.name : event.word
  const argumentsJson = call?.argumentsJson ?? jsonTextOf(argumentsOf(event)) ?? '{}'
  const thought = event.word === 'think' ? [] : textsOf(event.fields['thought'])
  return [...thought, { _tag: 'Call', callId, name, argumentsJson }]
}

/** What an event says of itself and of how it was run, beside what was asked for. */
const NO_ARGUMENTS: ReadonlySet<string> = new Set([
  'action',
  'action_risk',
  'args',
  'blocking',
  'cause',
  'confirmation_state',
  'hidden',
  'id',
  'include_extra',
  'is_confirmed',
  'keep_prompt',
  'kernel_init_code',
  'llm_metrics',
  'message',
  'security_risk',
  'source',
  'timestamp',
  'tool_call_metadata',
])

function argumentsOf({ word, fields }: OpenHandsEvent): JsonRecord {
  return Object.fromEntries(
    Object.entries(fields).filter(
      ([key]) => !NO_ARGUMENTS.has(key) && (key !== 'thought' || word === 'think'),
    ),
  )
}

/** Thought and answer, each once; `finish` alone where nothing was said. */
function lastWordsOf(event: OpenHandsEvent): readonly TextPart[] {
  const { thought, final_thought: answer, outputs } = event.fields
  const said = textsOf(thought, answer === thought ? '' : answer)
  const given =
    Object.keys((outputs as JsonRecord | null | undefined) ?? {}).length === 0 ? '' : jsonTextOf(outputs)
  const words = [...said, ...textsOf(given)]
  return words.length > 0 ? words : [textPart(event.word)]
}

function typedIn(event: OpenHandsEvent): readonly TextPart[] {
  const { command, code } = event.fields
  if (event._tag === 'Observation') return textsOf(saidIn(event))
  if (typeof command === 'string') return textsOf(`$ ${command}`)
  return textsOf(typeof code === 'string' ? code : `${event.word} ${jsonTextOf(argumentsOf(event)) ?? ''}`)
}

const FAILED_WORDS: ReadonlySet<string> = new Set(['error', 'user_rejected'])

function resultPart(event: OpenHandsEvent, callId: string): TurnPart {
  const { word, raw, fields } = event
  const name = toolCallOf(event)?.name
  const text = saidIn(event)
  const said = textsOf(text === '' || text === undefined ? jsonTextOf(fields['outputs']) : text)
  return {
    _tag: 'Result',
    callId,
    ...(typeof name === 'string' ? { name } : {}),
    content: [...said, ...imagesOf(event)],
    isError: FAILED_WORDS.has(word) || raw['success'] === false,
  }
}
