/**
 * Does the exact counter count as its vocabulary does, whatever the text, and say so where it cannot be sure?
 */
import fc from 'fast-check'
import { GptEncoding } from 'gpt-tokenizer/GptEncoding'
import cl100kTokens from 'gpt-tokenizer/bpeRanks/cl100k_base'
import o200kTokens from 'gpt-tokenizer/bpeRanks/o200k_base'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { exactCounter, EXACT_ENCODINGS } from '../../src/adapters/tokens-exact/index.js'
import type { ExactEncoding, Vocabulary } from '../../src/adapters/tokens-exact/index.js'
import { countLongPiece } from '../../src/adapters/tokens-exact/long-piece.js'
import { loadVocabulary } from '../../src/adapters/tokens-exact/vocabulary.js'
import type { TokenEstimate } from '../../src/ports/token-counter.js'

const RANKS = { o200k_base: o200kTokens, cl100k_base: cl100kTokens }

/** The library in one go, however long a word is. */
function oracleOf(encoding: ExactEncoding): (text: string) => number {
  const api = GptEncoding.getEncodingApi(encoding, () => RANKS[encoding])
  return (text) => api.countTokens(text, { disallowedSpecial: new Set() })
}

const ENCODINGS = await Promise.all(
  EXACT_ENCODINGS.map(async (encoding) => {
    const counter = await exactCounter({ encoding })
    const count = (text: string): TokenEstimate => {
      const result = counter.count(text)
      if (!result.ok) throw new Error(result.error.code)
      return result.value
    }
    return { encoding, counter, count, oracle: oracleOf(encoding) }
  }),
)

const utf8Bytes = (text: string) => new TextEncoder().encode(text).length

/** Letters of many scripts, signs, spaces, and what a piece may mix. */
const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyz',
  'ab',
  'ACGT',
  'abcABC',
  '的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会',
  'กขคงจชดตถทนบปพมยรลวสหอะาิีุูเแโ',
  'กรุงเทพ',
  '가나다라마바사아자차카타파하한국어말',
  'あいうえおかきくけこカキクケコ',
  'абвгдежзийклмнопрстуфх',
  'ሀሁሂሃሄህሆለሉ',
  '!@#$%^&*()_+-=[]{}',
  '-=',
  '!\n/',
  ' ',
  ' \t',
  '\n',
  'a1',
  '字的AB',
  '\ud800',
]

for (const { encoding, counter, count, oracle } of ENCODINGS) {
  test(`REQ-PORT-291 marks such as <|endoftext|> are counted as the text they are, in ${encoding}`, () => {
    for (const mark of ['<|endoftext|>', '<|fim_prefix|>', '<|im_start|>', '<|endofprompt|>', '<|im_sep|>']) {
      assert.ok(count(mark).expected > 1, mark)
      assert.is(count(`say ${mark} twice: ${mark}`).expected, oracle(`say ${mark} twice: ${mark}`))
    }
  })

  test(`REQ-PORT-291 a word of any script and up to 1,100 characters is counted as in one go, in ${encoding}`, () => {
    let seed = 1
    const next = (below: number) => {
      seed = (seed * 48271) % 2147483647
      return seed % below
    }
    for (const alphabet of ALPHABETS) {
      const letters = [...alphabet]
      for (const length of [513, 1100]) {
        const word = Array.from({ length }, () => letters[next(letters.length)]).join('')
        for (const text of [word, `see ${word} here`, word.slice(0, 37).repeat(Math.ceil(length / 37))]) {
          const { expected, safe } = count(text)
          const real = oracle(text)
          assert.is(expected, real, `${alphabet} ${length}`)
          assert.ok(safe >= real && safe <= Math.max(expected, utf8Bytes(text)))
        }
      }
    }
  })

  test(`REQ-PORT-291 any text is counted, never above its UTF-8 bytes, and short words exactly, in ${encoding}`, () => {
    const unit = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('<|endoftext|>', '\ud800', '\udc00\ud800', '❤\ufe0f', '\u200d', '   ', '\r\n', "'s"),
    )
    const text = fc.array(unit, { maxLength: 40 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(text, (given) => {
        const { expected, safe } = count(given)
        assert.is(expected, oracle(given))
        assert.ok(expected <= safe && safe <= utf8Bytes(given))
        if (given.length <= 512) assert.is(safe, expected)
      }),
      { numRuns: 60 },
    )
  })

  test(`REQ-PORT-291 the bound of several texts is the sum, and the id names the encoding, in ${encoding}`, () => {
    const sums = { expectedSum: 7, safeSum: 9, safeMax: 5, items: 3 }
    assert.equal(counter.jointSafe(sums), { ok: true, value: 9 })
    assert.is(counter.manifest.id, `${encoding}/exact-v1`)
  })
}

test('REQ-PORT-291 a word of a million letters is encoded in windows, not in one go', async () => {
  const vocabulary = await loadVocabulary('o200k_base')
  let longest = 0
  let units = 0
  const watched: Vocabulary = {
    ...vocabulary,
    encode: (text) => {
      longest = Math.max(longest, text.length)
      units += text.length
      return vocabulary.encode(text)
    },
  }
  assert.equal(countLongPiece('a'.repeat(1_000_000), watched), { tokens: 125_000, isExact: true })
  assert.ok(longest <= 512, `${longest}`)
  assert.ok(units < 4_000_000, `${units}`)
})

test('REQ-PORT-291 a run whose windows never join is bounded by its UTF-8 bytes, and the rest is exact', async () => {
  let calls = 0
  const load = async (encoding: ExactEncoding): Promise<Vocabulary> => ({
    ...(await loadVocabulary(encoding)),
    encode: (text) => [...text].map(() => (calls += 1)),
    tokens: [],
  })
  const counter = await exactCounter({ encoding: 'o200k_base', load })
  const counted = counter.count(`${'б'.repeat(2_000)}, and more`)
  const rest = oracleOf('o200k_base')(', and more')
  assert.equal(counted, { ok: true, value: { expected: 2_000 + rest, safe: 4_000 + rest } })
})

test('REQ-PORT-291 without the peer one error names the command that installs it', async () => {
  const load = () => Promise.reject(new Error('Cannot find package'))
  for (const encoding of EXACT_ENCODINGS) {
    try {
      await exactCounter({ encoding, load })
      assert.unreachable('nothing was thrown')
    } catch (thrown) {
      assert.ok(thrown instanceof Error && thrown.cause instanceof Error)
      assert.match(thrown.message, 'npm install gpt-tokenizer')
    }
  }
})

test('REQ-PORT-291 an encoding nobody knows is named as such', async () => {
  try {
    await exactCounter({ encoding: 'p50k' as ExactEncoding })
    assert.unreachable('nothing was thrown')
  } catch (thrown) {
    assert.match((thrown as Error).message, /o200k_base, cl100k_base/)
  }
})

test.run()
