/**
 * Which media parts does a provider refuse, and by which rule? One part for each thing that can be wrong with it.
 */
import type { JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
import type { MessageFormat } from '../../../src/hosts/transcripts/turn.js'
import type { ProviderRule } from '../../../src/hosts/transcripts/validate-messages.js'

export interface BrokenPart {
  readonly format: MessageFormat
  readonly part: JsonRecord
  readonly rule: ProviderRule
  /** Below the part. */
  readonly below: string
  /** Whether the part stands in a result, and not in a message of the user. */
  readonly isAnswer?: boolean
}

const listed =
  (format: MessageFormat, isAnswer = false) =>
  ([part, rule, below]: readonly [JsonRecord, ProviderRule, string]): BrokenPart => ({
    format,
    part,
    rule,
    below,
    isAnswer,
  })

const SVG = 'data:image/svg+xml;base64,AAAA'
const EMPTY = 'data:image/png;base64,'
const WEB = 'https://example.com/a.png'
const LONE = 'a\ud83d'
const source = (fields: JsonRecord) => ({ type: 'image', source: fields })
const png = { type: 'base64', media_type: 'image/png', data: 'AAAA' }

export const BROKEN_PARTS: readonly BrokenPart[] = [
  ...(
    [
      [{ type: 'image_url' }, 'media-source', '/image_url'],
      [{ type: 'image_url', image_url: WEB }, 'media-source', '/image_url'],
      [{ type: 'image_url', image_url: {} }, 'media-source', '/image_url/url'],
      [{ type: 'image_url', image_url: { url: 5 } }, 'media-source', '/image_url/url'],
      [{ type: 'image_url', image_url: { url: EMPTY } }, 'media-source', '/image_url/url'],
      [{ type: 'image_url', image_url: { url: SVG } }, 'media-source', '/image_url/url'],
      [{ type: 'image_url', image_url: { url: WEB, detail: 'huge' } }, 'wrong-shape', '/image_url/detail'],
      [{ type: 'image_url', image_url: { url: WEB, format: 'png' } }, 'known-field', '/image_url/format'],
      [{ type: 'image_url', image_url: { url: `${WEB}?${LONE}` } }, 'well-formed-text', '/image_url/url'],
      [
        { type: 'input_audio', input_audio: { data: '', format: 'wav' } },
        'media-source',
        '/input_audio/data',
      ],
      [{ type: 'input_audio', input_audio: { data: 'AAAA' } }, 'media-source', '/input_audio/format'],
      [
        { type: 'input_audio', input_audio: { data: 'AAAA', format: LONE } },
        'well-formed-text',
        '/input_audio/format',
      ],
      [{ type: 'file', data: 'AAAA' }, 'media-source', '/file'],
      [{ type: 'file', file: {} }, 'media-source', '/file'],
      [{ type: 'file', file: { file_id: '' } }, 'media-source', '/file/file_id'],
      [{ type: 'file', file: { file_id: 'f', file_data: 'AAAA' } }, 'media-source', '/file'],
      [
        { type: 'file', file: { file_data: 'data:audio/ogg;base64,AAAA' } },
        'media-source',
        '/file/file_data',
      ],
      [{ type: 'file', file: { file_id: 'f', filename: LONE } }, 'well-formed-text', '/file/filename'],
    ] as const
  ).map(listed('openai-chat')),
  ...(
    [
      [{ type: 'input_image' }, 'media-source', ''],
      [{ type: 'input_image', image_url: { url: WEB } }, 'media-source', '/image_url'],
      [{ type: 'input_image', image_url: EMPTY }, 'media-source', '/image_url'],
      [{ type: 'input_image', image_url: SVG }, 'media-source', '/image_url'],
      [{ type: 'input_image', image_url: WEB, file_id: 'f' }, 'media-source', ''],
      [{ type: 'input_image', file_id: '' }, 'media-source', '/file_id'],
      [{ type: 'input_image', file_id: LONE }, 'well-formed-text', '/file_id'],
      [{ type: 'input_image', image_url: WEB, detail: 5 }, 'wrong-shape', '/detail'],
      [{ type: 'input_image', image_url: WEB, cache_control: {} }, 'known-field', '/cache_control'],
      [{ type: 'input_file' }, 'media-source', ''],
      [{ type: 'input_file', file_data: 'x.y' }, 'media-source', '/file_data'],
      [{ type: 'input_file', file_url: 'a.pdf' }, 'media-source', '/file_url'],
      [{ type: 'input_file', file_id: 'f', filename: 'a.pdf' }, 'media-source', '/filename'],
      [{ type: 'input_file', file_data: 'AAAA', filename: 5 }, 'string-fields', '/filename'],
      [{ type: 'input_text', text: 'x', annotations: [] }, 'known-field', '/annotations'],
      [{ type: 'input_text', text: 'x', [LONE]: 1 }, 'well-formed-text', ''],
    ] as const
  ).flatMap((row) => [listed('openai-responses')(row), listed('openai-responses', true)(row)]),
  ...(
    [
      [{ type: 'image' }, 'media-source', '/source'],
      [source({ ...png, type: 'ftp' }), 'media-source', '/source'],
      [source({ ...png, data: '' }), 'media-source', '/source/data'],
      [source({ ...png, data: 'A' }), 'media-source', '/source/data'],
      [source({ ...png, data: LONE }), 'well-formed-text', '/source/data'],
      [source({ ...png, media_type: 'image/svg+xml' }), 'media-source', '/source/media_type'],
      [source({ ...png, name: 'a' }), 'known-field', '/source/name'],
      [source({ type: 'url', url: 'http://example.com/a.png' }), 'media-source', '/source/url'],
      [source({ type: 'file', file_id: 5 }), 'media-source', '/source/file_id'],
      [source({ type: 'content', content: 'x' }), 'media-source', '/source'],
      [{ ...source(png), detail: 'low' }, 'known-field', '/detail'],
      [{ ...source(png), cache_control: 5 }, 'cache-marks', '/cache_control'],
      [{ type: 'document', source: png }, 'media-source', '/source/media_type'],
      [
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: ' ' } },
        'media-source',
        '/source/data',
      ],
      [{ type: 'document', source: { type: 'content', content: [] } }, 'media-source', '/source/content'],
      [{ type: 'document', source: { type: 'url', url: WEB }, title: 5 }, 'string-fields', '/title'],
      [{ type: 'document', source: { type: 'url', url: WEB }, citations: true }, 'wrong-shape', '/citations'],
      [{ type: 'text', text: 'x', annotations: [] }, 'known-field', '/annotations'],
      [{ type: 'text', text: 'x', citations: 5 }, 'wrong-shape', '/citations'],
    ] as const
  ).flatMap((row) => [listed('anthropic-messages')(row), listed('anthropic-messages', true)(row)]),
  ...(
    [
      [{ type: 'image' }, 'string-fields', '/image'],
      [{ type: 'image', image: '' }, 'wrong-shape', '/image'],
      [{ type: 'image', image: EMPTY }, 'media-source', '/image'],
      [{ type: 'image', image: 'data:image/png,AAAA' }, 'media-source', '/image'],
      [{ type: 'image', image: 'x y' }, 'media-source', '/image'],
      [{ type: 'image', image: WEB, mediaType: 'png' }, 'media-source', '/mediaType'],
      [{ type: 'image', image: WEB, note: LONE }, 'well-formed-text', '/note'],
      [{ type: 'file', data: 'AAAA' }, 'string-fields', '/mediaType'],
      [{ type: 'file', data: 'ftp://example.com/a', mediaType: 'text/plain' }, 'media-source', '/data'],
      [{ type: 'file', data: 'AAAA', mediaType: '' }, 'media-source', '/mediaType'],
      [
        { type: 'file', data: 'AAAA', mediaType: 'text/plain', filename: LONE },
        'well-formed-text',
        '/filename',
      ],
    ] as const
  ).map(listed('ai-sdk')),
  ...(
    [
      [{ type: 'media', data: '', mediaType: 'image/png' }, 'media-source', '/data'],
      [{ type: 'image-data', data: 'AAAA', mediaType: 'png' }, 'media-source', '/mediaType'],
      [{ type: 'file-data', data: 'x y', mediaType: 'text/plain' }, 'media-source', '/data'],
      [{ type: 'image-url', url: 'a.png' }, 'wrong-shape', '/url'],
      [{ type: 'file-id', fileId: '' }, 'wrong-shape', '/fileId'],
      [{ type: 'image-file-id', fileId: {} }, 'wrong-shape', '/fileId'],
      [{ type: 'image-url', url: `${WEB}?${LONE}` }, 'well-formed-text', '/url'],
    ] as const
  ).map(listed('ai-sdk', true)),
]
