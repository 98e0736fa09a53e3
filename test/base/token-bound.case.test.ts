/**
 * Does the safe estimate cover what a real tokenizer counts? Against o200k_base, on generated text, on signs repeated,
 * and on the shared data where they are present.
 */
import { countTokens, encode } from 'gpt-tokenizer/encoding/o200k_base'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sweepBlocks, sweepTexts } from '../../scripts/measure/block-sweep.js'
import {
  GENERATED,
  GENERATED_UNFITTED,
  generatedDocuments,
  type MakeText,
} from '../../scripts/measure/generated-text.js'
import { diceOf } from '../../scripts/measure/seeded-dice.js'
import {
  plainTextDocuments,
  retrievalDocuments,
  sessionDocuments,
  type TextDocument,
} from '../../scripts/measure/text-classes.js'
import { estimateTokens } from '../../src/base/tokens/estimate.js'
import { KNOWN_SIGNS } from '../../src/base/tokens/known-signs.js'

const realCount = (text: string): number => countTokens(text, { disallowedSpecial: new Set() })

/** Pieces of 100 to 900 code units, no pair of surrogates cut. */
function chunks(documents: readonly TextDocument[], count: number): readonly string[] {
  const found: string[] = []
  for (const { text } of documents) {
    let from = 0
    for (let size = 100; from < text.length && found.length < count; size = (size * 7) % 800 || 100) {
      const piece = Array.from(text.slice(from, from + 100 + size)).join('')
      const cut = /[\ud800-\udbff]$/.test(piece) ? piece.slice(0, -1) : piece
      if (cut.length >= 100) found.push(cut)
      from += Math.max(1, cut.length)
    }
  }
  return found
}

/** How many of the texts have more tokens than their bound. */
function passed(texts: readonly string[]): number {
  return texts.filter((text) => realCount(text) > estimateTokens(text).safe).length
}

const documentsOf = (
  makers: ReadonlyMap<string, MakeText>,
): readonly (readonly [string, readonly TextDocument[]])[] =>
  [...makers].map(([name, make]) => [name, generatedDocuments(name, make, 12)] as const)

test('REQ-BASE-207 the bound covers digests, base64, emoji and text made by dice', () => {
  for (const [name, documents] of [...documentsOf(GENERATED), ...documentsOf(GENERATED_UNFITTED)]) {
    const texts = chunks(documents, 60)
    assert.is(texts.length, 60, name)
    assert.is(passed(texts), 0, name)
  }
})

test('REQ-BASE-207 the bound covers one sign many times, in every script', () => {
  const signs = [...'abcdefghijklmnopqrstuvwxyzABCXYZ0189 !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~\n\t\0']
  signs.push(...'éßșăạễдяαωאשعةकमதಕกาลຂကქაሀཀកあアー。、！中的哈啊한ㅋㅎ─━═│█•…—→“”👍😀𠀀', '\r\n', '\ud800')
  for (const sign of signs) {
    for (const times of [3, 20, 300]) {
      const text = sign.repeat(times)
      const [real, { safe }] = [realCount(text), estimateTokens(text)]
      assert.ok(
        real <= safe,
        `${JSON.stringify(sign)} ${String(times)} times: safe ${String(safe)}, real ${String(real)}`,
      )
    }
  }
})

/** Every sixth block, the first ones and those beyond the basic plane all. */
const SWEPT = sweepBlocks().filter((block, index) => index % 6 === 0 || block < 0x600 || block > 0xffff)

test('REQ-BASE-207 the bound covers up to four signs of any block of Unicode over and over, and words made of them', () => {
  let count = 0
  let beyond = 0
  for (const { block, form, text } of SWEPT.flatMap((block) => sweepTexts(block, 300))) {
    const [real, { safe }] = [realCount(text), estimateTokens(text)]
    const most = form === 'words' ? safe * 1.15 : safe
    assert.ok(real <= most, `U+${block.toString(16)}, ${form}: safe ${String(safe)}, real ${String(real)}`)
    count += 1
    if (real > safe) beyond += 1
  }
  assert.ok(beyond * 100 <= count, `${String(beyond)} of ${String(count)}`)
})

test('REQ-BASE-207 what no class knows is not free: the bound is near its bytes, whatever stands around', () => {
  for (const sign of [
    '\u0278',
    '\u1300',
    '\u13a3',
    '\u1820',
    '\u07ca',
    '\u16a0',
    '\u0710',
    '\u0780',
    '\ue000',
  ])
    for (const gap of ['', ' ', '\n', '. ', ' a ']) {
      const text = (sign + gap).repeat(600)
      const [real, { safe }] = [realCount(text), estimateTokens(text)]
      assert.ok(real <= safe, `U+${sign.charCodeAt(0).toString(16)} ${JSON.stringify(gap)}`)
      assert.ok(safe >= 0.75 * Buffer.byteLength(text), `U+${sign.charCodeAt(0).toString(16)}`)
    }
})

test('REQ-BASE-207 the bound covers special tokens, contractions and markup over and over', () => {
  const units = [
    '<|im_start|>',
    '<|im_end|>',
    '<|im_start|>\n',
    '<|endoftext|>',
    "'LL",
    "'ll",
    '<>',
    '\\"',
    'ab',
  ]
  units.push(
    '\u3000',
    '\x07',
    '\u3002\n',
    '\\frac{a}{b}',
    '\\alpha ',
    '%20',
    '&nbsp;',
    '\\u0041',
    ' \t',
    '(>!"',
  )
  for (const unit of units) {
    const text = unit.repeat(Math.ceil(3_000 / unit.length))
    const [real, { safe }] = [realCount(text), estimateTokens(text)]
    assert.ok(real <= safe, `${JSON.stringify(unit)}: safe ${String(safe)}, real ${String(real)}`)
  }
})

/** Pairs that words have in common cost little, so that a circle of such pairs would be free. */
test('REQ-BASE-207 six to sixteen small letters, or marks, over and over cost at least two thirds of what they do', () => {
  const dice = diceOf(207)
  for (const signs of ['abcdefghijklmnopqrstuvwxyz', '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~']) {
    for (let round = 0; round < 200; round++) {
      const length = 6 + dice.below(11)
      const unit = Array.from({ length }, () => signs[dice.below(signs.length)]).join('')
      const text = unit.repeat(Math.ceil(600 / length))
      assert.ok(estimateTokens(text).safe * 3 >= realCount(text) * 2, unit)
    }
  }
})

test('REQ-BASE-207 blank lines and rules over and over are not taken for signs', () => {
  for (const unit of ['\n', '\r\n', '-', '=', ' ']) {
    const text = unit.repeat(600)
    assert.ok(estimateTokens(text).safe <= 0.3 * text.length, JSON.stringify(unit))
  }
})

test('REQ-BASE-207 the signs that are called known are those the vocabulary has as one token', () => {
  const known = new Set<number>()
  for (const [upperByte, signs] of KNOWN_SIGNS)
    for (let low = 0; low < 256; low += 1)
      if ((parseInt(signs.charAt(low >> 2), 16) >> (low & 3)) & 1) known.add(upperByte * 256 + low)
  for (let code = 128; code < 0x10000; code += 1) {
    if (code >= 0xd800 && code < 0xe000) continue
    assert.is(known.has(code), encode(String.fromCharCode(code)).length === 1, code.toString(16))
  }
})

test('REQ-PLAN-017 the bound is passed by at most 1 of 200 chunks of Han, Kana, Hangul, Thai and dense JSON', () => {
  const classes: readonly (readonly [string, readonly TextDocument[]])[] = [
    ['Han', retrievalDocuments('cmrc2018-dev')],
    ['Kana', retrievalDocuments('jsquad-valid')],
    ['Hangul', plainTextDocuments('ko')],
    ['Thai', retrievalDocuments('xquad/th')],
    ['JSON', sessionDocuments()],
  ]
  for (const [name, documents] of classes) {
    if (documents.length === 0) {
      console.log(`skipped ${name}: the shared data are absent`)
      continue
    }
    const texts = chunks(documents, 100)
    assert.ok(passed(texts) * 200 <= texts.length, name)
  }
})

test.run()
