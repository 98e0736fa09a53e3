/**
 * Does the bound on many texts together hold, and how much does it give away? Plans of 7,000 to 50,000 tokens drawn from
 * one class, and from all of them.
 */
import { jointSafeTokens } from '../../src/base/tokens/estimate.js'
import type { CountedChunk, CountedClass } from './bench-tokens.js'
import type { Figure } from './figures.js'
import { diceOf, seedOf, type Dice } from './seeded-dice.js'

const PLANS_PER_CLASS = 200
const PLANS_MIXED = 2_000
const PLAN_TOKENS_MIN = 7_000
const PLAN_TOKENS_MAX = 50_000

/** How often the bound is exceeded, and the mean of the bounds over the real counts. */
export function planFigures(
  classes: readonly CountedClass[],
  log: (line: string) => void,
): readonly Figure[] {
  const ofOneClass = classes.flatMap(({ name, chunks }) =>
    plans(chunks, PLANS_PER_CLASS, diceOf(seedOf(`plans of ${name}`))),
  )
  const all = classes.flatMap(({ chunks }) => chunks)
  const mixed = plans(all, all.length === 0 ? 0 : PLANS_MIXED, diceOf(seedOf('mixed plans')))
  const ratios = [...ofOneClass, ...mixed]
  log(
    `bound over real, ${String(ratios.length)} plans: ${spread(ofOneClass)} of one class, ${spread(mixed)} mixed`,
  )
  const exceeded = ratios.filter((ratio) => ratio < 1).length
  const mean = ratios.reduce((total, ratio) => total + ratio, 0) / Math.max(1, ratios.length)
  return [
    { name: 'tokens-plan-bound-over-real', value: mean, operator: '<=', bound: 1.2 },
    { name: 'tokens-plan-bound-exceeded', value: exceeded, operator: '==', bound: 0 },
  ]
}

/** The same for classes the weights never saw: how often the bound is exceeded. */
export function unfittedPlanFigure(classes: readonly CountedClass[], log: (line: string) => void): Figure {
  const ratios = classes.flatMap(plansOfOneClass)
  log(`sources not fitted, ${String(ratios.length)} plans: ${spread(ratios)} of one class`)
  const exceeded = ratios.filter((ratio) => ratio < 1).length
  return { name: 'tokens-plan-bound-exceeded-unfitted', value: exceeded, operator: '==', bound: 0 }
}

function plansOfOneClass({ name, chunks }: CountedClass): readonly number[] {
  return plans(chunks, PLANS_PER_CLASS, diceOf(seedOf(`plans of ${name}`)))
}

/** The ratio of the bound to the real count, for each of so many plans. */
function plans(chunks: readonly CountedChunk[], count: number, dice: Dice): readonly number[] {
  return Array.from({ length: count }, () => {
    const least = PLAN_TOKENS_MIN + dice.below(PLAN_TOKENS_MAX - PLAN_TOKENS_MIN)
    let real = 0
    let sums = { expectedSum: 0, safeSum: 0, safeMax: 0, items: 0 }
    while (real < least) {
      const chunk = dice.pick(chunks)
      real += chunk.real
      sums = {
        expectedSum: sums.expectedSum + chunk.expected,
        safeSum: sums.safeSum + chunk.safe,
        safeMax: Math.max(sums.safeMax, chunk.safe),
        items: sums.items + 1,
      }
    }
    return jointSafeTokens(sums) / real
  })
}

function spread(ratios: readonly number[]): string {
  return `${Math.min(...ratios).toFixed(3)} to ${Math.max(...ratios).toFixed(3)}`
}
