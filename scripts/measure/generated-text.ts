/**
 * What does text look like that no corpus holds: digests, base64, emoji, ids, tables of numbers? Made from seeds, half
 * of the documents for fitting and half for showing, like those of any other class.
 */
import { diceOf, seedOf, type Dice } from './seeded-dice.js'

/** A generated document: about `length` code units. */
export type MakeText = (dice: Dice, length: number) => string

const HEX = '0123456789abcdef'
const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const NAMES = `${LETTERS}${LETTERS}0123456789_`
const WORDS =
  'ok thanks great so happy for you see you soon the build is green again deploy done nice work team love this'
const EMOJI_RANGES: readonly (readonly [number, number])[] = [
  [0x1f600, 0x1f650],
  [0x1f300, 0x1f320],
  [0x1f330, 0x1f394],
  [0x1f3a0, 0x1f3cb],
  [0x1f400, 0x1f4fe],
  [0x1f500, 0x1f53e],
  [0x1f680, 0x1f6c6],
  [0x1f910, 0x1f9ff],
]
const EMOJI_SEQUENCES = [
  '❤️ ✨ ✅ ⚠️ ☀️ ⭐ ☕ ✔️ ➡️ ⚡ ✈️ ♻️ 👍🏽 👋🏻 🙏🏾 💪🏿 🤷‍♂️ 🤦‍♀️ 👩‍💻 👨‍🔬 🧑‍🚀 👩‍👩‍👧 👨‍👩‍👧‍👦 🏳️‍🌈 🇩🇪 🇯🇵 🇺🇸 🇧🇷 🇮🇳 1️⃣ 2️⃣ 🔟',
]
  .join('')
  .split(' ')

/** Classes the acceptance names. */
export const GENERATED: ReadonlyMap<string, MakeText> = new Map([
  ['hex', hex],
  ['base64', base64],
  ['emoji', emoji],
])

/** Classes for fitting only: what holds the weights of rare signs where no corpus does. */
export const GENERATED_EXTRA: ReadonlyMap<string, MakeText> = new Map([
  ['random words', (dice, length) => repeated(length, () => `${drawn(dice, LETTERS, 2 + dice.below(12))} `)],
  [
    'random capitals',
    (dice, length) => repeated(length, () => `${drawn(dice, LETTERS, 2 + dice.below(9))} `).toUpperCase(),
  ],
  ['random ASCII', (dice, length) => repeated(length, () => String.fromCharCode(0x20 + dice.below(95)))],
  [
    'random signs of the basic plane',
    (dice, length) => repeated(length, () => String.fromCharCode(0xa0 + dice.below(0xd700))),
  ],
  [
    'random signs of further planes',
    (dice, length) => repeated(length, () => String.fromCodePoint(0x10000 + dice.below(0x20000))),
  ],
])

/** Classes that were not fitted. */
export const GENERATED_UNFITTED: ReadonlyMap<string, MakeText> = new Map([
  ['random letters', (dice, length) => drawn(dice, LETTERS, length)],
  ['random base58', (dice, length) => repeated(length, () => `${drawn(dice, BASE58, 34)}\n`)],
  ['random names', (dice, length) => repeated(length, () => `${drawn(dice, NAMES, 6 + dice.below(20))} `)],
  ['UUID list', (dice, length) => repeated(length, () => `${uuid(dice)}\n`)],
  ['number table', numberTable],
  ['addresses', (dice, length) => repeated(length, () => url(dice))],
  ['digits', (dice, length) => drawn(dice, HEX.slice(0, 10), length)],
])

/** Documents of a generated class. */
export function generatedDocuments(
  name: string,
  make: MakeText,
  count: number,
): readonly { name: string; text: string }[] {
  return Array.from({ length: count }, (_, index) => {
    const id = `${name}/${String(index)}`
    return { name: id, text: make(diceOf(seedOf(id)), 4_000) }
  })
}

function repeated(length: number, piece: () => string): string {
  const pieces: string[] = []
  for (let size = 0; size < length;) {
    const next = piece()
    pieces.push(next)
    size += next.length
  }
  return pieces.join('')
}

function drawn(dice: Dice, alphabet: string, length: number): string {
  return Array.from({ length }, () => alphabet[dice.below(alphabet.length)]).join('')
}

/** Digests in lists, in one run, in capitals, and as a dump of bytes. */
function hex(dice: Dice, length: number): string {
  const form = dice.below(5)
  if (form === 0) return drawn(dice, HEX, length)
  if (form === 1) return repeated(length, () => `${drawn(dice, HEX, 8)} `)
  const size = dice.pick([32, 40, 64])
  const text = repeated(length, () => `${drawn(dice, HEX, size)}\n`)
  return form === 2 ? text.toUpperCase() : text
}

/** Random bytes and text, in one run, in lines of 76, or with the alphabet of addresses. */
function base64(dice: Dice, length: number): string {
  const form = dice.below(4)
  const words = WORDS.split(' ')
  const body =
    form === 0
      ? Buffer.from(repeated(length, () => `${dice.pick(words)} `)).toString('base64')
      : drawn(dice, BASE64, length)
  if (form === 1) return (body.match(/.{1,76}/g) ?? []).join('\n')
  return form === 2 ? body.replaceAll('+', '-').replaceAll('/', '_') : body
}

/** Signs in a row, signs between blanks, and signs in a chat. */
function emoji(dice: Dice, length: number): string {
  const form = dice.below(3)
  const words = WORDS.split(' ')
  return repeated(length, () => {
    if (form === 0) return oneEmoji(dice)
    if (form === 1) return `${oneEmoji(dice)} `
    const said = Array.from({ length: 1 + dice.below(4) }, () => dice.pick(words)).join(' ')
    return `${said} ${repeated(1 + dice.below(5), () => oneEmoji(dice))} `
  })
}

function oneEmoji(dice: Dice): string {
  if (dice.below(5) === 0) return dice.pick(EMOJI_SEQUENCES)
  const [from, to] = dice.pick(EMOJI_RANGES)
  return String.fromCodePoint(from + dice.below(to - from))
}

function uuid(dice: Dice): string {
  return [8, 4, 4, 4, 12].map((size) => drawn(dice, HEX, size)).join('-')
}

function numberTable(dice: Dice, length: number): string {
  return repeated(length, () => {
    const cells = Array.from({ length: 6 }, () => {
      const whole = String(dice.below(10 ** (1 + dice.below(6))))
      return dice.below(2) === 0 ? whole : `${whole}.${String(dice.below(1000)).padStart(3, '0')}`
    })
    return `${cells.join(',')}\n`
  })
}

function url(dice: Dice): string {
  const host = `${drawn(dice, LETTERS, 5)}.example.com`
  return `https://${host}/v1/${drawn(dice, BASE58, 11)}/items?id=${String(dice.below(1e6))}&token=${drawn(dice, HEX, 24)}\n`
}
