/**
 * How does a person read what a replay cost? Three ways of sending the same requests, one line each.
 */
import pc from 'picocolors'
import { TOKEN_COUNT_MAX } from '../../contract/scalars.js'
import { counted, grouped } from './printable.js'
import type { ReplaySums } from './replay-sums.js'
import type { ReplayCost, ReplaySummary } from './replay-summary.js'
import { percentOf } from './text-bar.js'
import { textTable } from './text-table.js'

type Colours = Pick<ReturnType<typeof pc.createColors>, 'bold' | 'dim' | 'yellow'>

/** A table for all requests, and one for those since the window was full. */
export function summaryLines(
  { all, crowded, refused, smallestWindowTokens }: ReplaySummary,
  { bold, dim, yellow }: Colours,
): readonly string[] {
  const { requests } = all.epochs
  const since = crowded === null ? '' : `since request ${grouped(crowded.from)}, when the window was full`
  return [
    ...(smallestWindowTokens === null
      ? []
      : [`  ${yellow(refusedWords(refused, requests))}: ${windowWords(smallestWindowTokens)}`]),
    ...(smallestWindowTokens === null || requests === 0 ? [] : ['']),
    ...(requests === 0 ? [] : costLines(titleOf(requests, refused), all, bold)),
    ...(crowded === null ? [] : ['', ...costLines(since, crowded, bold)]),
    ...(requests === 0 ? [] : ['', ...NOTES.map((note) => `  ${dim(note)}`)]),
  ]
}

function titleOf(requests: number, refused: number): string {
  if (refused > 0) return counted(requests, 'planned request')
  return requests === 1 ? 'one request' : `all ${grouped(requests)} requests`
}

function refusedWords(refused: number, planned: number): string {
  return `${planned === 0 && refused > 1 ? 'all ' : ''}${counted(refused, 'request')} could not be planned`
}

function windowWords(smallestWindowTokens: number): string {
  return smallestWindowTokens > TOKEN_COUNT_MAX
    ? 'no window is large enough'
    : `what has to be kept needs --window ${smallestWindowTokens}`
}

const NOTES = [
  'cost: in uncached tokens; of tail: beside a plain sliding tail that is cached as well',
  'retained: of the conversation that the sliding tail shows',
]

function costLines(title: string, cost: ReplayCost, bold: (text: string) => string): readonly string[] {
  const { epochs, sliding, uncached } = cost
  const row = (name: string, sums: ReplaySums) => [
    name,
    grouped(Math.round(sums.costThousandths / 1000)),
    percentOf(sums.costThousandths, sliding.costThousandths),
    grouped(sums.tokens),
    percentOf(sums.reusedTokens, sums.tokens),
    grouped(sums.breaks),
    percentOf(sums.historyTokens, sliding.historyTokens),
  ]
  const head = [title, 'cost', 'of tail', 'tokens sent', 'reused', 'breaks', 'retained'].map(bold)
  const align = ['left', ...Array.from({ length: 6 }, () => 'right' as const)] as const
  return textTable(align, [
    head,
    row('epochs', epochs),
    row('sliding tail', sliding),
    row('tail, no cache', uncached),
  ])
}
