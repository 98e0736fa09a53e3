/**
 * Which sessions hold what a provider refuses, or takes under another role only? Payloads a provider takes, each then
 * made odd in many places; every text is still unique, so that it can be found again.
 */
import fc from 'fast-check'
import type { JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
import type { MessageFormat } from '../../../src/hosts/transcripts/turn.js'
import { payloadItems, payloadKeyOf } from '../../../src/hosts/transcripts/payload-items.js'
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

/** Adds a part in front of what a message says, or of what an output holds. */
const withSaid =
  (partOf: (word: string) => JsonRecord): Oddity =>
  (item, word) => {
    if ('role' in item) return { ...item, content: [partOf(word), ...saidIn(item['content'], item['role'])] }
    const output = item['type'] === 'function_call_output' ? saidIn(item['output'], 'user') : null
    return output === null ? item : { ...item, output: [partOf(word), ...output] }
  }

function saidIn(content: unknown, role: unknown): readonly JsonRecord[] {
  if (Array.isArray(content)) return content as readonly JsonRecord[]
  const type = role === 'assistant' ? 'output_text' : 'input_text'
  return typeof content === 'string' && content !== '' ? [{ type, text: content }] : []
}

/** Changes every item of a kind. */
const withKind =
  (kind: string, change: (item: JsonRecord, word: string) => JsonRecord): Oddity =>
  (item, word) =>
    item['type'] === kind ? change(item, word) : item

/** Puts something else in the place of a message; the last word of a conversation stays. */
const insteadOfWords =
  (make: (word: string) => JsonRecord): Oddity =>
  (item, word) =>
    'role' in item && item['content'] !== 'says goodbye' ? make(word) : item

const RESPONSES: readonly Oddity[] = [
  (item) => item,
  withSaid((text) => ({ type: 'text', text })),
  withSaid((text) => ({ type: 'output_text', text, annotations: [] })),
  withSaid((text) => ({ type: 'input_text', text })),
  withSaid((refusal) => ({ type: 'refusal', refusal })),
  withSaid(() => ({ type: 'input_text', text: '' })),
  withSaid(() => ({ type: 'input_image', image_url: 'https://example.com/a.png', detail: 'auto' })),
  withSaid(() => ({ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } })),
  withSaid((word) => ({ type: 'weird', word })),
  withKind('function_call', (item) => ({ ...item, id: 'fc_1', status: 'completed', summary: 'short' })),
  withKind('function_call', (item) => ({ ...item, id: item['call_id'], created_by: 'x' })),
  withKind('function_call', ({ arguments: input, ...item }) => ({
    ...item,
    type: 'custom_tool_call',
    input,
  })),
  withKind('function_call', ({ call_id, arguments: given }) => ({
    type: 'local_shell_call',
    id: 'lsh_1',
    call_id,
    action: { type: 'exec', command: ['echo', given] },
    status: 'completed',
  })),
  withKind('function_call', ({ arguments: _, ...item }) => item),
  withKind('function_call_output', (item) => ({ ...item, type: 'custom_tool_call_output' })),
  withKind('function_call_output', ({ output, ...item }) => ({
    ...item,
    output: { content: output, success: false },
  })),
  insteadOfWords((word) => ({ type: 'web_search_call', id: 'ws_1', status: 'completed', word })),
  insteadOfWords((word) => ({ type: 'from_tomorrow', word })),
  insteadOfWords((word) => ({ type: 'item_reference', id: `msg_${word}` })),
  insteadOfWords((word) => ({ type: 'tool_search_output', tools: [word] })),
  insteadOfWords(() => ({ type: 'reasoning', id: 'rs_1', summary: [] })),
  insteadOfWords((text) => ({
    type: 'reasoning',
    summary: [{ type: 'summary_text', text }],
    encrypted_content: 'AAAA',
  })),
  insteadOfWords((text) => ({ type: 'reasoning', summary: [{ type: 'summary_text', text }] })),
  (item) => ('role' in item ? { ...item, type: 'message', id: 'item_1', name: 'Ann' } : item),
  (item) => ('role' in item ? { ...item, type: 'message', id: 'msg_1', status: 'completed' } : item),
]

/** Changes what only messages of one role have. */
const withRole =
  (role: string, change: Oddity): Oddity =>
  (message, word) =>
    message['role'] === role ? change(message, word) : message

/** Changes every part of a type, each with a word of its own. */
const withType =
  (type: string, change: (part: JsonRecord, word: string) => JsonRecord): Oddity =>
  (message, word) =>
    Array.isArray(message['content'])
      ? withBlocks((part, own) => (part['type'] === type ? change(part, own) : part))(message, word)
      : message

/** As version 4 wrote calls and results. */
const asVersion4: Oddity = (message, word) =>
  withType('tool-result', ({ output, ...part }) => ({
    ...part,
    result: (output as JsonRecord)['value'],
    isError: true,
  }))(withType('tool-call', ({ input, ...part }) => ({ ...part, args: input }))(message, word), word)

/** As an interface keeps a message without calls. */
const asInterface: Oddity = (message, word) => {
  const parts = partsOf(message)
  if (message['role'] === 'tool' || parts.some(({ type }) => type !== 'text' && type !== 'reasoning'))
    return message
  const { role } = message
  const shown = parts.map((part) => ({
    ...part,
    state: 'done',
    providerMetadata: { openai: { itemId: 'm' } },
  }))
  const data = [
    { type: 'data-weather', data: { at: 1 } },
    { type: 'source-url', sourceId: 's', url: 'u' },
  ]
  return { id: word, role, metadata: { at: 1 }, parts: [{ type: 'step-start' }, ...shown, ...data] }
}

const hosted = (type: string, id: string, fields: JsonRecord) => ({
  type,
  toolCallId: id,
  toolName: 'search',
  ...fields,
})

const AI_SDK: readonly Oddity[] = [
  (message) => message,
  withPart((text) => ({ type: 'text', text })),
  withPart(() => ({ type: 'text', text: '' })),
  withPart(() => ({ type: 'text', text: ' \n' })),
  withPart((text) => ({ type: 'text', text, providerOptions: null })),
  withPart((text) => ({ type: 'input_text', text })),
  withPart(() => ({ type: 'image', image: 'https://example.com/a.png' })),
  withRole(
    'user',
    withPart(() => ({ type: 'image', image: { type: 'Buffer', data: [1] } })),
  ),
  withRole(
    'user',
    withPart(() => ({ type: 'file', data: 'AAAA', mimeType: 'application/pdf' })),
  ),
  withRole(
    'assistant',
    withPart(() => ({ type: 'file', data: 'AAAA', mediaType: 'image/png' })),
  ),
  withRole(
    'assistant',
    withPart((text) => ({ type: 'reasoning', text })),
  ),
  withRole(
    'assistant',
    withPart(() => ({ type: 'redacted-reasoning', data: 'AAAA' })),
  ),
  withRole(
    'assistant',
    withPart((q) => hosted('tool-call', `h${q}`, { input: { q: 1 }, providerExecuted: true })),
  ),
  withRole(
    'assistant',
    withPart(() => hosted('tool-call', 'hosted', { input: {}, providerExecuted: true })),
  ),
  withRole(
    'assistant',
    withPart(() => hosted('tool-result', 'hosted', { output: { type: 'json', value: 1 } })),
  ),
  withRole(
    'assistant',
    withPart((id) => ({ type: 'tool-approval-request', approvalId: id, toolCallId: 'x' })),
  ),
  withRole(
    'tool',
    withPart((id) => ({ type: 'tool-approval-response', approvalId: id, approved: true })),
  ),
  asVersion4,
  withType('tool-call', ({ input: _, ...part }) => part),
  withType('tool-call', (part) => ({ ...part, toolName: '', input: 'not json' })),
  withType('tool-call', (part) => ({ ...part, providerOptions: { a: 1 }, dynamic: true })),
  withType('tool-result', (part, value) => ({ ...part, output: { type: 'xml', value } })),
  withType('tool-result', (part, value) => ({ ...part, output: value })),
  withType('tool-result', (part) => ({ ...part, output: { type: 'execution-denied' } })),
  withType('tool-result', (part, text) => ({
    ...part,
    output: {
      type: 'content',
      value: [
        { type: 'text', text: ' ' },
        { type: 'text', text },
        { type: 'image-data', data: 'AAAA', mediaType: 'image/png' },
        { type: 'file-id', fileId: 'f' },
      ],
    },
  })),
  withType('tool-result', ({ toolName: _, ...part }) => part),
  asInterface,
  asInterface,
  (message) => ({ ...message, providerOptions: 'none', name: 'Ann' }),
]

const ODDITIES: { readonly [F in MessageFormat]: readonly Oddity[] } = {
  'openai-chat': OPENAI,
  'openai-responses': RESPONSES,
  'anthropic-messages': ANTHROPIC,
  'ai-sdk': AI_SDK,
}

/** A payload of the format that can be read in full, and that its provider would refuse for many reasons. */
export function oddPayload(format: MessageFormat): fc.Arbitrary<JsonRecord> {
  const oddities = fc.array(fc.nat(ODDITIES[format].length - 1), { minLength: 1, maxLength: 8 })
  const system = fc.constantFrom<unknown>(undefined, 'rules', [{ type: 'text', text: ' ', cache_control }])
  return fc.tuple(anyConversation, oddities, system).map(([{ turns, chosen }, picked, rules]) => {
    const written = writeMessages(format, inputOf(turns, chosen))
    if (!written.ok) throw new Error(written.error.message)
    const items = payloadItems(format, written.value.payload) as readonly JsonRecord[]
    const messages = items.map((message, index) => {
      const oddity = ODDITIES[format][picked[index % picked.length] ?? 0]
      return oddity?.(message, `w${String(9000 + index)}x`) ?? message
    })
    const payload = { ...written.value.payload, [payloadKeyOf(format)]: messages }
    return format === 'anthropic-messages' && rules !== undefined ? { ...payload, system: rules } : payload
  })
}
