/**
 * Do the same data have the same measures in every format, so that a recount never disagrees?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { base64Bytes, latin1Of } from '../../../src/hosts/transcripts/base64-bytes.js'
import { recountTotal } from '../../../src/hosts/transcripts/count-payload.js'
import { mediaShapeOf } from '../../../src/hosts/transcripts/media-shape.js'
import { MESSAGE_FORMATS, type TranscriptFormat } from '../../../src/hosts/transcripts/turn.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { gifOf, jpegOf, pdfOf, pngOf, wavOf, webpOf } from './media-data-of.js'
import { COUNTER, inputOf, OVERHEAD, totalOf } from './written-conversations.js'
import { readOnly } from './session-reading.js'

test('REQ-HOST-286 every byte behind base64 is found at its place, and none outside', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), (bytes) => {
      const view = base64Bytes(Buffer.from(bytes).toString('base64'))
      assert.is(view?.length, bytes.length)
      assert.is(
        view === null ? '' : latin1Of(view, 0, bytes.length + 9),
        Buffer.from(bytes).toString('latin1'),
      )
      assert.is(view?.at(bytes.length), -1)
      assert.is(view?.at(-1), -1)
    }),
    { numRuns: 200 },
  )
})

const sides = fc.record({
  width: fc.integer({ min: 1, max: 16_383 }),
  height: fc.integer({ min: 1, max: 16_383 }),
})
const image: fc.Arbitrary<readonly [mimeType: string, data: string]> = fc
  .tuple(sides, fc.nat(5), fc.nat(300))
  .map(([size, kind, more]) => {
    if (kind === 0) return ['image/png', pngOf(size, more)]
    if (kind === 1) return ['image/jpeg', jpegOf(size, more)]
    if (kind === 2) return ['image/gif', gifOf(size, more)]
    return ['image/webp', webpOf(size, (['VP8 ', 'VP8L', 'VP8X'] as const)[kind - 3] ?? 'VP8 ', more)]
  })

/** An image in the words of each format. */
function spellings(mimeType: string, data: string): readonly object[] {
  const url = `data:${mimeType};base64,${data}`
  return [
    { type: 'image_url', image_url: { url } },
    { type: 'image_url', image_url: url },
    { type: 'input_image', image_url: url, detail: 'auto' },
    { type: 'image', source: { type: 'base64', media_type: mimeType, data } },
    { type: 'image', mimeType, data },
    { type: 'image', image: data, mediaType: mimeType },
    { type: 'file', data, mediaType: mimeType },
    { type: 'file', url, mediaType: mimeType },
    { type: 'image_generation_call', result: data },
  ]
}

test('REQ-HOST-286 the same image has the same measures in every spelling', () => {
  fc.assert(
    fc.property(image, ([mimeType, data]) => {
      const shapes = spellings(mimeType, data).map((raw) => mediaShapeOf({ media: 'image', raw }))
      for (const shape of shapes) assert.equal(shape, shapes[0])
      assert.ok((shapes[0]?.widthPixels ?? 0) > 0)
    }),
    { numRuns: 50 },
  )
})

test('REQ-HOST-286 any base64 has a shape that ends, with whole measures', () => {
  const heads = [
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [0xff, 0xd8, 0xff],
    [0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
  ]
  const riff = (kind: string) => [...Buffer.from(`RIFF\0\0\0\0${kind}`)]
  const anyHead = fc.constantFrom(
    ...heads,
    riff('WEBPVP8 '),
    riff('WEBPVP8L'),
    riff('WEBPVP8X'),
    riff('WAVEfmt '),
    [],
  )
  fc.assert(
    fc.property(anyHead, fc.uint8Array({ maxLength: 120 }), (head, rest) => {
      const data = Buffer.concat([Buffer.from(head), rest]).toString('base64')
      const {
        media: _,
        mimeType: __,
        ...measures
      } = mediaShapeOf({ media: 'image', raw: { type: 'image', data } })
      for (const value of Object.values(measures)) assert.ok(Number.isSafeInteger(value) && value >= 0)
    }),
    { numRuns: 300 },
  )
})

const sound = fc
  .tuple(fc.integer({ min: 1, max: 200_000 }), fc.nat(5000))
  .map(([rate, bytes]) => wavOf(rate, bytes))
const file = fc
  .integer({ min: 1, max: 900 })
  .map((pages) => pdfOf(`<</Type /Pages /Count ${String(pages)}>>`, pages * 64))
const anyText = fc.string({ maxLength: 30 }).map((text) => Buffer.from(text).toString('base64'))

const base64Url = (type: string, data: string) => `data:${type};base64,${data}`

/** Parts of a user message of each format. */
const PARTS: readonly (readonly [kind: string, TranscriptFormat, fc.Arbitrary<object>])[] = [
  [
    'images',
    'openai-chat',
    image.map(([type, data]) => ({ type: 'image_url', image_url: { url: base64Url(type, data) } })),
  ],
  [
    'sounds',
    'openai-chat',
    sound.map((data) => ({ type: 'input_audio', input_audio: { data, format: 'wav' } })),
  ],
  [
    'documents',
    'openai-chat',
    file.map((data) => ({ type: 'file', file: { file_data: base64Url('application/pdf', data) } })),
  ],
  [
    'tables',
    'openai-chat',
    anyText.map((data) => ({ type: 'file', file: { file_data: base64Url('text/csv', data) } })),
  ],
  [
    'images',
    'anthropic-messages',
    image.map(([media_type, data]) => ({ type: 'image', source: { type: 'base64', media_type, data } })),
  ],
  [
    'documents',
    'anthropic-messages',
    file.map((data) => ({
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data },
    })),
  ],
  [
    'images',
    'openai-responses',
    image.map(([type, data]) => ({ type: 'input_image', image_url: base64Url(type, data) })),
  ],
  [
    'documents',
    'openai-responses',
    file.map((data) => ({ type: 'input_file', file_data: base64Url('application/pdf', data) })),
  ],
  ['images', 'ai-sdk', image.map(([mediaType, data]) => ({ type: 'image', image: data, mediaType }))],
  ['pictures', 'ai-sdk', image.map(([mediaType, data]) => ({ type: 'file', data, mediaType }))],
  ['sounds', 'ai-sdk', sound.map((data) => ({ type: 'file', data, mediaType: 'audio/wav' }))],
  ['documents', 'ai-sdk', file.map((data) => ({ type: 'file', data, mediaType: 'application/pdf' }))],
  ['tables', 'ai-sdk', anyText.map((data) => ({ type: 'file', data, mediaType: 'text/csv' }))],
]

for (const [kind, format, arbitrary] of PARTS) {
  test(`REQ-HOST-286 ${kind} of ${format} cost no more when written to any format than when read`, () => {
    fc.assert(
      fc.property(arbitrary, (raw) => {
        const { items, originals } = readOnly(JSON.stringify([{ role: 'user', content: [raw] }]), format)
        assert.is(originals.turns.get(items[0]?.itemId ?? '')?.parts[0]?._tag, 'Media')
        for (const target of MESSAGE_FORMATS) {
          const written = writeMessages(target, { ...inputOf([], items), items, originals })
          assert.ok(written.ok, target)
          const { payload } = written.value
          const total = recountTotal(target, payload, { counter: COUNTER, ...OVERHEAD })
          assert.ok(total.ok && total.value <= totalOf(items), target)
        }
      }),
      { numRuns: 15 },
    )
  })
}

test.run()
