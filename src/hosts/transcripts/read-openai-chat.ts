/**
 * What does a message of the OpenAI Chat Completions API say? Ids are never converted, arguments never reformatted.
 */
import type { Role } from '../../contract/context-item.js'
import {
  MALFORMED,
  problemReading,
  type EntryReading,
  type PartsReading,
  type ReadPart,
} from './entry-reading.js'
import { asRecord, jsonTextOf, type JsonRecord } from './json-record.js'
import { mediaPart, partsOfContent, resultContentOf, textPartOf } from './parts-of-content.js'
import type { CallPart, TurnPart } from './turn.js'

/**
 * Reads one message. `reasoning_content`, which several compatible servers add, is read as unsigned reasoning.
 * The `function` role and `function_call`, which have no ids to pair by, are reported and not guessed at.
 */
export function readOpenAiChat(entry: unknown): EntryReading {
  const message = asRecord(entry)
  if (message === null) return problemReading('not-an-entry')
  const role = message['role']
  switch (role) {
    case 'system':
    case 'developer':
    case 'user':
      return turnOf(message, role, partsOfContent(message['content'], readPart))
    case 'assistant':
      return turnOf(message, role, assistantParts(message))
    case 'tool':
      return turnOf(message, role, toolParts(message))
    default:
      return typeof role === 'string' ? problemReading('unknown-role') : MALFORMED
  }
}

function turnOf(message: JsonRecord, role: Role, reading: PartsReading | null): EntryReading {
  if (reading === null) return MALFORMED
  const draft = { role, parts: reading.parts, from: 0, to: reading.rawParts }
  return {
    _tag: 'Turns',
    drafts: [draft],
    unknownPart: reading.unknownPart,
    actor: message['name'],
    carried: message,
  }
}

const readPart: ReadPart = (raw) => {
  switch (raw['type']) {
    case 'text':
      return textPartOf(raw['text'])
    case 'refusal':
      return textPartOf(raw['refusal'])
    case 'image_url':
    case 'image':
      return mediaPart('image', raw, raw['mimeType'])
    case 'input_audio':
      return mediaPart('audio', raw, undefined)
    case 'file':
      return mediaPart('file', raw, undefined)
    default:
      return 'unknown'
  }
}

function assistantParts(message: JsonRecord): PartsReading | null {
  const said = partsOfContent(message['content'] ?? '', readPart)
  const calls = callsOf(message['tool_calls'])
  if (said === null || calls === null || (message['function_call'] ?? null) !== null) return null
  const parts: TurnPart[] = []
  const reasoning = message['reasoning_content']
  if (typeof reasoning === 'string' && reasoning !== '') parts.push({ _tag: 'Thinking', text: reasoning })
  const refusal = message['refusal'] === '' ? null : textPartOf(message['refusal'])
  const audio = asRecord(message['audio'])
  const spoken = audio === null ? null : textPartOf(audio['transcript'])
  const further = [refusal, audio === null ? null : mediaPart('audio', audio, undefined), spoken, ...calls]
  return { ...said, parts: parts.concat(said.parts).concat(further.filter((part) => part !== null)) }
}

function callsOf(raw: unknown): readonly CallPart[] | null {
  if (raw === undefined || raw === null) return []
  if (!Array.isArray(raw)) return null
  const calls: CallPart[] = []
  for (const value of raw as readonly unknown[]) {
    const call = asRecord(value)
    const part = call === null ? null : callOf(call)
    if (part === null) return null
    calls.push(part)
  }
  return calls
}

/** A custom tool takes free text; a function takes JSON text, which some servers give as an object. */
function callOf(call: JsonRecord): CallPart | null {
  const custom = call['type'] === 'custom' ? asRecord(call['custom']) : null
  const callee = custom ?? asRecord(call['function'])
  const given = custom === null ? callee?.['arguments'] : callee?.['input']
  const argumentsJson =
    typeof given === 'string' ? given : asRecord(given) === null ? null : jsonTextOf(given)
  const callId = call['id']
  const name = callee?.['name']
  if (typeof callId !== 'string' || typeof name !== 'string' || argumentsJson === null) return null
  return { _tag: 'Call', callId, name, argumentsJson }
}

function toolParts(message: JsonRecord): PartsReading | null {
  const callId = message['tool_call_id']
  const result = resultContentOf(message['content'], readPart)
  if (typeof callId !== 'string' || result === null) return null
  const name = message['name']
  const named = typeof name === 'string' ? { name } : {}
  return { ...result, parts: [{ _tag: 'Result', callId, ...named, content: result.content, isError: false }] }
}
