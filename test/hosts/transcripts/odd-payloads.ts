/**
 * Which sessions hold what a provider refuses, or takes under another role only? Payloads a provider takes, each then
 * made odd in many places; every text is still unique, so that it can be found again.
 */
import fc from 'fast-check'
import type { JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
import type { MessageFormat } from '../../../src/hosts/transcripts/turn.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { anyConversation, inputOf } from './written-conversations.js'

type Oddity = (message: JsonRecord, word: string) => JsonRecord

const DOCUMENT = (word: string) => ({
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: word },
})
const cache_control = { type: 'ephemeral' }

function partsOf({ content }: JsonRecord): readonly JsonRecord[] {
  if (Array.isArray(content)) return content as readonly JsonRecord[]
  return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : []
}

/** Adds a part in front. */
const withPart =
  (partOf: (word: string) => JsonRecord): Oddity =>
  (message, word) => ({ ...message, content: [partOf(word), ...partsOf(message)] })

/** Changes every call a message makes. */
const withCalls =
  (change: (call: JsonRecord) => JsonRecord): Oddity =>
  (message) => {
    const calls = message['tool_calls'] as readonly JsonRecord[] | undefined
    return calls === undefined ? message : { ...message, tool_calls: calls.map(change) }
  }

function asCustom(call: JsonRecord): JsonRecord {
  const { name, arguments: input } = call['function'] as JsonRecord
  return { id: call['id'], type: 'custom', custom: { name: `${String(name)} it`, input } }
}

const OPENAI: readonly Oddity[] = [
  (message) => message,
  withPart((text) => ({ type: 'output_text', text })),
  withPart((text) => ({ type: 'input_text', text })),
  withPart((refusal) => ({ type: 'refusal', refusal })),
  withPart(() => ({ type: 'refusal', refusal: '' })),
  withPart(() => ({ type: 'image_url', image_url: { url: 'https://example.com/a.png' } })),
  withCalls(({ type: _, ...call }) => call),
  withCalls((call) => ({ ...call, type: 'weird' })),
  withCalls((call) => ({ ...call, type: 'custom' })),
  withCalls(asCustom),
  (message) => ({ ...message, name: 'Ann <Smith>' }),
  (message) => ({ ...message, name: '' }),
  (message) => (message['role'] === 'assistant' ? { ...message, refusal: '' } : { ...message, name: null }),
  (message, word) => (message['role'] === 'assistant' ? { ...message, refusal: word, name: 'a b' } : message),
  (message) =>
    message['role'] === 'assistant'
      ? message
      : { ...message, tool_calls: [{ id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }] },
]

/** Changes every block of a message, each with a word of its own. */
const withBlocks =
  (change: (block: JsonRecord, word: string) => JsonRecord): Oddity =>
  (message, word) => ({
    ...message,
    content: partsOf(message).map((block, at) => change(block, word.replace('x', `${String(at)}x`))),
  })

const ANTHROPIC: readonly Oddity[] = [
  (message) => message,
  withPart(DOCUMENT),
  withPart((text) => ({ type: 'input_text', text })),
  withPart((id) => ({ type: 'server_tool_use', id, name: 'web_search', input: {} })),
  withPart(() => ({ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } })),
  (message) =>
    message['role'] === 'assistant'
      ? withPart(() => ({ type: 'redacted_thinking', data: '' }))(message, '')
      : message,
  (message) => ({ id: 'msg_1', type: 'message', usage: {}, ...message, stop_reason: null }),
  (message) => ({ ...message, x_note: 1 }),
  withBlocks((block) => ({ ...block, cache_control })),
  withBlocks((block) => ({ ...block, cache_control })),
  withBlocks((block, word) =>
    block['type'] === 'tool_result'
      ? { ...block, content: [{ type: 'json', json: 1 }, { type: 'text', text: ' ' }, DOCUMENT(word)] }
      : block,
  ),
  withBlocks((block) =>
    block['type'] === 'tool_result'
      ? { ...block, content: [{ type: 'text', text: 'found', cache_control }] }
      : block,
  ),
]
const ODDITIES = { 'openai-chat': OPENAI, 'anthropic-messages': ANTHROPIC } as const

/** A payload of the format that can be read in full, and that its provider would refuse for many reasons. */
export function oddPayload(format: MessageFormat): fc.Arbitrary<JsonRecord> {
  const oddities = fc.array(fc.nat(ODDITIES[format].length - 1), { minLength: 1, maxLength: 8 })
  const system = fc.constantFrom<unknown>(undefined, 'rules', [{ type: 'text', text: ' ', cache_control }])
  return fc.tuple(anyConversation, oddities, system).map(([{ turns, chosen }, picked, rules]) => {
    const written = writeMessages(format, inputOf(turns, chosen))
    if (!written.ok) throw new Error(written.error.message)
    const messages = written.value.payload.messages.map((message, index) => {
      const oddity = ODDITIES[format][picked[index % picked.length] ?? 0]
      return oddity?.(message, `w${String(9000 + index)}x`) ?? message
    })
    if (format === 'openai-chat' || rules === undefined) return { ...written.value.payload, messages }
    return { ...written.value.payload, system: rules, messages }
  })
}
