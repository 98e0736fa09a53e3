/**
 * What is one event of an OpenHands session? An action or an observation, in the flat form of older recordings or with
 * `args` and `extras`; which of them answer each other is for `openhands-links`.
 */
import { asRecord, listOf, type JsonRecord } from './json-record.js'

export interface OpenHandsEvent {
  readonly _tag: 'Action' | 'Observation'
  /** What was done or seen: `run`, `message`, `error`, ... */
  readonly word: string
  readonly raw: JsonRecord
  /** What belongs to the action or observation itself: `args` or `extras`, else the event's own fields. */
  readonly fields: JsonRecord
}

/** The event a value is, null when it is none. */
function openHandsEventOf(value: unknown): OpenHandsEvent | null {
  const raw = asRecord(value)
  if (raw === null || 'role' in raw || typeof raw['type'] === 'string') return null
  const { action, observation } = raw
  if (typeof action === 'string')
    return { _tag: 'Action', word: action, raw, fields: asRecord(raw['args']) ?? raw }
  if (typeof observation !== 'string') return null
  return { _tag: 'Observation', word: observation, raw, fields: asRecord(raw['extras']) ?? raw }
}

/** The events of an entry in order: one, or the action and the observation of a pair; null when it holds another thing. */
export function openHandsEventsOf(entry: unknown): readonly OpenHandsEvent[] | null {
  const values: readonly unknown[] = Array.isArray(entry) ? (entry as readonly unknown[]) : [entry]
  const events: OpenHandsEvent[] = []
  for (const value of values) {
    const event = openHandsEventOf(value)
    if (event === null) return null
    events.push(event)
  }
  return events.length === 0 ? null : events
}

/** How the model called a tool, where the event says so. */
export interface OpenHandsToolCall {
  readonly callId: string
  readonly name: unknown
  /** The provider's id of the answer that held the call; calls of one answer are parallel. */
  readonly responseId: unknown
  readonly model: unknown
  /** The arguments as the model wrote them, where the answer is kept. */
  readonly argumentsJson: string | null
}

export function toolCallOf({ raw }: OpenHandsEvent): OpenHandsToolCall | null {
  const metadata = asRecord(raw['tool_call_metadata'])
  const callId = metadata?.['tool_call_id']
  if (metadata === null || typeof callId !== 'string') return null
  const response = asRecord(metadata['model_response'])
  return {
    callId,
    name: metadata['function_name'],
    responseId: response?.['id'],
    model: response?.['model'],
    argumentsJson: argumentsIn(response, callId),
  }
}

function argumentsIn(response: JsonRecord | null, callId: string): string | null {
  const choice = asRecord(listOf(response?.['choices'])[0])
  for (const value of listOf(asRecord(choice?.['message'])?.['tool_calls'])) {
    const call = asRecord(value)
    const given = asRecord(call?.['function'])?.['arguments']
    if (call?.['id'] === callId && typeof given === 'string') return given
  }
  return null
}
