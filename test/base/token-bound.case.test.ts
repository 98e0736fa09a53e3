/**
 * Does the safe estimate cover what a real tokenizer counts? Against o200k_base, on generated text, on signs repeated,
 * and on the shared data where they are present.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  GENERATED,
  GENERATED_UNFITTED,
  generatedDocuments,
  type MakeText,
} from '../../scripts/measure/generated-text.js'
import {
  plainTextDocuments,
  retrievalDocuments,
  sessionDocuments,
  type TextDocument,
} from '../../scripts/measure/text-classes.js'
import { estimateTokens } from '../../src/base/tokens/estimate.js'

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
