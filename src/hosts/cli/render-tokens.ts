/**
 * How does a person, or a program, read token counts? Figures only; never a word of the file.
 */
import pc from 'picocolors'
import type { TokenCounterPort } from '../../ports/token-counter.js'
import type { CountedFile } from './count-file.js'
import type { TokenFigures, TokenGroup } from './count-session.js'
import { INSTALL_COMMAND } from './counters.js'
import type { TokensFlags } from './parse-tokens-flags.js'
import { counted, grouped, printable } from './printable.js'
import { reportText } from './report-text.js'
import { sortedJson } from './sorted-json.js'
import { textTable } from './text-table.js'
import type { CounterWord } from './tokens-flags.js'

/** Everything that is printed. */
export interface TokensReport {
  readonly flags: TokensFlags
  readonly counted: CountedFile
  readonly counters: readonly TokenCounterPort[]
  readonly missing: readonly CounterWord[]
}

/** One document: figures by counter id, for the text and for each group of a session. */
export function tokensJson({ counted: file, counters, missing }: TokensReport): string {
  const ids = counters.map(({ manifest }) => manifest.id)
  const withIds = (tokens: readonly TokenFigures[]) =>
    tokens.map(({ expected, safe }, index) => ({ counter: ids[index], expected, safe }))
  const group = ({ name, items, tokens }: TokenGroup) => ({ name, items, tokens: withIds(tokens) })
  const { bytes, characters, session } = file
  return sortedJson({
    bytes,
    characters,
    tokens: withIds(file.tokens).map((figures) => ({
      ...figures,
      charactersPerToken: ratioOf(characters, figures.expected),
    })),
    session: session && {
      format: session.format,
      all: group(session.all),
      runs: session.runs.map(group),
      roles: session.roles.map(group),
      partitions: session.partitions.map(group),
    },
    notInstalled: missing.map((counter) => ({ counter, install: INSTALL_COMMAND })),
  })
}

/** The report, ending with a line break. */
export function renderTokens(report: TokensReport, colour: boolean): string {
  const { bold, dim } = pc.createColors(colour)
  const { counted: file, flags, missing } = report
  const name = flags.file === '-' ? 'standard input' : printable(flags.file)
  const run = flags.run === null ? '' : `, run ${grouped(flags.run)}`
  const size = `${counted(file.bytes, 'byte')}, ${counted(file.characters, 'character')}`
  const format = file.session === null ? 'text' : file.session.format
  return reportText([
    [`${bold(name)}${run}  ${dim(`${format}, ${size}`)}`],
    textLines(report, bold),
    ...(file.session === null ? [] : groupLines(report, bold)),
    missing.length === 0 ? [] : [dim(`  ${missing.join(', ')}: not installed; ${INSTALL_COMMAND}`)],
  ])
}

type Style = (text: string) => string

/** Of a file of more runs the others are counted in the sums only; --json has them all. */
const RUNS_SHOWN = 40

function textLines({ counted: file, counters }: TokensReport, bold: Style): readonly string[] {
  const head = ['as a text', 'expected', 'safe', 'characters/token'].map(bold)
  const rows = file.tokens.map(({ expected, safe }, index) => [
    counters[index]?.manifest.id ?? '',
    grouped(expected),
    grouped(safe),
    ratioOf(file.characters, expected)?.toFixed(2) ?? '–',
  ])
  return textTable(['left', 'right', 'right', 'right'], [head, ...rows])
}

/** What the messages say, without the syntax of the file; expected tokens, the bound in the last line. */
function groupLines({ counted: file, counters }: TokensReport, bold: Style): readonly (readonly string[])[] {
  if (file.session === null) return []
  const { all, runs, roles, partitions } = file.session
  const align = ['left', 'right', ...counters.map(() => 'right' as const)] as const
  const ids = counters.map(({ manifest }) => manifest.id)
  const row = (name: string, { items, tokens }: TokenGroup) => [
    name,
    grouped(items),
    ...tokens.map(({ expected }) => grouped(expected)),
  ]
  const table = (title: string, groups: readonly TokenGroup[], more: readonly string[] = []) =>
    textTable(align, [
      [title, 'items', ...ids].map(bold),
      ...groups.map((group) => row(group.name, group)),
      ...more.map((name) => [name, '', ...ids.map(() => '')]),
      row('all', all),
      ['all, at most', '', ...all.tokens.map(({ safe }) => grouped(safe))],
    ])
  const hidden = runs.length - RUNS_SHOWN
  const more = hidden > 0 ? [`${grouped(hidden)} more (--json)`] : []
  const byRun = runs.length < 2 ? [] : [table('by run', runs.slice(0, RUNS_SHOWN), more)]
  return [...byRun, table('by role', roles), table('by partition', partitions)]
}

/** In hundredths; null of nothing. */
function ratioOf(characters: number, tokens: number): number | null {
  return tokens === 0 ? null : Math.round((characters * 100) / tokens) / 100
}
