/**
 * What does text look like that nobody writes? A few signs of one block of Unicode over and over, and words made of them:
 * every block of 128 code points of the basic plane and some of the others, assigned or not; from seeds.
 */
import { diceOf, seedOf, type Dice } from './seeded-dice.js'

/** How the texts of a block are made: a unit that is repeated, or words. */
export const SWEEP_FORMS = [
  'one sign',
  'one sign, blank',
  'one sign, line end',
  'two signs',
  'two signs, blank',
  'three signs',
  'three signs, line end',
  'four signs',
  'four signs, line end',
  'words',
] as const
export type SweepForm = (typeof SWEEP_FORMS)[number]

export interface SweepText {
  /** The first code point of the block. */
  readonly block: number
  readonly form: SweepForm
  readonly text: string
}

const BLOCK_SIZE = 128
const FURTHER_BLOCKS: readonly number[] = [
  0x10000, 0x10300, 0x10400, 0x10900, 0x11000, 0x12000, 0x13000, 0x16800, 0x1d000, 0x1d400, 0x1f000, 0x1f100,
  0x1f300, 0x1f480, 0x1f600, 0x1f680, 0x1f900, 0x1f980, 0x1fa00, 0x20000, 0x2a700, 0x30000, 0xe0000, 0xf0000,
  0x100000,
]

/** The first code point of every block; those of single surrogates are left out. */
export function sweepBlocks(): readonly number[] {
  const basic = Array.from({ length: 0x10000 / BLOCK_SIZE }, (_, index) => index * BLOCK_SIZE)
  return [...basic.filter((block) => block < 0xd800 || block >= 0xe000), ...FURTHER_BLOCKS]
}

/** One text of every form of a block, each of about `length` code units. */
export function sweepTexts(block: number, length: number, round = 0): readonly SweepText[] {
  const dice = diceOf(seedOf(`block ${String(block)}/${String(round)}`))
  return SWEEP_FORMS.map((form) => ({ block, form, text: textOf({ form, block, length }, dice) }))
}

function textOf(
  { form, block, length }: { form: SweepForm; block: number; length: number },
  dice: Dice,
): string {
  if (form === 'words') return words(block, length, dice)
  const count = ['one', 'two', 'three', 'four'].indexOf(form.split(' ')[0] ?? '') + 1
  const gap = form.endsWith('blank') ? ' ' : form.endsWith('line end') ? '\n' : ''
  const unit = drawn(block, count, dice) + gap
  return unit.repeat(Math.ceil(length / unit.length))
}

function words(block: number, length: number, dice: Dice): string {
  const found: string[] = []
  for (let size = 0; size < length; size += (found.at(-1)?.length ?? 0) + 1)
    found.push(drawn(block, 2 + dice.below(8), dice))
  return found.join(' ')
}

function drawn(block: number, count: number, dice: Dice): string {
  return Array.from({ length: count }, () => String.fromCodePoint(block + dice.below(BLOCK_SIZE))).join('')
}
