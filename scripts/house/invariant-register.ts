/**
 * Does every invariant name a requirement, the line that keeps it and the test that would fail?
 *
 * An entry of `docs/invariants.md` is a numbered line with a sentence in bold, then three lines of its own:
 * the requirement ids, `kept by` a file and a symbol, and `held by` a test file that names each of the ids.
 */
import { violationOf } from './violation.js'
import type { Violation } from './violation.js'

/** What the entries are checked against. */
export interface InvariantSources {
  readonly markdown: string
  readonly requirementIds: ReadonlySet<string>
  /** The text of a file of the repository; undefined when there is none. */
  readonly textOf: (path: string) => string | undefined
}

/** Where the register stands. */
export const INVARIANTS_PATH = 'docs/invariants.md'

const ENTRY = /^(\d+)\. \*\*.+\*\*$/
const IDS = /REQ-[A-Z]+-\d{3}/g
const KEPT = /kept by `([^`]+)` `([^`]+)`/g
const HELD = /held by `([^`]+)`/g

/** Every entry that is out of order, incomplete, or names something that does not exist. */
export function findInvariantViolations(sources: InvariantSources): readonly Violation[] {
  const entries = entriesOf(sources.markdown)
  if (entries.length === 0) return [violationOf(INVARIANTS_PATH, 'invariant', 'no invariant is written down')]
  return entries.flatMap((entry, index) => violationsOfEntry(entry, index + 1, sources))
}

interface Entry {
  readonly number: number
  readonly line: number
  readonly text: string
}

function entriesOf(markdown: string): readonly Entry[] {
  const lines = markdown.split('\n')
  const starts = lines.flatMap((line, at) => (ENTRY.test(line) ? [at] : []))
  return starts.map((at, index) => ({
    number: Number(ENTRY.exec(lines[at] ?? '')?.[1]),
    line: at + 1,
    text: lines.slice(at, starts[index + 1]).join('\n'),
  }))
}

function violationsOfEntry(
  entry: Entry,
  expectedNumber: number,
  sources: InvariantSources,
): readonly Violation[] {
  const refuse = (detail: string): Violation => ({
    rule: 'invariant',
    path: INVARIANTS_PATH,
    line: entry.line,
    detail: `${entry.number}: ${detail}`,
  })
  const ids = entry.text.match(IDS) ?? []
  const kept = [...entry.text.matchAll(KEPT)].map((match) => ({
    path: match[1] ?? '',
    symbol: match[2] ?? '',
  }))
  const held = [...entry.text.matchAll(HELD)].map((match) => match[1] ?? '')
  const unkept = kept.filter(({ path, symbol }) => !hasWord(sources.textOf(path), symbol))
  const unheld = held.filter((path) => !path.startsWith('test/') || sources.textOf(path) === undefined)
  const untested =
    held.length === 0 ? [] : ids.filter((id) => !held.some((path) => sources.textOf(path)?.includes(id)))
  return [
    ...(entry.number === expectedNumber ? [] : [refuse(`stands at place ${expectedNumber}`)]),
    ...(ids.length > 0 && kept.length > 0 && held.length > 0 ? [] : [refuse('is incomplete')]),
    ...ids.filter((id) => !sources.requirementIds.has(id)).map((id) => refuse(`${id} is not registered`)),
    ...unkept.map(({ path, symbol }) => refuse(`${path} has no ${symbol}`)),
    ...unheld.map((path) => refuse(`${path} is no test`)),
    ...untested.map((id) => refuse(`${id} is named by none of its tests`)),
  ]
}

function hasWord(text: string | undefined, symbol: string): boolean {
  return text !== undefined && text.split(/[^\w$]+/).includes(symbol)
}
