/**
 * Runs the test files that its parent names, one at a time, and answers the counts of each.
 * Never decides what a failure is worth; a crash here is the parent's to notice.
 *
 * A line in is a path. A line out that begins with the marker is a JSON answer; all else is the tests' own
 * output.
 */
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { RESULT_MARKER } from './test-protocol.mjs'

/** The suite says the same of the same tree every time; `FC_SEED=random` looks elsewhere, a number looks there. */
const seed = process.env.FC_SEED ?? '20261130'
if (seed !== 'random') fc.configureGlobal({ seed: Number(seed) })

globalThis.UVU_DEFER = 1
globalThis.UVU_QUEUE = []

for await (const path of createInterface({ input: process.stdin })) {
  const answer = await runFile(path)
  process.stdout.write(`\n${RESULT_MARKER}${JSON.stringify(answer)}\n`)
}
// A test may have left a timer or a child process behind, which would keep the whole run waiting.
process.exit(0)

async function runFile(path) {
  globalThis.UVU_INDEX = globalThis.UVU_QUEUE.length
  const suites = []
  globalThis.UVU_QUEUE.push(suites)
  const counts = { path, passed: 0, failed: 0, skipped: 0, failures: '' }
  await import(pathToFileURL(path).href)
  // Tests that were declared and never run would be run by the next file: end here, the parent starts anew.
  if (suites.length === 0) throw new Error(`${path} runs no test; does it end with \`test.run()\`?`)
  for (const run of suites) await addSuite(counts, run)
  return counts
}

/** A uvu suite answers its failure text (or true), how many passed, were skipped, and were tried. */
async function addSuite(counts, run) {
  const [failures, passed, skipped, total] = await run()
  counts.passed += passed
  counts.skipped += skipped
  counts.failed += total - passed
  if (failures !== true) counts.failures += failures
}
