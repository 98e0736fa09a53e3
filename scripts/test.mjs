/**
 * Do the tests pass? Runs every `test/**\/*.test.ts` in two processes and ends with one line of counts.
 *
 * `node scripts/test.mjs [PART ...]` runs only files whose path contains one of the parts. The files are
 * printed in order of path whatever order they finish in. A file that crashes, hangs or runs no test is a
 * failure; so is a run that finds nothing. `--root FOLDER` looks for `test/` in another folder.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openLane } from './house/test-lane.mjs'

const REPOSITORY_ROOT = fileURLToPath(new URL('../', import.meta.url))
const LANES = 2
const FILE_TIMEOUT_MS = 180_000

const { values, positionals: parts } = parseArgs({
  allowPositionals: true,
  options: { root: { type: 'string', default: REPOSITORY_ROOT } },
})
const files = testFiles('test').filter(
  (path) => parts.length === 0 || parts.some((part) => path.includes(part)),
)
const sum = await runAll(files)
console.log(counts(sum))
process.exitCode = sum.failed > 0 || sum.passed === 0 ? 1 : 0

function testFiles(folder) {
  return readdirSync(join(values.root, folder), { withFileTypes: true })
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory()) return testFiles(path)
      return entry.name.endsWith('.test.ts') ? [path] : []
    })
    .sort()
}

async function runAll(paths) {
  const sum = { passed: 0, failed: 0, skipped: 0 }
  const answers = new Map()
  let next = 0
  let printed = 0
  const lane = async () => {
    const worker = openLane(values.root, FILE_TIMEOUT_MS)
    while (next < paths.length) {
      const path = paths[next++]
      answers.set(path, await worker.run(path))
      while (answers.has(paths[printed])) addAnswer(sum, answers.get(paths[printed++]))
    }
    worker.close()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return sum
}

function addAnswer(sum, answer) {
  sum.passed += answer.passed
  sum.failed += answer.failed
  sum.skipped += answer.skipped
  const mark = answer.failed > 0 ? 'FAIL' : 'ok  '
  console.log(`${mark} ${answer.path}  ${counts(answer)}`)
  const own = answer.output.split('\n').filter((line) => !isProgress(line))
  if (own.length > 0) console.log(own.map((line) => `     ${line}`).join('\n'))
  if (answer.failures !== '') console.log(answer.failures)
}

/** What was skipped is said where there is any; each such file prints what it lacks. */
function counts({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The dots and the total that uvu prints for each suite say what the counts already say. */
function isProgress(line) {
  return line.trim() === '' || /^(.*[•✘].*)?\s*\S*\(\d+ \/ \d+\)\S*$/.test(line)
}
