/**
 * What do written messages say, in parts that can be counted? Reads the payload only, each message on its own.
 */
import { aiSdkCounted } from './ai-sdk-counted.js'
import { argumentsOf } from './call-input.js'
import { isEarlierNote, isMark } from './fixed-texts.js'
import { asRecord, jsonTextOf, withoutKey, type JsonRecord } from './json-record.js'
import { payloadKeyOf } from './payload-items.js'
import { responsesCounted } from './responses-counted.js'
import { isMessageFormat, type MessageFormat, type TurnPart } from './turn.js'

/** A message, or the system text, which costs the overhead of one message whatever its blocks. */
export interface CountedMessage {
  readonly parts: readonly TurnPart[]
  /** Parts the writer added on its own: a mark, or the note before the oldest message. */
  readonly fixed: readonly TurnPart[]
}

/** The messages in order, system text first; null where the payload has not the shape of a known format. */
export function payloadParts(format: MessageFormat, payload: unknown): readonly CountedMessage[] | null {
  const request = isMessageFormat(format) ? asRecord(payload) : null
  if (request === null) return null
  const list = request[payloadKeyOf(format)]
  if (!Array.isArray(list)) return null
  const messages: JsonRecord[] = []
  for (const value of list) {
    const message = asRecord(value)
    if (message === null) return null
    messages.push(message)
  }
  return countedMessages(format, messages, request)
}

function countedMessages(
  format: MessageFormat,
  messages: readonly JsonRecord[],
  request: JsonRecord,
): readonly CountedMessage[] {
  switch (format) {
    case 'openai-chat':
      return messages.map(openAiMessage)
    case 'openai-responses':
      return responsesCounted(messages)
    case 'ai-sdk':
      return aiSdkCounted(messages)
    case 'anthropic-messages': {
      const parts = listOf(request['system']).flatMap(partsOf)
      const system: readonly CountedMessage[] = parts.length > 0 ? [{ parts, fixed: [] }] : []
      return system.concat(messages.map(anthropicMessage))
    }
  }
}

function openAiMessage(message: JsonRecord): CountedMessage {
  if (message['role'] === 'tool' && isMark(message)) return { parts: [], fixed: partsOf(message['content']) }
  const parts: TurnPart[] = []
  const reasoning = message['reasoning_content']
  if (typeof reasoning === 'string') parts.push({ _tag: 'Thinking', text: reasoning })
  for (const value of listOf(message['content'])) append(parts, partsOf(value))
  append(parts, partsOf(message['refusal'] ?? ''))
  const audio = asRecord(message['audio'])
  if (audio !== null) append(parts, [media('audio', audio), ...partsOf(audio['transcript'] ?? '')])
  for (const value of listOf(message['tool_calls'])) {
    const call = asRecord(value)
    const callee = asRecord(call?.['function']) ?? asRecord(call?.['custom'])
    parts.push(callPart(callee?.['name'], callee?.['arguments'] ?? callee?.['input']))
  }
  return { parts, fixed: [] }
}

function anthropicMessage(message: JsonRecord): CountedMessage {
  const parts: TurnPart[] = []
  const fixed: TurnPart[] = []
  for (const value of listOf(message['content'])) {
    const block = asRecord(value)
    const result = block?.['type'] === 'tool_result' ? block : null
    if (result === null) append(isEarlierNote(message) ? fixed : parts, partsOf(value))
    else for (const inner of listOf(result['content'])) append(isMark(result) ? fixed : parts, partsOf(inner))
  }
  return { parts, fixed }
}

const MEDIA: ReadonlyMap<unknown, 'image' | 'audio' | 'file'> = new Map([
  ['image_url', 'image'],
  ['image', 'image'],
  ['input_audio', 'audio'],
  ['file', 'file'],
])

/** One block; what nobody knows is counted as the text of its JSON, as it was read. */
function partsOf(value: unknown): readonly TurnPart[] {
  if (typeof value === 'string') return [{ _tag: 'Text', text: value }]
  const block = asRecord(value)
  const type = block?.['type']
  const kind = MEDIA.get(type) ?? (isMediaDocument(block) ? 'file' : undefined)
  if (block !== null && kind !== undefined) return [media(kind, block)]
  const { text, refusal, thinking, data, name, input } = block ?? {}
  if (type === 'text' && typeof text === 'string') return [{ _tag: 'Text', text }]
  if (type === 'refusal' && typeof refusal === 'string') return [{ _tag: 'Text', text: refusal }]
  if (type === 'thinking' && typeof thinking === 'string') return [{ _tag: 'Thinking', text: thinking }]
  if (type === 'redacted_thinking' && typeof data === 'string')
    return [{ _tag: 'Thinking', text: '', redacted: data }]
  if (type === 'tool_use') return [callPart(name, argumentsOf(input))]
  // A mark of a cache point is no part of what the model reads.
  const read = block === null ? value : withoutKey(block, 'cache_control')
  return [{ _tag: 'Text', text: jsonTextOf(read) ?? '' }]
}

/** A document given as text or blocks is read by the model as text. */
function isMediaDocument(block: JsonRecord | null): boolean {
  const source = block?.['type'] === 'document' ? asRecord(block['source'])?.['type'] : 'text'
  return source !== 'text' && source !== 'content'
}

function callPart(name: unknown, given: unknown): TurnPart {
  const argumentsJson = typeof given === 'string' ? given : (jsonTextOf(given) ?? '')
  return { _tag: 'Call', callId: '', name: typeof name === 'string' ? name : '', argumentsJson }
}

function media(kind: 'image' | 'audio' | 'file', raw: JsonRecord): TurnPart {
  return { _tag: 'Media', media: kind, raw }
}

function listOf(content: unknown): readonly unknown[] {
  if (content === undefined || content === null) return []
  return Array.isArray(content) ? content : [content]
}

function append(parts: TurnPart[], more: readonly TurnPart[]): void {
  for (const part of more) parts.push(part)
}
