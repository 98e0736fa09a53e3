/**
 * How does a person, or a program, read a replay? Requests, what broke the prefix of each, and what all of them cost;
 * ids and figures, never a text.
 */
import pc from 'picocolors'
import type { Transcript } from '../transcripts/index.js'
import { BREAK_WORDS } from './break-words.js'
import { priceText } from './cache-prices-flag.js'
import type { ReplayFlags } from './parse-replay-flags.js'
import { counted, grouped, printable } from './printable.js'
import type { ReplayedRequest } from './replay-session.js'
import type { SentTokens } from './replay-sums.js'
import type { ReplaySummary } from './replay-summary.js'
import { summaryLines } from './render-replay-summary.js'
import { reportText } from './report-text.js'
import { sortedJson } from './sorted-json.js'
import { percentOf } from './text-bar.js'
import { textTable } from './text-table.js'

/** Everything that is printed. */
export interface ReplayReport {
  readonly flags: ReplayFlags
  readonly transcript: Transcript
  readonly counter: string
  readonly requests: readonly ReplayedRequest[]
  readonly summary: ReplaySummary
}

type Colours = ReturnType<typeof pc.createColors>

/** A longer session is shown by what broke. */
const REQUESTS_SHOWN = 40

/** One document: every request, and the sums. */
export function replayJson({ flags, transcript, counter, requests, summary }: ReplayReport): string {
  const { windowTokens, reservedOutputTokens, placement, cachePrices } = flags
  const { format, items } = transcript
  return sortedJson({
    session: { format, items: items.length },
    windowTokens,
    reservedOutputTokens,
    placement,
    cachePrices,
    counter,
    requests,
    summary,
  })
}

/** The report, ending with a line break. */
export function renderReplay(report: ReplayReport, colour: boolean): string {
  const colours = pc.createColors(colour)
  return reportText([
    headerLines(report, colours),
    requestLines(report, colours),
    summaryLines(report.summary, colours),
  ])
}

function headerLines(
  { flags, transcript, counter, requests }: ReplayReport,
  { bold, dim }: Colours,
): readonly string[] {
  const name = flags.session === '-' ? 'standard input' : printable(flags.session)
  const run = flags.run === null ? '' : `, run ${grouped(flags.run)}`
  const items = counted(transcript.items.length, 'item')
  const { windowTokens, reservedOutputTokens, placement, cachePrices } = flags
  const { readThousandths, writeThousandths } = cachePrices
  const prices = `${priceText(readThousandths)} to read, ${priceText(writeThousandths)} to write`
  return [
    `${bold(name)}${run}  ${dim(`${transcript.format}, ${items}, ${counted(requests.length, 'request')}`)}`,
    `window ${grouped(windowTokens)} − reserve ${grouped(reservedOutputTokens)} = ` +
      bold(`${grouped(windowTokens - reservedOutputTokens)} tokens of input`),
    dim(`counter ${counter}, placement ${placement}, cache ${prices} (of an uncached token)`),
  ]
}

const HEAD = ['request', 'items', 'epoch', 'tokens', 'reused', '', 'tail', 'reused', '', 'what broke', 'anew']

function requestLines({ flags, requests }: ReplayReport, { bold, dim }: Colours): readonly string[] {
  const isLong = requests.length > REQUESTS_SHOWN && !flags.all
  const shown = isLong ? requests.filter(isTold) : requests
  const hidden = requests.length - shown.length
  const note = dim(`  ${counted(hidden, 'request')} only appended; --all shows them`)
  if (shown.length === 0) return [note]
  const head = HEAD.map((name) => (name === '' ? '' : bold(name)))
  const align = [...Array.from({ length: 9 }, () => 'right' as const), 'left', 'right'] as const
  return [
    ...textTable(align, [head, ...shown.map(rowOf)]),
    ...(hidden > 0 ? [note] : []),
    ...legendLines(shown).map(dim),
  ]
}

/** Once for all rows: a small window breaks the prefix of every other request by the same cause. */
function legendLines(shown: readonly ReplayedRequest[]): readonly string[] {
  const planned = shown.filter((entry) => entry._tag === 'Planned')
  if (planned.length === 0) return []
  const causes = new Set(planned.flatMap(({ prefixBreak }) => prefixBreak?.cause ?? []))
  return [
    '',
    '  tail: the plain sliding tail; reused: of the request before, by each of the two',
    ...(causes.size > 0 ? ['  anew: tokens that were sent before and are sent anew'] : []),
    ...[...causes].map((cause) => `  ${cause}: ${BREAK_WORDS[cause]}`),
  ]
}

function isTold(entry: ReplayedRequest): boolean {
  return entry._tag === 'Refused' || entry.prefixBreak !== null
}

function rowOf(entry: ReplayedRequest): readonly string[] {
  const place = [grouped(entry.request), grouped(entry.items)]
  if (entry._tag === 'Refused') {
    return [...place, '', '', '', '', '', '', '', `needs --window ${entry.smallestWindowTokens}`, '']
  }
  const { epoch, prefixBreak, sent, sliding } = entry
  const why =
    prefixBreak === null
      ? ['', '']
      : [`${prefixBreak.cause} at ${prefixBreak.itemId}`, grouped(prefixBreak.costTokens)]
  return [...place, grouped(epoch), ...cellsOf(sent), ...cellsOf(sliding), ...why]
}

function cellsOf({ tokens, reusedTokens }: SentTokens): readonly string[] {
  return [grouped(tokens), grouped(reusedTokens), percentOf(reusedTokens, tokens)]
}
