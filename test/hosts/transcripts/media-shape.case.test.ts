/**
 * Are the measures of media found in their data, whatever stands in it?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { featureCounter } from '../../../src/adapters/tokens/index.js'
import type { TokenCounterPort } from '../../../src/ports/token-counter.js'
import { countParts } from '../../../src/hosts/transcripts/count-parts.js'
import { mediaShapeOf } from '../../../src/hosts/transcripts/media-shape.js'
import type { TurnPart } from '../../../src/hosts/transcripts/turn.js'
import { gifOf, jpegOf, pdfOf, pngOf, wavOf, webpOf } from './media-data-of.js'

const imageOf = (data: string, mimeType?: string) =>
  mediaShapeOf({
    media: 'image',
    raw: { type: 'image', data, ...(mimeType === undefined ? {} : { mimeType }) },
  })
const fileOf = (url: string) => mediaShapeOf({ media: 'file', raw: { type: 'file', data: url } })
const partOf = (raw: object, media: 'image' | 'audio' | 'file' = 'image'): TurnPart => ({
  _tag: 'Media',
  media,
  raw,
})

test('REQ-HOST-286 the size of an image is read from the header of PNG, JPEG, GIF and WebP', () => {
  const sides = { width: 1234, height: 567 }
  const images: readonly (readonly [string, string])[] = [
    ['image/png', pngOf(sides, 10)],
    ['image/jpeg', jpegOf(sides, 10)],
    ['image/gif', gifOf(sides, 10)],
    ['image/webp', webpOf(sides, 'VP8 ', 10)],
    ['image/webp', webpOf(sides, 'VP8L', 10)],
    ['image/webp', webpOf(sides, 'VP8X', 10)],
  ]
  for (const [mimeType, data] of images) {
    assert.equal(imageOf(data, 'image/bmp'), {
      media: 'image',
      mimeType,
      widthPixels: 1234,
      heightPixels: 567,
      byteLength: Buffer.from(data, 'base64').length,
    })
  }
})

test('REQ-HOST-286 a header that is cut, empty or hostile gives no size, and ends', () => {
  const sides = { width: 640, height: 480 }
  for (const whole of [pngOf(sides), jpegOf(sides), gifOf(sides), webpOf(sides, 'VP8L')]) {
    for (const length of [0, 1, 2, 3, 4, 8, 11, 12, 13]) {
      assert.is(imageOf(whole.slice(0, length)).widthPixels, undefined)
    }
  }
  for (const [width, height] of [
    [0, 9],
    [9, 0],
  ] as const)
    assert.is(
      imageOf(pngOf({ width, height })).heightPixels ?? imageOf(pngOf({ width, height })).widthPixels,
      undefined,
    )
  const endless = Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(400_000, 0xff)]).toString('base64')
  const short = Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0, 0, ...Array<number>(99).fill(0)]).toString('base64')
  for (const data of [endless, short]) assert.is(imageOf(data).widthPixels, undefined)
})

test('REQ-HOST-286 base64 of a URL alphabet, with line breaks or without padding is the same data', () => {
  const data = pngOf({ width: 255 * 256 + 255, height: 62 * 1024 }, 100)
  const shape = imageOf(data)
  assert.is(shape.widthPixels, 65_535)
  assert.equal(imageOf(data.replaceAll('+', '-').replaceAll('/', '_')), shape)
  assert.equal(imageOf(data.replace(/.{76}/g, '$&\r\n')), shape)
  assert.equal(imageOf(data.replace(/=+$/, '')), shape)
})

test('REQ-HOST-286 the duration of a WAV is its data at the rate of its header', () => {
  const soundOf = (data: string) =>
    mediaShapeOf({ media: 'audio', raw: { type: 'input_audio', input_audio: { data, format: 'wav' } } })
  const shape = soundOf(wavOf(16_000, 160_000))
  assert.is(shape.mimeType, 'audio/wav')
  assert.is(Math.floor((shape.durationMs ?? 0) / 100), 100)
  assert.is(soundOf(wavOf(0, 160_000)).durationMs, undefined)
  assert.ok((soundOf(wavOf(0xffff_ffff, 1_536_000)).durationMs ?? 0) >= 1000)
  assert.equal(soundOf('AAAA'), { media: 'audio', mimeType: 'audio/wav', byteLength: 3 })
})

test('REQ-HOST-286 the pages of a PDF are those of its page tree, or its page objects; packed ones stay unknown', () => {
  const pagesOf = (body: string, more = 0) => fileOf(`data:application/pdf;base64,${pdfOf(body, more)}`).pages
  const tree = '2 0 obj << /Type /Pages /Kids [3 0 R 4 0 R] /Count 12 >> endobj'
  const branch = '3 0 obj <</Type/Pages/Count 7/Kids[5 0 R]>> endobj'
  assert.is(pagesOf(`${branch} ${tree}`, 2000), 12)
  assert.is(pagesOf(`${branch} ${' '.repeat(2000)} ${tree}`), 12)
  assert.is(pagesOf('<</Type/Page>> <</Type /Page /Parent 2 0 R>> <</Type/PageLabel>>', 2000), 2)
  assert.is(pagesOf('/Type /ObjStm', 2000), undefined)
  assert.is(pagesOf(tree, 5_000_000), 12)
  assert.is(pagesOf('/Pages /Count 999999999', 0), 1)
})

test('REQ-HOST-286 what only names its data has no measures, and no data of it is guessed', () => {
  const address = { type: 'image_url', image_url: { url: 'https://example.org/a.png', detail: 'high' } }
  assert.equal(mediaShapeOf({ media: 'image', raw: address }), { media: 'image' })
  assert.equal(mediaShapeOf({ media: 'file', raw: { type: 'file', file: { file_id: 'file-1' } } }), {
    media: 'file',
  })
  for (const raw of [
    null,
    7,
    'x',
    [],
    {},
    { data: 7 },
    { data: '' },
    { data: '{"a":1}' },
    { image_url: 'data:x' },
  ])
    assert.equal(mediaShapeOf({ media: 'audio', raw }), { media: 'audio' })
})

test('REQ-HOST-286 a file of text is counted as the text it holds, and a large one by its bytes', () => {
  const counter = featureCounter()
  const text = 'Ein Satz über Käse. '.repeat(40)
  const base64 = Buffer.from(text).toString('base64')
  const expected = counter.count(text)
  for (const raw of [
    {
      type: 'file',
      file: { file_data: `data:text/plain;charset=utf-8;base64,${base64}`, filename: 'a.txt' },
    },
    { type: 'document', source: { type: 'base64', media_type: 'Text/Markdown', data: base64 } },
    { type: 'file', mediaType: 'application/json', data: base64 },
    { type: 'file', data: `data:text/plain,${text}` },
  ])
    assert.equal(countParts([partOf(raw, 'file')], counter), expected, JSON.stringify(raw).slice(0, 80))
  const large = Buffer.alloc(1_000_000, 'a').toString('base64')
  const counted = countParts(
    [partOf({ type: 'file', mediaType: 'text/plain', data: large }, 'file')],
    counter,
  )
  assert.is(counted.ok && counted.value.safe, 1_000_000)
})

test('REQ-HOST-286 the counter is asked for media, and its refusals, throws and odd answers are typed', () => {
  const built = featureCounter()
  const asked: unknown[] = []
  const own = (countMedia: NonNullable<TokenCounterPort['countMedia']>): TokenCounterPort => ({
    ...built,
    countMedia,
  })
  const image = partOf({ type: 'image', data: pngOf({ width: 100, height: 50 }), mimeType: 'image/png' })
  const result: TurnPart = { _tag: 'Result', callId: 'c', content: [image as never], isError: false }
  const counter = own((shape) => {
    asked.push(shape)
    return { ok: true, value: { expected: 700, safe: 800 } }
  })
  assert.equal(countParts([image, result], counter), { ok: true, value: { expected: 1400, safe: 1600 } })
  assert.equal(
    asked,
    Array(2).fill({
      media: 'image',
      mimeType: 'image/png',
      widthPixels: 100,
      heightPixels: 50,
      byteLength: 24,
    }),
  )
  const { countMedia: _, ...without } = built
  assert.equal(countParts([image], without), countParts([image], built))
  const cheap = countParts(
    [image],
    own(() => ({ ok: true, value: { expected: 0, safe: 1 } })),
  )
  assert.equal(cheap, { ok: true, value: { expected: 16, safe: 16 } })
  const broken: readonly (readonly [TokenCounterPort, string])[] = [
    [own(() => ({ ok: false, error: { code: 'NO_VISION', retry: 'never' } })), 'NO_VISION'],
    [
      own(() => {
        throw new Error('x')
      }),
      'threw',
    ],
    [own(() => ({ ok: true, value: { expected: 2, safe: 1 } })), 'malformed-reply'],
    [own(() => ({ ok: true, value: { expected: 1.5, safe: 2 } })), 'malformed-reply'],
  ]
  for (const [port, reason] of broken) {
    const counted = countParts([image], port)
    assert.ok(!counted.ok && counted.error._tag === 'PortFailed')
    assert.is(!counted.ok && counted.error._tag === 'PortFailed' && counted.error.reason, reason)
    assert.is(!counted.ok && counted.error._tag === 'PortFailed' && counted.error.method, 'countMedia')
  }
})

test.run()
