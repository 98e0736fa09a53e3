/**
 * Are flags read as they are meant, and is a bad one named in a line of its own?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { parsePlanFlags } from '../../../src/hosts/cli/parse-plan-flags.js'
import { recordedRun } from './recorded-run.js'

const parsed = (...argv: string[]) => {
  const flags = parsePlanFlags(argv)
  if (!flags.ok) throw new Error(flags.error.lines.join(' | '))
  return flags.value
}
const problems = (...argv: string[]) => {
  const flags = parsePlanFlags(argv)
  return flags.ok ? [] : flags.error.lines.slice(0, -1)
}

test('REQ-CLI-261 the least that can be asked has the documented defaults', () => {
  assert.equal(parsed('a.json', '--window', '8000'), {
    session: 'a.json',
    format: 'auto',
    windowTokens: 8000,
    reservedOutputTokens: 0,
    sink: 'model',
    local: false,
    placement: 'hybrid',
    previous: null,
    cachePrices: null,
    run: null,
    at: null,
    output: { _tag: 'Table' },
  })
})

test('REQ-CLI-261 `--flag=value` is `--flag value`, flags may stand before the session, and what follows -- is a path', () => {
  assert.equal(parsed('--window=8000', '--reserve=0', 'a.json'), parsed('a.json', '--window', '8000'))
  assert.is(parsed('--window', '8000', '--', '--json').session, '--json')
  assert.is(parsed('-', '--window', '8000').session, '-')
  assert.equal(parsed('a', '--window', '1', '--messages', 'openai-chat', '--awaiting', 'mark').output, {
    _tag: 'Messages',
    format: 'openai-chat',
    awaiting: 'mark',
  })
})

const BAD: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^--window is missing/, ['a']],
  [/^no session is named/, ['--window', '1']],
  [/^no session is named/, ['', '--window', '1']],
  [/^more than one session/, ['a', 'b', '--window', '1']],
  [/^unknown flag --windwo; did you mean --window\?$/, ['a', '--window', '1', '--windwo', '2']],
  [/^unknown flag -x$/, ['a', '--window', '1', '-x']],
  [/^unknown flag --__proto__$/, ['a', '--window', '1', '--__proto__=1']],
  [/^unknown flag --toString$/, ['a', '--window', '1', '--toString']],
  [/^--window is given more than once/, ['a', '--window', '1', '--window', '1']],
  [/^--json is given more than once/, ['a', '--window', '1', '--json', '--json']],
  [/^--json takes no value/, ['a', '--window', '1', '--json=yes']],
  [/^--window needs a value/, ['a', '--window']],
  [/^--window needs a value/, ['a', '--window=']],
  [/^--window needs a value/, ['a', '--window', '--json']],
  ...['0', '-5', '1.5', '1e3', '8k', '8,000', ' 1', '0x10', 'NaN', '16777217', '9'.repeat(400), '٨'].map(
    (value) => [/^--window needs a whole number from 1 to 16,777,216/, ['a', `--window=${value}`]] as const,
  ),
  [/^--window needs a whole number/, ['a', '--window', '-5']],
  [/^--reserve needs a whole number from 0/, ['a', '--window', '1', '--reserve', '-1']],
  [/^--run needs a whole number from 1/, ['a', '--window', '1', '--run', '0']],
  [/^--format is one of auto, openai-chat/, ['a', '--window', '1', '--format', 'xml']],
  [/^--placement is one of hybrid/, ['a', '--window', '1', '--placement', 'top']],
  [/^--messages is one of openai-chat/, ['a', '--window', '1', '--messages', 'pi']],
  [
    /^--awaiting is one of refuse, mark/,
    ['a', '--window', '1', '--messages', 'openai-chat', '--awaiting', 'no'],
  ],
  [/^--awaiting goes with --messages only/, ['a', '--window', '1', '--awaiting', 'mark']],
  [/^--json and --messages exclude/, ['a', '--window', '1', '--json', '--messages', 'openai-chat']],
  [/^--sink needs a name/, ['a', '--window', '1', '--sink', 'x'.repeat(161)]],
  [/^--at needs a real UTC time/, ['a', '--window', '1', '--at', '2026-02-30T00:00:00.000Z']],
  [/^--at needs a real UTC time/, ['a', '--window', '1', '--at', 'now']],
]

for (const [index, [line, argv]] of BAD.entries()) {
  test(`REQ-CLI-261 a bad command line gets one line that names the flag, case ${index + 1}`, () => {
    const found = problems(...argv)
    assert.is(found.length, 1, found.join(' | '))
    assert.match(found[0] ?? '', line)
  })
}

test('REQ-CLI-261 two bad flags get a line each', () => {
  assert.is(problems('a', '--window', 'x', '--reserve', 'y').length, 2)
  assert.is(problems('a', '--foo', '--bar').length, 2)
})

test('REQ-CLI-261 no command, an unknown command and an unknown flag are refused with 2 and leave standard output empty', async () => {
  for (const argv of [[], ['plna'], ['--verbose'], ['toString'], ['plan'], ['plan', 'a', '--windwo', '1']]) {
    const { exitCode, stdout, stderr } = await recordedRun(argv)
    assert.is(exitCode, 2)
    assert.is(stdout, '')
    assert.match(stderr, /^cmk: /)
  }
  assert.match((await recordedRun(['plna'])).stderr, /did you mean plan\?/)
})

test('REQ-CLI-261 a flag cannot write to the terminal', async () => {
  const { stderr } = await recordedRun(['plan', 'a', '--window', '1', '--\u001b[2J\u202e'])
  assert.not.match(stderr, /[\u001b\u202e]/)
})

test.run()
