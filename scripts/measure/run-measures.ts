/**
 * How is a measuring script called? With the names of what it should measure, all by default, and `--json`.
 */
import { reportFigures, type Figure } from './figures.js'

/** Something that measures and tells on the way. */
export type Measure = (log: (line: string) => void) => readonly Figure[]

/** Runs what the command line names and reports its figures; an unknown name ends with exit code 2. */
export function runMeasures(script: string, measures: ReadonlyMap<string, Measure>): void {
  const flags = process.argv.slice(2)
  const json = flags.includes('--json')
  const named = flags.filter((flag) => flag !== '--json')
  const unknown = named.filter((name) => !measures.has(name))
  if (unknown.length > 0) {
    console.error(`${script}: unknown ${unknown.join(', ')}; there are: ${[...measures.keys()].join(', ')}`)
    process.exitCode = 2
    return
  }
  const log = json ? () => undefined : (line: string) => void console.log(line)
  const chosen = named.length === 0 ? [...measures.keys()] : named
  reportFigures(
    chosen.flatMap((name) => measures.get(name)?.(log) ?? []),
    { json },
  )
}
