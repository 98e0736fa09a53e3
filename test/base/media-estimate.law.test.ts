/**
 * Does the estimate of media hold what three providers publish, whatever the measures?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { jointSafeTokens } from '../../src/base/tokens/estimate.js'
import { estimateMedia, MEDIA_TOKENS_MIN, type MediaShape } from '../../src/base/tokens/media.js'

const measure = fc.oneof(
  fc.nat(10_000),
  fc.constantFrom(0, 1, -1, 0.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 53, 1e308),
)
const shape: fc.Arbitrary<MediaShape> = fc.record(
  {
    media: fc.constantFrom('image' as const, 'audio' as const, 'file' as const),
    mimeType: fc.constantFrom('image/png', 'audio/wav', 'video/mp4', 'text/csv', 'application/pdf', '', 'x'),
    byteLength: measure,
    widthPixels: measure,
    heightPixels: measure,
    durationMs: measure,
    pages: measure,
  },
  { requiredKeys: ['media'] },
)
const image = (widthPixels: number, heightPixels: number) =>
  estimateMedia({ media: 'image', widthPixels, heightPixels })

test('REQ-HOST-286 any shape, hostile ones included, costs whole tokens within the bounds of a count', () => {
  fc.assert(
    fc.property(shape, (any) => {
      const { expected, safe } = estimateMedia(any)
      assert.ok(Number.isInteger(expected) && Number.isInteger(safe))
      assert.ok(MEDIA_TOKENS_MIN <= expected && expected <= safe && safe <= 16_777_216)
      assert.ok(expected * 11 >= safe * 10)
      assert.equal(estimateMedia({ ...any }), { expected, safe })
    }),
    { numRuns: 500 },
  )
})

test('REQ-HOST-286 the joint bound of several media is the sum of their bounds, beside texts too', () => {
  fc.assert(
    fc.property(fc.array(shape, { minLength: 1, maxLength: 40 }), fc.nat(5000), (shapes, text) => {
      const media = shapes.map(estimateMedia)
      const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
      const safe = sum(media.map((one) => one.safe))
      const textSafe = text * 2
      const joint = jointSafeTokens({
        expectedSum: sum(media.map((one) => one.expected)) + text,
        safeSum: safe + textSafe,
        safeMax: Math.max(textSafe, ...media.map((one) => one.safe)),
        items: media.length + 1,
      })
      assert.ok(joint >= safe + text)
    }),
    { numRuns: 300 },
  )
})

/** The published rules once more, in the words of their guides and with fractions. */
function published(width: number, height: number): readonly number[] {
  const into = Math.min(1, 2048 / Math.max(width, height))
  const short = Math.min(1, 768 / (Math.min(width, height) * into))
  const tiles = (side: number) => Math.ceil((side * into * short) / 512 - 1e-9)
  const gemini = Math.min(1, 3072 / Math.max(width, height))
  const [w, h] = [width * gemini, height * gemini]
  const unit = Math.min(768, Math.max(256, Math.floor(Math.min(w, h) / 1.5)))
  const isSmall = width <= 384 && height <= 384
  return [
    85 + 170 * tiles(width) * tiles(height),
    Math.min(1600, (width * height) / 750),
    isSmall ? 258 : 258 * Math.ceil(w / unit - 1e-9) * Math.ceil(h / unit - 1e-9),
  ]
}

test('REQ-HOST-286 an image is bounded by what OpenAI, Anthropic and Gemini publish, and not by much more', () => {
  const side = fc.oneof(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 1, max: 100_000 }))
  fc.assert(
    fc.property(side, side, (width, height) => {
      const rules = Math.max(...published(width, height))
      const { safe } = image(width, height)
      assert.ok(safe >= rules, `${String(width)} × ${String(height)}: ${String(safe)} < ${String(rules)}`)
      // Sides are rounded up once more, which may begin one more row of tiles.
      assert.ok(safe <= rules * 2, `${String(width)} × ${String(height)}: ${String(safe)}`)
    }),
    { numRuns: 2000 },
  )
})

test('REQ-HOST-286 well-known sizes cost what the guides say', () => {
  assert.is(image(384, 384).safe, 258)
  assert.is(image(1024, 1024).safe, 1399)
  assert.is(image(1092, 1092).safe, 1590)
  assert.is(image(1920, 1080).safe, 1600)
  assert.is(image(4000, 3000).safe, 3096)
  assert.is(estimateMedia({ media: 'image' }).safe, 1600)
  assert.is(image(0, 0).safe, 1600)
  assert.is(image(0, 3000).safe, 1600)
  assert.is(estimateMedia({ media: 'image', heightPixels: 100 }).safe, 1600)
  assert.is(image(2 ** 53, 1).safe <= 6192, true)
  assert.is(estimateMedia({ media: 'audio', durationMs: 60_000 }).safe, 1920)
  assert.is(estimateMedia({ media: 'audio' }).safe, 1920)
  assert.is(estimateMedia({ media: 'file', mimeType: 'video/mp4', durationMs: 10_000 }).safe, 3000)
  assert.is(estimateMedia({ media: 'file', mimeType: 'application/pdf', pages: 3 }).safe, 13_800)
  assert.is(estimateMedia({ media: 'file', byteLength: 50_001 }).safe, 13_800)
  assert.is(estimateMedia({ media: 'file', mimeType: 'text/csv', byteLength: 1000 }).safe, 1000)
})

test('REQ-HOST-286 the type of the data outweighs the kind of the part', () => {
  for (const media of ['image', 'audio', 'file'] as const) {
    assert.is(estimateMedia({ media, mimeType: 'image/png', widthPixels: 100, heightPixels: 100 }).safe, 258)
    assert.is(estimateMedia({ media, mimeType: 'audio/wav', durationMs: 1000 }).safe, 32)
    assert.is(estimateMedia({ media, mimeType: 'application/ld+json', byteLength: 77 }).safe, 77)
  }
})

test('REQ-HOST-286 one more byte, millisecond or page never counts less', () => {
  const key = fc.constantFrom('byteLength' as const, 'durationMs' as const, 'pages' as const)
  fc.assert(
    fc.property(shape, key, fc.tuple(fc.nat(1_000_000), fc.nat(100_000)), (...[any, name, [value, more]]) => {
      const less = estimateMedia({ ...any, [name]: value })
      const larger = estimateMedia({ ...any, [name]: value + more })
      assert.ok(larger.safe >= less.safe && larger.expected >= less.expected)
    }),
    { numRuns: 300 },
  )
})

test.run()
