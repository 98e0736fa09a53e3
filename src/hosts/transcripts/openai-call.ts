/**
 * How does a call stand in an OpenAI message? As it came where the provider takes it, else under an id, a name and a
 * type that it takes; arguments are never changed.
 */
import type { MadeCall } from './answer-calls.js'
import { asRecord, type JsonRecord } from './json-record.js'
import type { Omissions } from './omissions.js'
import { OPENAI_NAME_LENGTH_MAX, wireName } from './wire-name.js'

interface CallWriting {
  readonly ids: ReadonlyMap<MadeCall, string>
  readonly omissions: Omissions
}

/** The call, which is a custom tool's only where it names one; every other is a function's, as it was read. */
export function openAiCall(
  call: MadeCall,
  raw: JsonRecord | null,
  { ids, omissions }: CallWriting,
): JsonRecord {
  const id = ids.get(call) ?? call.part.callId
  const name = wireName(call.part.name, OPENAI_NAME_LENGTH_MAX)
  if (name !== call.part.name) omissions.note(call.itemId, 'tool-name-changed')
  const { argumentsJson } = call.part
  const custom = customOf(raw)
  if (custom !== null) return { ...raw, id, custom: { ...custom, name, input: argumentsJson } }
  const callee = { ...asRecord(raw?.['function']), name, arguments: argumentsJson }
  return { ...raw, id, type: 'function', function: callee }
}

/** Whether a call may go exactly as it came. */
export function isKeptCall(
  call: MadeCall,
  raw: JsonRecord | null,
  { ids }: Pick<CallWriting, 'ids'>,
): boolean {
  if (raw === null || raw['id'] !== ids.get(call)) return false
  if (wireName(call.part.name, OPENAI_NAME_LENGTH_MAX) !== call.part.name) return false
  const custom = customOf(raw)
  if (custom !== null) return typeof custom['input'] === 'string'
  return raw['type'] === 'function' && typeof asRecord(raw['function'])?.['arguments'] === 'string'
}

function customOf(raw: JsonRecord | null): JsonRecord | null {
  return raw?.['type'] === 'custom' ? asRecord(raw['custom']) : null
}
