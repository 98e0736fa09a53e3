/**
 * Which prices of cached input were typed? Two shares of what an uncached input token costs, read digit by digit, so
 * that no price is rounded.
 */
import type { CachePrices } from '../../contract/epoch.js'
import type { FlagCheck } from './flag-check.js'

/** Anthropic's five-minute cache: a tenth for a token read, a quarter more for one written. */
export const CACHE_PRICES_DEFAULT = {
  readThousandths: 100,
  writeThousandths: 1_250,
} as CachePrices

const PRICE_THOUSANDTHS_MAX = 100_000

/** `READ,WRITE` as in `0.1,1.25`; null where it is not given, and where it is wrong. */
export function cachePricesFlag(check: FlagCheck): CachePrices | null {
  const typed = check.values.get('cache-prices')
  if (typed === undefined) return null
  const prices = typed.split(',').map(thousandthsOf)
  const [read, write] = prices
  const areWhole = prices.length === 2 && typeof read === 'number' && typeof write === 'number'
  if (areWhole) return { readThousandths: read, writeThousandths: write } as CachePrices
  check.problems.push(
    '--cache-prices needs two prices from 0 to 100 with at most three decimals: READ,WRITE, as in 0.1,1.25',
  )
  return null
}

/** A price as it would be typed. */
export function priceText(thousandths: number): string {
  const decimals = String(thousandths % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '')
  const whole = String(Math.floor(thousandths / 1000))
  return decimals === '' ? whole : `${whole}.${decimals}`
}

function thousandthsOf(typed: string): number | null {
  const digits = /^(\d{1,3})(?:\.(\d{1,3}))?$/.exec(typed)
  if (digits === null) return null
  const thousandths = Number(digits[1]) * 1000 + Number((digits[2] ?? '').padEnd(3, '0'))
  return thousandths <= PRICE_THOUSANDTHS_MAX ? thousandths : null
}
