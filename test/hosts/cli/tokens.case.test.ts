/**
 * Does `cmk tokens` say what the counters say, of a text and of a session, with the package and without it?
 */
import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { featureCounter } from '../../../src/adapters/tokens/index.js'
import { exactCounter } from '../../../src/adapters/tokens-exact/index.js'
import { ok } from '../../../src/contract/result.js'
import { tokensCommand } from '../../../src/hosts/cli/tokens-command.js'
import { DEMO_SESSION, recordedRun } from './recorded-run.js'

const TEXT = 'Grüße an alle: <|endoftext|> 中文 😀\n'
const counters = [
  featureCounter(),
  await exactCounter({ encoding: 'o200k_base' }),
  await exactCounter({ encoding: 'cl100k_base' }),
]

const jsonOf = async (argv: readonly string[], files = {}) => {
  const { exitCode, stdout, stderr } = await recordedRun(['tokens', ...argv, '--json'], files)
  assert.is(exitCode, 0, stderr)
  return JSON.parse(stdout)
}

/** A machine without the package. */
const withoutPackage = (argv: readonly string[], text = TEXT) => {
  const io = {
    readBytes: () => Promise.resolve(ok(new TextEncoder().encode(text))),
    colour: false,
    heapBytes: 2_000_000_000,
  }
  return tokensCommand(argv, io as never, () => Promise.reject(new Error('Cannot find package')))
}

test('REQ-CLI-288 a text is counted by every counter, with its bytes, characters and characters to a token', async () => {
  const report = await jsonOf(['-'], { '-': TEXT })
  const characters = [...TEXT].length
  assert.is(report.bytes, new TextEncoder().encode(TEXT).length)
  assert.is(report.characters, characters)
  assert.is(report.session, null)
  assert.equal(report.notInstalled, [])
  const expected = counters.map((counter) => {
    const counted = counter.count(TEXT)
    if (!counted.ok) throw new Error(counted.error.code)
    const charactersPerToken = Math.round((characters * 100) / counted.value.expected) / 100
    return { counter: counter.manifest.id, ...counted.value, charactersPerToken }
  })
  assert.equal(report.tokens, expected)
})

test('REQ-CLI-288 the figures of a session add up by role and by partition, for each counter', async () => {
  const { session } = await jsonOf([DEMO_SESSION])
  const messages: readonly { readonly role: string }[] = JSON.parse(
    await readFile(DEMO_SESSION, 'utf8'),
  ).messages
  assert.is(session.format, 'openai-chat')
  for (const groups of [session.roles, session.partitions]) {
    const sum = (of: (group: { items: number; tokens: { expected: number }[] }) => number) =>
      groups.reduce((total: number, group: never) => total + of(group), 0)
    assert.is(
      sum(({ items }) => items),
      session.all.items,
    )
    for (const [index] of counters.entries())
      assert.is(
        sum(({ tokens }) => tokens[index]?.expected ?? NaN),
        session.all.tokens[index].expected,
      )
  }
  for (const { name, items } of session.roles)
    assert.is(items, messages.filter(({ role }) => role === name).length, name)
  for (const { expected, safe } of session.all.tokens) assert.ok(expected > 0 && expected <= safe)
})

test('REQ-CLI-288 a file of many runs is counted run by run, and the runs add up to all of it', async () => {
  const { messages } = JSON.parse(await readFile(DEMO_SESSION, 'utf8'))
  const runs = [messages.slice(0, 12), [], messages.slice(12, 40)]
  const files = { s: JSON.stringify(runs.map((run) => ({ messages: run }))) }
  const { session } = await jsonOf(['s'], files)
  assert.equal(
    session.runs.map(({ name, items }: { name: string; items: number }) => [name, items]),
    [
      ['1', 12],
      ['2', 0],
      ['3', 28],
    ],
  )
  for (const [index] of counters.entries()) {
    const { expected, safe } = session.all.tokens[index]
    const each: readonly { expected: number; safe: number }[] = session.runs.map(
      ({ tokens }: { tokens: unknown[] }) => tokens[index],
    )
    assert.is(
      each.reduce((sum, run) => sum + run.expected, 0),
      expected,
    )
    assert.ok(safe >= expected && safe <= each.reduce((sum, run) => sum + run.safe, 0))
  }
  const third = await jsonOf(['s', '--run', '3'], files)
  assert.equal(third.session.runs, [session.runs[2]])
  assert.equal(third.session.all.tokens, session.runs[2].tokens)
  const alone = await jsonOf(['a'], { a: JSON.stringify({ messages: runs[2] }) })
  assert.equal(alone.session.all, third.session.all)
  const table = (await recordedRun(['tokens', 's'], files)).stdout
  assert.match(table, /^ {2}by run +items [^]*^ {2}1 +12 [^]*^ {2}2 +0 +0 +0 +0$[^]*^ {2}3 +28 /m)
  assert.not.match((await recordedRun(['tokens', 's', '--run', '3'], files)).stdout, 'by run')
})

test('REQ-CLI-288 the table shows forty runs and says how many more there are, --json all of them', async () => {
  const files = {
    s: JSON.stringify(Array.from({ length: 43 }, () => ({ messages: [{ role: 'user', content: 'hello' }] }))),
  }
  const { stdout } = await recordedRun(['tokens', 's'], files)
  assert.match(stdout, /^ {2}40 +1 .*\n {2}3 more \(--json\)\n {2}all +43 /m)
  assert.is((await jsonOf(['s'], files)).session.runs.length, 43)
})

test('REQ-CLI-288 a file or standard input that holds nothing has no tokens', async () => {
  for (const argv of [['-'], ['-', '--format', 'text']]) {
    const report = await jsonOf(argv, { '-': '' })
    assert.equal([report.bytes, report.characters, report.session], [0, 0, null])
    for (const figures of report.tokens)
      assert.equal(figures, { counter: figures.counter, expected: 0, safe: 0, charactersPerToken: null })
  }
  const { stdout, exitCode } = await recordedRun(['tokens', 'a'], { a: '' })
  assert.is(exitCode, 0)
  assert.match(stdout, /^a {2}text, 0 bytes, 0 characters\n[^]* 0 +0 +–\n/)
})

test('REQ-CLI-288 the table names the counters, groups its figures and shows no word of the file', async () => {
  const { exitCode, stdout, stderr } = await recordedRun(['tokens', DEMO_SESSION])
  assert.is(exitCode, 0)
  assert.is(stderr, '')
  for (const { manifest } of counters) assert.ok(stdout.includes(manifest.id))
  for (const word of ['by role', 'by partition', 'tool', 'conversation', 'all, at most', 'characters/token'])
    assert.ok(stdout.includes(word), word)
  assert.match(stdout, /\d,\d{3}/)
  assert.not.match(stdout, /ledgerly|Cents/)
  for (const line of stdout.split('\n')) assert.ok(line.length <= 120, line)
})

test('REQ-CLI-288 one counter can be chosen, and a session can be counted as a text', async () => {
  const report = await jsonOf([DEMO_SESSION, '--counter', 'cl100k_base', '--format', 'text'])
  assert.equal(
    report.tokens.map(({ counter }: { counter: string }) => counter),
    ['cl100k_base/exact-v1'],
  )
  assert.is(report.session, null)
})

test('REQ-CLI-288 without the package the built-in counter counts, and the others say how to get them', async () => {
  const table = await withoutPackage(['-'])
  assert.ok(table.ok)
  assert.match(table.value.stdout, 'feature-v3')
  assert.match(table.value.stdout, 'o200k_base, cl100k_base: not installed; npm install gpt-tokenizer')
  const json = await withoutPackage(['-', '--json'])
  assert.ok(json.ok)
  const { notInstalled, tokens } = JSON.parse(json.value.stdout)
  assert.is(tokens.length, 1)
  assert.equal(notInstalled[1], { counter: 'cl100k_base', install: 'npm install gpt-tokenizer' })
  const refused = await withoutPackage(['-', '--counter', 'o200k_base'])
  assert.not.ok(refused.ok)
  if (!refused.ok)
    assert.match(refused.error.lines.join(), /o200k_base is not installed,run `npm install gpt-/)
})

const REFUSED: readonly (readonly [RegExp, readonly string[], Readonly<Record<string, string>>])[] = [
  [/^cmk: no file is named/, [], {}],
  [/^cmk: more than one file is named/, ['a', 'b'], {}],
  [/^cmk: --counter is one of feature, o200k_base/, ['a', '--counter', 'gpt2'], {}],
  [/^cmk: unknown flag --jsno; did you mean --json\?/, ['a', '--jsno'], {}],
  [/^cmk: unknown flag --window/, ['a', '--window', '1'], {}],
  [/^cmk: --run goes with a session/, ['a', '--format', 'text', '--run', '1'], {}],
  [/^cmk: no-such-file: there is no such file/, ['no-such-file'], {}],
  [/^cmk: the file is no text: byte 1 is zero/, ['a'], { a: 'a\u0000' }],
  [/^cmk: --run 2 does not exist/, [DEMO_SESSION, '--run', '2'], {}],
  [
    /^cmk: the session holds no messages/,
    ['a', '--run', '2'],
    { a: '[{"messages":[{"role":"user","content":"a"}]},{"messages":[]}]' },
  ],
  [/^cmk: --run goes with a session; the file is in no format/, ['a', '--run', '1'], { a: 'words' }],
]

for (const [line, argv, files] of REFUSED) {
  test(`REQ-CLI-288 cmk tokens ${argv.join(' ')} is refused with 2, ${String(line)}`, async () => {
    const { exitCode, stdout, stderr } = await recordedRun(['tokens', ...argv], files)
    assert.is(exitCode, 2)
    assert.is(stdout, '')
    assert.match(stderr, line)
  })
}

test('REQ-CLI-288 with --json a refusal is one document on standard output', async () => {
  const { exitCode, stdout } = await recordedRun(['tokens', '--json'])
  assert.is(exitCode, 2)
  assert.equal(Object.keys(JSON.parse(stdout)), ['error'])
})

test.run()
