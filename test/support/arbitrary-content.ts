/**
 * Which texts and ids does a session meet? Empty, huge, of every script, and ids that are words of the language.
 */
import fc from 'fast-check'

/** Few, so that sessions reuse them: empty, ordinary, composed and decomposed twins, names of object properties. */
export const anyCallId = fc.constantFrom(
  '',
  'a',
  'b',
  'c',
  'call_1',
  'toString',
  '__proto__',
  '\u00e9',
  'e\u0301',
)

const SCRIPTS = [
  'the quick brown fox',
  'const x = () => ({ a: [1, 2, 3] })',
  '\u91cd\u8dd1 gen-itgc \u540e\u518d\u770b',
  '\u0e02\u0e49\u0e2d\u0e21\u0e39\u0e25',
  '\u0939\u093f\u0928\u094d\u0926\u0940 \u0915\u093f',
  '\u0627\u0644\u0639\u0631\u0628\u064a\u0629',
  '\u{1f469}\u200d\u{1f4bb}\u{1f469}\u200d\u{1f4bb}',
  'd41d8cd98f00b204e9800998ecf8427e',
  '\u0000\u001b[31m\u2028',
  '\ud55c\uad6d\uc5b4 \ud1a0\ud070',
]

/** A well-formed text. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...SCRIPTS) },
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.constant('') },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...SCRIPTS, 'x', '\u4e2d'), fc.integer({ min: 2, max: 120 }))
      .map(([text, times]) => text.repeat(times)),
  },
)
