import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { REPOSITORY_ROOT } from '../../scripts/house/source-files.js'

interface Answer {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

interface Lane {
  readonly run: (path: string) => Promise<Answer>
  readonly close: () => void
}

const UVU = pathToFileURL(join(REPOSITORY_ROOT, 'node_modules/uvu/dist/index.mjs')).href
const HEAD = `import { test } from '${UVU}'\n`

/** What the runner answers for planted files, run one after the other in one lane. */
async function answersFor(texts: readonly string[], timeoutMs = 20_000): Promise<readonly Answer[]> {
  const { openLane } = (await import(`${REPOSITORY_ROOT}scripts/house/test-lane.mjs`)) as {
    openLane: (root: string, timeoutMs: number) => Lane
  }
  const folder = mkdtempSync(join(tmpdir(), 'cmk-runner-'))
  const lane = openLane(REPOSITORY_ROOT, timeoutMs)
  const answers: Answer[] = []
  for (const [index, text] of texts.entries()) {
    const path = join(folder, `${index}.test.mjs`)
    writeFileSync(path, text)
    const { passed, failed, skipped } = await lane.run(path)
    answers.push({ passed, failed, skipped })
  }
  lane.close()
  rmSync(folder, { recursive: true })
  return answers
}

const PASSING = `${HEAD}test('a', () => {})\ntest.run()`

test('REQ-HOUSE-280 passed, failed and skipped tests are counted', async () => {
  const failing = `${HEAD}test('a', () => { throw new Error('no') })\ntest('b', () => {})\ntest.skip('c')\ntest.run()`
  assert.equal(await answersFor([PASSING, failing]), [
    { passed: 1, failed: 0, skipped: 0 },
    { passed: 1, failed: 1, skipped: 1 },
  ])
})

test('REQ-HOUSE-280 a file that crashes, ends the process or runs no test fails, and the next one is run', async () => {
  const broken = { passed: 0, failed: 1, skipped: 0 }
  const late = 'setTimeout(() => { throw new Error() }, 1); await new Promise((end) => setTimeout(end, 200))'
  assert.equal(
    await answersFor([
      `throw new Error('at import')`,
      `${HEAD}test('a', async () => { ${late} })\ntest.run()`,
      `${HEAD}test('a', () => process.exit(0))\ntest.run()`,
      `${HEAD}test('a', () => {})`,
      `export const nothing = 1`,
      PASSING,
    ]),
    [broken, broken, broken, broken, broken, { passed: 1, failed: 0, skipped: 0 }],
  )
})

test('REQ-HOUSE-280 a file that hangs is stopped and fails', async () => {
  const hanging = `${HEAD}test('a', () => { for (;;); })\ntest.run()`
  assert.equal(await answersFor([hanging], 1_500), [{ passed: 0, failed: 1, skipped: 0 }])
})

test('REQ-HOUSE-280 the command sums up, and neither a failure nor what a test left open goes unnoticed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cmk-runner-'))
  mkdirSync(join(folder, 'test'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  const files = {
    open: PASSING.replace('() => {}', '() => void setInterval(() => {}, 1000)'),
    failing: PASSING.replace('() => {}', '() => { throw new Error() }'),
    lacking: PASSING.replace("test('a'", "test.skip('b')\ntest('a'"),
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `test/${name}.test.ts`), text)
  const run = (part: string) => {
    const args = [join(REPOSITORY_ROOT, 'scripts/test.mjs'), '--root', folder, part]
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: REPOSITORY_ROOT, encoding: 'utf8' })
    return [status, stdout.trimEnd().split('\n').at(-1)]
  }
  assert.equal(run('open'), [0, '1 passed, 0 failed'])
  assert.equal(run('lacking'), [0, '1 passed, 0 failed, 1 skipped'])
  assert.equal(run('test/'), [1, '2 passed, 1 failed, 1 skipped'])
  assert.equal(run('absent'), [1, '0 passed, 0 failed'])
  rmSync(folder, { recursive: true })
})

test.run()
