/**
 * Which media parts can a session hold? For each format parts its provider takes, and the same with a field lost, emptied,
 * of another type, of another format or broken in its text.
 */
import fc from 'fast-check'
import type { JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
import type { MessageFormat } from '../../../src/hosts/transcripts/turn.js'

export const PNG = 'data:image/png;base64,iVBORw0KGgo='
const PDF = 'data:application/pdf;base64,JVBERi0x'
const WEB = 'https://example.com/a.png'
const cache_control = { type: 'ephemeral' }

const CHAT: readonly JsonRecord[] = [
  { type: 'image_url', image_url: { url: WEB } },
  { type: 'image_url', image_url: { url: PNG, detail: 'low' } },
  { type: 'input_audio', input_audio: { data: 'UklGRgAA', format: 'wav' } },
  { type: 'file', file: { file_data: PDF, filename: 'a.pdf' } },
  { type: 'file', file: { file_id: 'file_1' } },
  { type: 'text', text: 'a text' },
]
const RESPONSES: readonly JsonRecord[] = [
  { type: 'input_image', image_url: WEB, detail: 'auto' },
  { type: 'input_image', image_url: PNG, file_id: null, detail: 'high' },
  { type: 'input_image', file_id: 'file_1' },
  { type: 'input_file', file_data: PDF, filename: 'a.pdf' },
  { type: 'input_file', file_url: 'https://example.com/a.pdf' },
  { type: 'input_file', file_id: 'file_1', filename: null },
  { type: 'input_text', text: 'a text' },
]
const ANTHROPIC: readonly JsonRecord[] = [
  { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
  { type: 'image', source: { type: 'url', url: WEB }, cache_control },
  { type: 'image', source: { type: 'file', file_id: 'file_1' } },
  {
    type: 'document',
    source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' },
    title: 'T',
  },
  {
    type: 'document',
    source: { type: 'text', media_type: 'text/plain', data: 'memo' },
    citations: { enabled: true },
  },
  {
    type: 'document',
    source: { type: 'content', content: [{ type: 'text', text: 'inner' }] },
    context: null,
  },
  { type: 'document', source: { type: 'url', url: 'https://example.com/a.pdf' } },
  { type: 'text', text: 'a text', citations: null },
]
const AI_SDK: readonly JsonRecord[] = [
  { type: 'image', image: WEB },
  { type: 'image', image: PNG, mediaType: 'image/png' },
  { type: 'image', image: 'iVBORw0KGgo=' },
  { type: 'file', data: 'JVBERi0x', mediaType: 'application/pdf', filename: 'a.pdf' },
  {
    type: 'file',
    data: 'UklGRgAA',
    mediaType: 'audio/wav',
    providerOptions: { openai: { imageDetail: 'low' } },
  },
  { type: 'file', data: 'https://example.com/a.pdf', mediaType: 'application/pdf' },
  { type: 'text', text: 'a text' },
]
const AI_SDK_RESULTS: readonly JsonRecord[] = [
  { type: 'media', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
  { type: 'image-data', data: 'iVBORw0KGgo=', mediaType: 'image/png' },
  { type: 'image-url', url: WEB },
  { type: 'file-data', data: 'JVBERi0x', mediaType: 'application/pdf', filename: 'a.pdf' },
  { type: 'file-url', url: 'https://example.com/a.pdf' },
  { type: 'file-id', fileId: 'file_1' },
  { type: 'image-file-id', fileId: { openai: 'file_1' } },
  { type: 'text', text: 'a text' },
]

/** The parts of a user's message, and of a result, that the provider takes. */
export const VALID_PARTS: {
  readonly [F in MessageFormat]: {
    readonly said: readonly JsonRecord[]
    readonly answered: readonly JsonRecord[]
  }
} = {
  'openai-chat': { said: CHAT, answered: CHAT.slice(-1) },
  'openai-responses': { said: RESPONSES, answered: RESPONSES },
  'anthropic-messages': { said: ANTHROPIC, answered: ANTHROPIC },
  'ai-sdk': { said: AI_SDK, answered: AI_SDK_RESULTS },
}

/** What may stand in a field that holds something else: nothing, another type, another format, half a character. */
const JUNK: readonly unknown[] = [
  ...['', ' ', 'x y', 'a\ud83d', 'AAA', 'data:,', 'data:image/png;base64,', 'data:image/png,AAAA'],
  ...[
    'data:image/svg+xml;base64,AAAA',
    'data:audio/ogg;base64,AAAA',
    'data:text/plain;charset=utf-8;base64,AAAA',
  ],
  ...[
    'http://example.com/a.png',
    'ftp://example.com/a',
    'https://',
    'image/svg+xml',
    'image/jpg',
    'audio/mpeg',
  ],
  ...['iVBO\nRw0K', 'iVBORw0KGgo', '_-AA', 'AA=A', 'base64', 'url', 'file', 'text', 'auto'],
  ...[5, 0, null, true, {}, [], [1], { url: WEB }, { url: 5 }, { type: 'url', url: WEB }, { type: 'base64' }],
]
const FOREIGN: readonly JsonRecord[] = [
  { cache_control },
  { cache_control: { type: 'long' } },
  { annotations: [] },
  { providerOptions: 5 },
  { media_type: 'image/png' },
  { image_url: WEB },
  { file_id: 'file_2' },
  { file_data: '' },
  { detail: 'huge' },
  { data: 'AAAA' },
  { filename: 7 },
  { 'k\udc00': 1 },
]

const TYPES = [CHAT, RESPONSES, ANTHROPIC, AI_SDK, AI_SDK_RESULTS].flat()

interface Pick {
  readonly part: number
  readonly does: 'nothing' | 'lose' | 'put' | 'add' | 'swap'
  readonly path: number
  readonly junk: number
}

const anyPick: fc.Arbitrary<Pick> = fc.record({
  part: fc.nat(40),
  does: fc.constantFrom(
    ...Array<'nothing'>(5).fill('nothing'),
    'lose' as const,
    'put' as const,
    'put' as const,
    'add' as const,
    'swap' as const,
  ),
  path: fc.nat(12),
  junk: fc.nat(80),
})

function pathsOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsOf(inner, [...path, key])])
}

function at(root: any, path: readonly string[]): any {
  return path.reduce((value, key) => value[key], root)
}

function broken(valid: readonly JsonRecord[], { part, does, path, junk }: Pick): JsonRecord {
  const made = structuredClone(valid[part % valid.length]) as JsonRecord
  if (does === 'nothing') return made
  if (does === 'swap') return structuredClone(TYPES[(part + junk) % TYPES.length]) as JsonRecord
  const paths = pathsOf(made)
  const chosen = paths[path % paths.length] as readonly string[]
  const holder = at(made, chosen.slice(0, -1))
  const isListed = Array.isArray(holder)
  if (does === 'lose' && isListed) holder.splice(Number(chosen.at(-1)), 1)
  else if (does === 'lose') delete holder[chosen.at(-1) as string]
  else if (does === 'put') holder[chosen.at(-1) as string] = structuredClone(JUNK[junk % JUNK.length])
  else Object.assign(isListed ? made : holder, FOREIGN[junk % FOREIGN.length])
  return made
}

/** A conversation that shows parts and answers with parts, none or some of them broken. */
export function mediaPayload(
  format: MessageFormat,
  said: readonly JsonRecord[],
  answered: readonly JsonRecord[],
): JsonRecord {
  switch (format) {
    case 'openai-chat':
      return {
        messages: [
          { role: 'user', content: 'go' },
          { role: 'assistant', content: 'ok' },
          { role: 'user', content: said },
          {
            role: 'assistant',
            content: null,
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'look', arguments: '{}' } }],
          },
          { role: 'tool', tool_call_id: 'a', content: answered },
        ],
      }
    case 'openai-responses':
      return {
        input: [
          { role: 'user', content: 'go' },
          { role: 'assistant', content: 'ok' },
          { role: 'user', content: said },
          { type: 'function_call', call_id: 'a', name: 'look', arguments: '{}' },
          { type: 'function_call_output', call_id: 'a', output: answered },
        ],
      }
    case 'anthropic-messages':
      return {
        messages: [
          { role: 'user', content: 'go' },
          { role: 'assistant', content: 'ok' },
          { role: 'user', content: said },
          { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: answered }] },
        ],
      }
    case 'ai-sdk':
      return {
        messages: [
          { role: 'user', content: 'go' },
          { role: 'assistant', content: 'ok' },
          { role: 'user', content: said },
          {
            role: 'assistant',
            content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'look', input: {} }],
          },
          {
            role: 'tool',
            content: [
              {
                type: 'tool-result',
                toolCallId: 'a',
                toolName: 'look',
                output: { type: 'content', value: answered },
              },
            ],
          },
        ],
      }
  }
}

export function anyMediaPayload(format: MessageFormat): fc.Arbitrary<JsonRecord> {
  const { said, answered } = VALID_PARTS[format]
  const picks = fc.array(anyPick, { minLength: 1, maxLength: 3 })
  return fc.tuple(picks, picks).map(([shown, told]) =>
    mediaPayload(
      format,
      shown.map((pick) => broken(said, pick)),
      told.map((pick) => broken(answered, pick)),
    ),
  )
}
