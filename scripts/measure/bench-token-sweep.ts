/**
 * Does the bound hold on what no class knows? Repeated signs and made-up words out of every block of Unicode.
 */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { estimateTokens } from '../../src/base/tokens/estimate.js'
import { SWEEP_FORMS, sweepBlocks, sweepTexts } from './block-sweep.js'
import type { Figure } from './figures.js'

/** Texts of a form a block, and their length. */
const ROUNDS = 2
const LENGTH = 600

interface SweptText {
  readonly form: string
  readonly block: number
  /** The real count over the bound: above 1 the bound is passed. */
  readonly ratio: number
}

/** How many of the texts the bound covers, and by how much the worst passes it. */
export function sweepFigures(log: (line: string) => void): readonly Figure[] {
  const swept = sweepBlocks().flatMap(sweepBlock)
  log(`repeated signs and made-up words out of ${String(sweepBlocks().length)} blocks of Unicode`)
  log(`${'form'.padEnd(32)}  texts   covers  worst real/safe`)
  for (const form of SWEEP_FORMS) printForm(swept, form, log)
  return [
    { name: 'tokens-safe-covers-sweep-percent', value: coverOf(swept) * 100, operator: '>=', bound: 99 },
    {
      name: 'tokens-sweep-repeated-worst-real-over-safe',
      value: worstOf(swept.filter(({ form }) => form !== 'words')),
      operator: '<=',
      bound: 1.02,
    },
    {
      name: 'tokens-sweep-words-worst-real-over-safe',
      value: worstOf(swept.filter(({ form }) => form === 'words')),
      operator: '<=',
      bound: 1.15,
    },
  ]
}

function sweepBlock(block: number): readonly SweptText[] {
  const texts = Array.from({ length: ROUNDS }, (_, round) => sweepTexts(block, LENGTH, round)).flat()
  return texts.map(({ form, text }) => {
    const real = countTokens(text, { disallowedSpecial: new Set() })
    return { form, block, ratio: real / estimateTokens(text).safe }
  })
}

function printForm(swept: readonly SweptText[], form: string, log: (line: string) => void): void {
  const texts = swept.filter((text) => text.form === form)
  const worst = texts.find(({ ratio }) => ratio === worstOf(texts))
  const covers = `${(coverOf(texts) * 100).toFixed(1)}%`
  const where = worst === undefined || worst.ratio <= 1 ? '' : `  (U+${worst.block.toString(16)})`
  log(
    `${form.padEnd(32)} ${String(texts.length).padStart(6)} ${covers.padStart(8)}  ${worstOf(texts).toFixed(3)}${where}`,
  )
}

function coverOf(texts: readonly SweptText[]): number {
  return texts.filter(({ ratio }) => ratio <= 1).length / Math.max(1, texts.length)
}

function worstOf(texts: readonly SweptText[]): number {
  return texts.reduce((worst, { ratio }) => Math.max(worst, ratio), 0)
}
