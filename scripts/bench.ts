/**
 * How fast is the kernel beside a primitive everybody knows? Ratios of medians in one process, never seconds alone.
 * Usage: npm run bench -- plan [--json]
 */
import { benchPlan } from './measure/bench-plan.js'
import { reportFigures, type Figure } from './measure/figures.js'

const BENCHES: ReadonlyMap<string, (log: (line: string) => void) => readonly Figure[]> = new Map([
  ['plan', benchPlan],
])

const flags = process.argv.slice(2)
const json = flags.includes('--json')
const names = flags.filter((flag) => !flag.startsWith('--'))
const unknown = names.filter((name) => !BENCHES.has(name))
if (unknown.length > 0) {
  console.error(`unknown bench ${unknown.join(', ')}; there are: ${[...BENCHES.keys()].join(', ')}`)
  process.exit(2)
}
const chosen = names.length === 0 ? [...BENCHES.keys()] : names
const log = json ? () => undefined : console.log
reportFigures(
  chosen.flatMap((name) => BENCHES.get(name)?.(log) ?? []),
  { json },
)
