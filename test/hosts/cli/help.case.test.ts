/**
 * Does help name everything there is, and does the version tell the truth?
 */
import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { COMMANDS } from '../../../src/hosts/cli/commands.js'
import { PLAN_FLAGS } from '../../../src/hosts/cli/plan-flags.js'
import { EARLIER_NOT_SHOWN } from '../../../src/hosts/transcripts/fixed-texts.js'
import { MESSAGE_FORMATS } from '../../../src/hosts/transcripts/index.js'
import { REPLAY_FLAGS } from '../../../src/hosts/cli/replay-flags.js'
import { TOKENS_FLAGS } from '../../../src/hosts/cli/tokens-flags.js'
import { DEMO_SESSION, recordedRun } from './recorded-run.js'

test('REQ-CLI-263 `cmk --help` names every command, and each way to ask gives the same', async () => {
  const { exitCode, stdout, stderr } = await recordedRun(['--help'])
  assert.is(exitCode, 0)
  assert.is(stderr, '')
  for (const { name, operand, summary } of COMMANDS) {
    assert.ok(stdout.includes(`  ${name} ${operand} `), name)
    assert.ok(stdout.includes(summary), name)
  }
  for (const word of ['--help', '--version', '70']) assert.ok(stdout.includes(word), word)
  for (const argv of [['help'], ['-h'], ['help', 'me']]) assert.is((await recordedRun(argv)).stdout, stdout)
})

const FLAGS = { plan: PLAN_FLAGS, replay: REPLAY_FLAGS, tokens: TOKENS_FLAGS }

for (const [name, flags] of Object.entries(FLAGS)) {
  test(`REQ-CLI-263 \`cmk ${name} --help\` names every flag with its choices, and fits 120 columns`, async () => {
    const { exitCode, stdout } = await recordedRun([name, '--help'])
    assert.is(exitCode, 0)
    for (const flag of flags) {
      assert.ok(stdout.includes(`--${flag.name}`), flag.name)
      for (const choice of flag.choices ?? []) assert.ok(stdout.includes(choice), choice)
    }
    for (const line of stdout.split('\n')) assert.ok(line.length <= 120, line)
    assert.is((await recordedRun(['help', name])).stdout, stdout)
  })
}

test('REQ-CLI-263 help wins over other flags, but what follows -- is a path', async () => {
  assert.is((await recordedRun(['plan', '--window', 'x', '-h'])).exitCode, 0)
  assert.is((await recordedRun(['plan', '--', '--help'])).exitCode, 2)
})

test('REQ-CLI-264 the table, the guide, the README and help name every format that messages are written in', async () => {
  const texts = {
    table: (await recordedRun(['plan', DEMO_SESSION, '--window', '3000'])).stdout,
    help: (await recordedRun(['plan', '--help'])).stdout.split('\noutput\n')[1] ?? '',
    guide: (await readFile('docs/guide/plan-a-window.md', 'utf8')).split('\n## From a host\n')[0] ?? '',
    readme: (await readFile('README.md', 'utf8')).split('\n## The library\n')[0] ?? '',
  }
  for (const [name, text] of Object.entries(texts))
    for (const format of MESSAGE_FORMATS) assert.match(text, format, `${name} ${format}`)
})

test('REQ-CLI-264 help and the guide quote the note that stands before the assistant’s message', async () => {
  const session =
    '[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]'
  const texts = [
    (await recordedRun(['plan', '--help'])).stdout,
    await readFile('docs/guide/plan-a-window.md', 'utf8'),
  ]
  for (const text of texts) assert.match(text, `\`${EARLIER_NOT_SHOWN}\``)
  const notes = []
  for (const format of MESSAGE_FORMATS) {
    const argv = ['plan', 's', '--window', '80', '--messages', format]
    const s = session.replace('"a"', JSON.stringify('long '.repeat(60)))
    const { stdout, stderr } = await recordedRun(argv, { s })
    assert.ok(stdout.includes('"c"'), stderr)
    if (stdout.includes(EARLIER_NOT_SHOWN)) notes.push(format)
  }
  assert.equal(notes, ['anthropic-messages', 'ai-sdk'])
})

test('REQ-CLI-263 the version is the one of the package', async () => {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'))
  assert.is((await recordedRun(['--version'])).stdout, `cmk ${manifest.version}\n`)
})

test.run()
