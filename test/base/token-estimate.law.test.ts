/**
 * Do token estimates keep their laws for any string, and stay near real counts in every script?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { TokenSums } from '../../src/base/tokens/estimate.js'
import {
  estimateTokens,
  jointSafeTokens,
  lowerBoundTokens,
  TOKEN_COUNT_MAX,
} from '../../src/base/tokens/estimate.js'

const piece = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ unit: fc.constantFrom('a', 'Z', 'x', '7', ' ', '\n', '\t', '\\', '"', '='), maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom('д', 'α', 'ع', 'क', 'ก', '한', '中', 'あ', 'é', 'ș', '═', '\ud83d', '\ude00'),
  }),
  fc.constantFrom('word', 'camelCase', 'a'.repeat(50), '9f86d081', '한'.repeat(12), '\r\n\r\n', '👩‍👩‍👧'),
)
const repeated = fc
  .tuple(
    fc.string({
      unit: fc.constantFrom('a', 'Z', '7', ' ', '\n', '<', 'л', '的', '한', 'ɸ', 'ጀ', 'は', '薄'),
      maxLength: 6,
    }),
    fc.nat(12),
  )
  .map(([unit, times]) => unit.repeat(times))
const anyText = fc
  .array(fc.oneof({ weight: 3, arbitrary: piece }, repeated), { maxLength: 6 })
  .map((pieces) => pieces.join(''))

test('REQ-BASE-206 a count is whole, between its lower bound and its maximum, and expected is at most safe', () => {
  assert.equal(estimateTokens(''), { expected: 0, safe: 0 })
  fc.assert(
    fc.property(anyText, (text) => {
      const { expected, safe } = estimateTokens(text)
      assert.ok(Number.isInteger(expected) && Number.isInteger(safe))
      assert.ok(expected >= lowerBoundTokens(text.length) && (text === '' || expected >= 1))
      assert.ok(expected <= safe && safe <= TOKEN_COUNT_MAX)
      assert.equal(estimateTokens(text), { expected, safe })
    }),
  )
})

test('REQ-BASE-206 a prefix never counts more than the whole text', () => {
  fc.assert(
    fc.property(anyText, anyText, (head, tail) => {
      const [part, whole] = [estimateTokens(head), estimateTokens(head + tail)]
      assert.ok(part.expected <= whole.expected && part.safe <= whole.safe)
    }),
  )
})

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8')

test('REQ-BASE-206 two texts joined count at most 24 expected and 30 safe tokens more than both apart', () => {
  fc.assert(
    fc.property(anyText, anyText, (left, right) => {
      const [a, b, joined] = [estimateTokens(left), estimateTokens(right), estimateTokens(left + right)]
      fc.pre(a.safe < bytesOf(left) && b.safe < bytesOf(right))
      assert.ok(joined.expected <= a.expected + b.expected + 24)
      assert.ok(joined.safe <= a.safe + b.safe + 30)
    }),
    { numRuns: 1_000 },
  )
})

test('REQ-BASE-208 no text counts more tokens than it has bytes as UTF-8', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      assert.ok(estimateTokens(text).safe <= bytesOf(text))
    }),
    { numRuns: 1_000 },
  )
  for (const sign of ['a', 'é', 'ሀ', '\u{10000}', '\ud800', '\udc00\ud800'])
    assert.ok(estimateTokens(sign).safe <= bytesOf(sign), sign)
})

test('REQ-PEER-106 the lower bound is one token for each 32 code units begun', () => {
  assert.equal([0, 1, 32, 33, 1_048_576].map(lowerBoundTokens), [0, 1, 1, 2, 32_768])
  assert.is(lowerBoundTokens(Number.MAX_SAFE_INTEGER), TOKEN_COUNT_MAX)
})

test('REQ-PLAN-012 a text of twenty million code units is counted, and the count stops at the maximum', () => {
  const { expected, safe } = estimateTokens('word '.repeat(4_000_000))
  assert.ok(expected > 2_500_000 && expected <= safe)
  assert.equal(estimateTokens('ሀ'.repeat(9_000_000)), { expected: TOKEN_COUNT_MAX, safe: TOKEN_COUNT_MAX })
})

const sumsOf = (texts: readonly string[]): TokenSums => {
  const counts = texts.map(estimateTokens)
  return {
    expectedSum: counts.reduce((sum, one) => sum + one.expected, 0),
    safeSum: counts.reduce((sum, one) => sum + one.safe, 0),
    safeMax: counts.reduce((max, one) => Math.max(max, one.safe), 0),
    items: counts.length,
  }
}

test('REQ-BASE-206 the joint bound is whole, between the largest and the sum of the single bounds', () => {
  fc.assert(
    fc.property(fc.array(anyText, { maxLength: 8 }), (texts) => {
      const sums = sumsOf(texts)
      const joint = jointSafeTokens(sums)
      assert.ok(Number.isInteger(joint) && sums.safeMax <= joint && joint <= sums.safeSum)
      assert.ok(joint >= sums.expectedSum)
    }),
  )
  assert.is(jointSafeTokens(sumsOf([])), 0)
  assert.is(jointSafeTokens(sumsOf(['one text alone'])), estimateTokens('one text alone').safe)
})

test('REQ-BASE-206 the joint bound never falls when a text is added', () => {
  const count = fc
    .nat(TOKEN_COUNT_MAX)
    .chain((safe) => fc.record({ safe: fc.constant(safe), expected: fc.nat(safe) }))
  fc.assert(
    fc.property(fc.array(count, { maxLength: 20 }), (counts) => {
      let sums: TokenSums = { expectedSum: 0, safeSum: 0, safeMax: 0, items: 0 }
      for (const { expected, safe } of counts) {
        const next = {
          expectedSum: sums.expectedSum + expected,
          safeSum: sums.safeSum + safe,
          safeMax: Math.max(sums.safeMax, safe),
          items: sums.items + 1,
        }
        assert.ok(jointSafeTokens(next) >= jointSafeTokens(sums))
        sums = next
      }
    }),
  )
})

test('REQ-BASE-206 the joint bound of many texts comes down to about a sixth above what is expected', () => {
  const many = { expectedSum: 100_000, safeSum: 140_000, safeMax: 300, items: 1_000 }
  const joint = jointSafeTokens(many)
  assert.ok(joint > 115_000 && joint < 117_000)
})

/** Texts written for this test, with their count in the o200k_base vocabulary (gpt-tokenizer 4.0.0). */
const REAL_COUNTS: readonly (readonly [name: string, text: string, o200k: number])[] = [
  [
    'English',
    'The host decides, before every call, what the model is going to see; over the months it also decides what the agent remembers about the people it works for.',
    33,
  ],
  [
    'German',
    'Vor jedem Aufruf entscheidet das Programm, was das Modell zu sehen bekommt, und über Monate hinweg, woran sich der Assistent später noch erinnern darf.',
    31,
  ],
  [
    'Russian',
    'Перед каждым вызовом программа решает, что увидит модель, а в течение нескольких месяцев она решает, что агент запомнит о людях, с которыми работает.',
    35,
  ],
  [
    'Greek',
    'Πριν από κάθε κλήση το πρόγραμμα αποφασίζει τι θα δει το μοντέλο και τι θα θυμάται ο βοηθός για τους ανθρώπους με τους οποίους συνεργάζεται.',
    41,
  ],
  [
    'Arabic',
    'قبل كل استدعاء يقرر البرنامج ما الذي سيراه النموذج، وعلى مدى الأشهر يقرر ما الذي سيتذكره المساعد عن الأشخاص الذين يعمل معهم.',
    35,
  ],
  [
    'Hebrew',
    'לפני כל קריאה התוכנה מחליטה מה המודל יראה, ובמשך החודשים היא מחליטה מה העוזר יזכור על האנשים שאיתם הוא עובד.',
    41,
  ],
  [
    'Hindi',
    'हर कॉल से पहले प्रोग्राम तय करता है कि मॉडल क्या देखेगा, और महीनों तक यह तय करता है कि सहायक उन लोगों के बारे में क्या याद रखेगा।',
    39,
  ],
  [
    'Thai',
    'ก่อนการเรียกทุกครั้ง โปรแกรมจะตัดสินใจว่าโมเดลจะเห็นอะไร และตลอดหลายเดือนจะตัดสินใจว่าผู้ช่วยจะจำอะไรเกี่ยวกับผู้คนที่ทำงานด้วย',
    45,
  ],
  [
    'Chinese',
    '每次调用之前，程序都要决定模型能看到什么；在几个月的时间里，它还要决定助手记住哪些关于同事的事情。',
    34,
  ],
  [
    'Japanese',
    '呼び出しのたびに、プログラムはモデルに何を見せるかを決めます。そして何か月にもわたって、助手が一緒に働く人について何を覚えておくかも決めます。',
    55,
  ],
  [
    'Korean',
    '호출할 때마다 프로그램은 모델이 무엇을 볼지 결정하고, 몇 달에 걸쳐 도우미가 함께 일하는 사람들에 대해 무엇을 기억할지 결정합니다.',
    40,
  ],
  [
    'TypeScript',
    'export function boundOf(thousandths: number): number {\n  const shortText = Math.floor(Math.sqrt(thousandths * 490))\n  return Math.ceil((thousandths + shortText) / 1000)\n}\n',
    46,
  ],
  [
    'JSON',
    '{"itemId":"m-17","kind":"message","labels":{"trust":"user","sensitivity":"internal","sinks":["*"]},"tokens":{"expected":120,"safe":151},"pinned":false}',
    44,
  ],
  ['hex', 'sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 46],
  [
    'base64',
    'RGVjaXNpb25zIGNvbWUgZnJvbSB0aGUgaG9zdDsgYSBtb2RlbCBvbmx5IHByb3Bvc2VzLiBLZWVwIGl0IHRoYXQgd2F5IGFuZCBzYXkgc28u',
    69,
  ],
  ['emoji', '👍🎉😀🚀🔥💡🤖👀✅🙏😅🧠📦🐛✨', 25],
]

test('REQ-BASE-206 in every script the real count is at most safe, and expected is within 30 % of it', () => {
  for (const [name, text, o200k] of REAL_COUNTS) {
    const { expected, safe } = estimateTokens(text)
    assert.ok(safe >= o200k, `${name}: safe ${safe}, real ${o200k}`)
    assert.ok(Math.abs(expected - o200k) <= 0.3 * o200k, `${name}: expected ${expected}, real ${o200k}`)
  }
})

/** These counts stand in stored plans: whoever moves one needs a new ESTIMATOR_ID. */
test('REQ-BASE-206 the counts of feature-v3 are pinned', () => {
  const counts = REAL_COUNTS.map(([, text]) => estimateTokens(text))
  assert.equal(
    counts.map(({ expected, safe }) => [expected, safe]),
    [
      [31, 44],
      [37, 50],
      [41, 56],
      [52, 70],
      [33, 46],
      [44, 60],
      [40, 54],
      [52, 71],
      [37, 51],
      [63, 84],
      [42, 58],
      [46, 63],
      [48, 65],
      [46, 63],
      [76, 100],
      [32, 44],
    ],
  )
})

test.run()
