/**
 * Is a session that cannot be planned refused with 2, in lines that say what to do, and nothing on standard output?
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { SESSION_BYTES_MAX } from '../../../src/hosts/cli/read-bytes.js'
import { DEMO_SESSION, recordedRun } from './recorded-run.js'

const RUNS = JSON.stringify([1, 2, 3].map((run) => ({ messages: [{ role: 'user', content: `run ${run}` }] })))
const LOG = [
  '{"type":"session","id":"s","timestamp":"2026-01-01T00:00:00.000Z"}',
  '{"type":"message","timestamp":"2026-01-01T00:00:01.000Z","message":{"role":"user","content":"hello"}}',
  '{"type":"message","timestamp":"2026-01-01T00:00:02.000Z","mess',
].join('\n')

async function refusal(
  argv: readonly string[],
  files: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { exitCode, stdout, stderr } = await recordedRun(['plan', ...argv], files)
  assert.is(exitCode, 2, stderr)
  assert.is(stdout, '')
  return stderr
}

test('REQ-CLI-261 a budget that is too small names the items and the smallest window, which then does', async () => {
  const stderr = await refusal([DEMO_SESSION, '--window', '300', '--reserve', '50'])
  assert.match(stderr, /CMK_PROTECTED_OVER_BUDGET/)
  assert.match(stderr, /m:96 {2}current_request/)
  const smallest = Number(/--window (\d+)/.exec(stderr)?.[1])
  const argv = (window: number) => ['plan', DEMO_SESSION, '--reserve', '50', '--window', String(window)]
  assert.is((await recordedRun(argv(smallest))).exitCode, 0)
  assert.is((await recordedRun(argv(smallest - 1))).exitCode, 2)
})

test('REQ-CLI-261 a reserve above the window is refused', async () => {
  const stderr = await refusal([DEMO_SESSION, '--window', '300', '--reserve', '301'])
  assert.match(stderr, /CMK_BUDGET_INVALID: [^\n]*--reserve/)
})

test('REQ-CLI-261 figures are grouped, but for a flag to copy, and one item is one item', async () => {
  const session = JSON.stringify([{ role: 'user', content: 'why? '.repeat(4000) }])
  const stderr = await refusal(['s', '--window', '2000'], { s: session })
  assert.match(stderr, /: 1 protected item needs \d{1,2},\d{3} tokens of input, there are 2,000\n/)
  assert.match(stderr, /^  m:1 {2}current_request {2}\d{1,2},\d{3} tokens$/m)
  assert.match(stderr, /--window \d{4,}\n$/)
  const prose = stderr.split('\n').slice(0, -2).join('\n')
  assert.not.match(prose, /\d{4}|compact/)
})

test('REQ-CLI-262 with --json a refusal of the kernel is its typed fields on standard output, prose on standard error', async () => {
  const argv = ['plan', DEMO_SESSION, '--window', '300', '--json']
  const { exitCode, stdout, stderr } = await recordedRun(argv)
  assert.is(exitCode, 2)
  assert.match(stderr, /^cmk: refused CMK_PROTECTED_OVER_BUDGET: /)
  const { error, ...more } = JSON.parse(stdout)
  assert.equal(more, {})
  assert.is(error.code, 'CMK_PROTECTED_OVER_BUDGET')
  assert.ok(error.items.some((item: { itemId: string }) => item.itemId === 'm:96'))
  assert.is(error.smallestWindowTokens, Number(/--window (\d+)/.exec(stderr)?.[1]))
  assert.equal(Object.keys(error), Object.keys(error).sort())
})

test('REQ-CLI-262 with --json a refusal of the command is one document too, and after -- the word is a path', async () => {
  for (const argv of [
    ['none.json', '--window', '500'],
    ['--windwo', '5'],
    ['f', '--window', 'x', '--local'],
  ]) {
    const { exitCode, stdout, stderr } = await recordedRun(['plan', ...argv, '--json'])
    assert.is(exitCode, 2)
    const { error } = JSON.parse(stdout)
    assert.equal([error._tag, error.retry], ['CommandRefused', 'after-fix'])
    assert.ok(error.message !== '' && stderr.startsWith(`cmk: ${error.message}`))
  }
  await refusal(['--window', 'x', '--', '--json'])
  await refusal(['none.json', '--window', '500', '--messages', 'openai-chat'])
})

test('REQ-CLI-261 a session without messages is called that, in any format', async () => {
  for (const f of ['[]', ' [ ]\n', '{"messages":[]}', '[{"messages":[]}]']) {
    for (const format of ['auto', 'openai-chat', 'anthropic-messages']) {
      const stderr = await refusal(['f', '--window', '500', '--format', format], { f })
      assert.is(stderr, 'cmk: the session holds no messages\n')
    }
  }
})

test('REQ-CLI-261 a wrong format is answered with the one the file looks like', async () => {
  const [wrong, pi] = [await refusal(['f', '--window', '500', '--format', 'claude-code'], { f: LOG }), 'pi']
  assert.match(wrong, new RegExp(`CMK_TRANSCRIPT_REFUSED: claude-code session is refused as a whole: `))
  assert.match(wrong, new RegExp(`looks like ${pi}: give --format ${pi}, or leave --format out`))
  const unknown = await refusal(['f', '--window', '500', '--format', 'pi'], { f: 'text' })
  assert.match(unknown, /in no format cmk knows/)
})

test('REQ-CLI-261 a file of many runs is refused with their number, and each can be chosen', async () => {
  const files = { runs: RUNS }
  assert.match(
    await refusal(['runs', '--window', '500'], files),
    /3 runs\nchoose one with --run 1 to --run 3/,
  )
  assert.match(await refusal(['runs', '--window', '500', '--run', '4'], files), /--run 4 does not exist/)
  const third = await recordedRun(
    ['plan', 'runs', '--window', '500', '--run', '3', '--messages', 'openai-chat'],
    files,
  )
  assert.equal(JSON.parse(third.stdout).messages, [{ role: 'user', content: 'run 3' }])
})

test('REQ-CLI-261 a torn line is named by its number and the rest is planned', async () => {
  const files = { log: LOG }
  const table = await recordedRun(['plan', 'log', '--window', '500'], files)
  assert.is(table.exitCode, 0)
  assert.match(table.stdout, /line 3: /)
  const json = await recordedRun(['plan', 'log', '--window', '500', '--json'], files)
  assert.match(json.stderr, /^cmk: line 3: /)
  assert.is(JSON.parse(json.stdout).selected.length, 1)
})

test('REQ-CLI-261 many torn lines are capped, with their exact number', async () => {
  const log = `${LOG}\n${'{torn\n'.repeat(500)}`
  const { stdout } = await recordedRun(['plan', 'log', '--window', '500'], { log })
  assert.match(stdout, /and 496 more of 501 lines with a problem/)
  const { stderr } = await recordedRun(['plan', 'log', '--window', '500', '--json'], { log })
  assert.is(stderr.match(/^cmk: line \d+: unparsable-line$/gm)?.length, 501)
})

test('REQ-CLI-261 what is in no known format, or in another than named, is refused without repeating it', async () => {
  for (const text of ['MARKER', '{"MARKER":1}', '[]', 'null', '[[["MARKER"]]]', '<MARKER/>', '{"a":']) {
    const stderr = await refusal(['f', '--window', '500'], { f: text })
    assert.not.match(stderr, /MARKER/)
  }
  for (const format of ['pi', 'claude-code', 'anthropic-messages', 'openai-chat']) {
    const stderr = await refusal(['f', '--window', '500', '--format', format], { f: '{"MARKER":' })
    assert.not.match(stderr, /MARKER/)
  }
})

test('REQ-CLI-261 a file that cannot be read is refused in one line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cmk-cli-'))
  try {
    const closed = join(folder, 'closed.json')
    await writeFile(closed, '[]')
    await chmod(closed, 0)
    const cases = [
      [join(folder, 'none.json'), /no such file/],
      [folder, /is a directory/],
      [join(closed, 'x'), /no such file/],
      ['a\u0000b', /cannot be read/],
      ['x'.repeat(5000), /too long/],
      // The superuser may read everything.
      ...(process.getuid?.() === 0 ? [] : [[closed, /permission denied/] as const]),
    ] as const
    for (const [path, line] of cases) {
      const stderr = await refusal([path, '--window', '500'])
      assert.match(stderr, line)
      assert.is(stderr.trimEnd().split('\n').length, 1)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('REQ-CLI-261 a file above the bound is refused before it is read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'cmk-cli-'))
  try {
    const path = join(folder, 'large.json')
    const { truncate } = await import('node:fs/promises')
    await writeFile(path, '')
    await truncate(path, SESSION_BYTES_MAX + 1)
    assert.match(await refusal([path, '--window', '500']), /larger than 256 MiB/)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('REQ-CLI-261 a session that would fill the memory is refused before it does', async () => {
  const messages = JSON.stringify(Array.from({ length: 1000 }, () => ({ role: 'user', content: 'a' })))
  const argv = ['plan', 'f', '--window', '500']
  const many = await recordedRun(argv, { f: messages }, { heapBytes: 1_700_000 })
  assert.is(many.exitCode, 2)
  assert.match(many.stderr, /too large for the memory/)
  const more = Number(/--max-old-space-size=(\d+)/.exec(many.stderr)?.[1]) * 1_048_576
  assert.is((await recordedRun(argv, { f: messages }, { heapBytes: more })).exitCode, 0)
  const deep = await recordedRun(argv, { f: '{},'.repeat(6_000_000) }, { heapBytes: 400_000_000 })
  assert.is(deep.exitCode, 2)
  assert.match(deep.stderr, /too large for the memory/)
})

test('REQ-CLI-261 an exception is our bug: 70, its name, and neither its text nor its stack', async () => {
  const readBytes = () => Promise.reject(new RangeError('SECRET'))
  const quiet = await recordedRun(['plan', 'f', '--window', '500'], {}, { readBytes })
  assert.is(quiet.exitCode, 70)
  assert.is(quiet.stdout, '')
  assert.match(quiet.stderr, /^cmk: internal error: RangeError; [^\n]*\n$/)
  assert.not.match(quiet.stderr, /SECRET/)
  const loud = await recordedRun(['plan', 'f', '--window', '500'], {}, { readBytes, debug: true })
  assert.match(loud.stderr, /\n\s+at /)
})

test.run()
