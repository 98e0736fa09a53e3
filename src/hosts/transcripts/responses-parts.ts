/**
 * What does one item of OpenAI Responses say? Ids are never converted, arguments never reformatted; what nobody knows is
 * read as its JSON and said to be so.
 */
import type { Role } from '../../contract/context-item.js'
import type { PartsReading, ReadPart } from './entry-reading.js'
import { asRecord, jsonTextOf, listOf, type JsonRecord } from './json-record.js'
import { mediaPart, partsOfContent, resultContentOf, textPart, textPartOf } from './parts-of-content.js'
import { kindOfItem, toolNameOf, typeOfItem } from './responses-kinds.js'
import type { ResultPart, TurnPart } from './turn.js'

/** An item as a turn to be. */
export interface ItemReading extends PartsReading {
  readonly role: Role
}

const ROLES: ReadonlySet<unknown> = new Set<Role>(['system', 'developer', 'user', 'assistant'])

/** Reads one item; null where it has not the shape of its kind, `unknown-role` for a role the format does not have. */
export function readResponsesItem(item: JsonRecord): ItemReading | 'unknown-role' | null {
  const { role } = item
  switch (kindOfItem(item)) {
    case 'message': {
      if (!ROLES.has(role)) return typeof role === 'string' ? 'unknown-role' : null
      return readAs(role as Role, partsOfContent(item['content'], readPart))
    }
    case 'reasoning':
      return readAs('assistant', whole(reasoningPart(item)))
    case 'call':
      return readAs('assistant', whole(callPart(item)))
    case 'output':
      return readAs('tool', outputParts(item))
    case 'hosted':
      return readAs('assistant', hostedParts(item))
    case 'sent':
      return readAs(item['type'] === 'mcp_approval_response' ? 'user' : 'tool', jsonParts(item))
    case 'unknown':
      return typeof item['type'] === 'string' ? readAs('assistant', jsonParts(item)) : null
  }
}

function readAs(role: Role, reading: PartsReading | null): ItemReading | null {
  return reading === null ? null : { ...reading, role }
}

function whole(part: TurnPart | null): PartsReading | null {
  return part === null ? null : { parts: [part], rawParts: 1, unknownPart: false }
}

const readPart: ReadPart = (raw) => {
  switch (raw['type']) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return textPartOf(raw['text'])
    case 'refusal':
      return textPartOf(raw['refusal'])
    case 'input_image':
    case 'computer_screenshot':
      return mediaPart('image', raw, undefined)
    case 'input_audio':
      return mediaPart('audio', raw, undefined)
    case 'input_file':
      return mediaPart('file', raw, undefined)
    default:
      return 'unknown'
  }
}

/** The summary first, then the reasoning itself where the model shows it. */
function reasoningPart({ summary, content, encrypted_content: encrypted }: JsonRecord): TurnPart | null {
  const texts = [...listOf(summary), ...listOf(content)].map((value) => asRecord(value)?.['text'])
  if (texts.some((text) => typeof text !== 'string')) return null
  const text = texts.join('\n')
  return typeof encrypted === 'string' ? { _tag: 'Thinking', text, encrypted } : { _tag: 'Thinking', text }
}

/** A call that hands nothing over hands over an empty object, or an empty text where the tool takes text. */
function callPart(item: JsonRecord): TurnPart | null {
  const callId = callIdOf(item)
  const type = typeOfItem(item) ?? ''
  const isNamed = type === 'function_call' || type === 'custom_tool_call'
  const name = isNamed ? item['name'] : toolNameOf(type)
  if (callId === null || typeof name !== 'string') return null
  const given = isNamed ? (item['arguments'] ?? item['input']) : (item['action'] ?? item['operation'])
  const nothing = type === 'custom_tool_call' ? '' : '{}'
  const argumentsJson = typeof given === 'string' ? given : (jsonTextOf(given ?? null) ?? '')
  return { _tag: 'Call', callId, name, argumentsJson: (given ?? null) === null ? nothing : argumentsJson }
}

/** The local shell's outputs give the id of their call as their own. */
export function callIdOf(item: JsonRecord): string | null {
  const id =
    item['call_id'] ?? (typeOfItem(item)?.startsWith('local_shell_call') === true ? item['id'] : null)
  return typeof id === 'string' ? id : null
}

function outputParts(item: JsonRecord): PartsReading | null {
  const callId = callIdOf(item)
  if (callId === null) return null
  const { output, status } = item
  const wrapped = asRecord(output)
  const said = wrapped !== null && typeof wrapped['content'] === 'string' ? wrapped['content'] : output
  const list = asRecord(said) === null ? said : [said]
  const read = resultContentOf(list, readPart)
  const content = read?.content ?? [textPart(jsonTextOf(said) ?? '')]
  const isError = wrapped?.['success'] === false || status === 'failed'
  const part: ResultPart = { _tag: 'Result', callId, content, isError }
  return { parts: [part], rawParts: 1, unknownPart: read?.unknownPart ?? true }
}

/** A picture the model drew is a picture; what a compaction left is closed to all but the provider. */
function hostedParts(item: JsonRecord): PartsReading | null {
  const { result, encrypted_content: encrypted } = item
  const type = typeOfItem(item)
  if (type === 'image_generation_call' && typeof result === 'string')
    return whole(mediaPart('image', item, undefined))
  if (type === 'compaction' && typeof encrypted === 'string')
    return whole({ _tag: 'Thinking', text: '', encrypted })
  return jsonParts(item)
}

function jsonParts(item: JsonRecord): PartsReading | null {
  const json = jsonTextOf(item)
  return json === null ? null : { parts: [textPart(json)], rawParts: 1, unknownPart: true }
}
