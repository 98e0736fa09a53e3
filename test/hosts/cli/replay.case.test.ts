/**
 * Does `cmk replay` plan at every call of the model, compare with a sliding tail, and add up?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { BREAK_WORDS } from '../../../src/hosts/cli/break-words.js'
import { parseReplayFlags } from '../../../src/hosts/cli/parse-replay-flags.js'
import type { PlannedRequest, ReplayedRequest } from '../../../src/hosts/cli/replay-session.js'
import type { ReplaySummary } from '../../../src/hosts/cli/replay-summary.js'
import { DEMO_SESSION, demoMessages, recordedRun } from './recorded-run.js'

interface ReplayDocument {
  readonly requests: readonly ReplayedRequest[]
  readonly summary: ReplaySummary
}

const DEMO = ['replay', DEMO_SESSION, '--window', '3000', '--reserve', '500']
const table = await recordedRun(DEMO)
const jsonOf = async (argv: readonly string[], files = {}): Promise<ReplayDocument> => {
  const { stdout, stderr } = await recordedRun([...argv, '--json'], files)
  assert.ok(stdout.startsWith('{'), stderr)
  return JSON.parse(stdout)
}
const demo = await jsonOf(DEMO)
const isPlanned = (entry: ReplayedRequest): entry is PlannedRequest => entry._tag === 'Planned'
const planned = demo.requests.filter(isPlanned)

test('REQ-CLI-287 there is a request before each answer of the model, and one where the session ends before it', async () => {
  const roles = (await demoMessages()).map(({ role }) => role)
  const expected = roles.flatMap((role, index) =>
    index > 0 && role === 'assistant' && roles[index - 1] !== 'assistant' ? [index] : [],
  )
  if (roles.at(-1) !== 'assistant') expected.push(roles.length)
  assert.equal(
    demo.requests.map(({ items }) => items),
    expected,
  )
  assert.equal(
    demo.requests.map(({ request }) => request),
    expected.map((_, index) => index + 1),
  )
})

test('REQ-CLI-287 each request is the plan that `cmk plan --previous` makes of the session so far', async () => {
  const messages = await demoMessages()
  let previous = ''
  for (const entry of demo.requests.slice(0, 9)) {
    assert.ok(isPlanned(entry))
    const files = { s: JSON.stringify(messages.slice(0, entry.items)), p: previous }
    const argv = ['plan', 's', '--window', '3000', '--reserve', '500', '--cache-prices', '0.1,1.25', '--json']
    const { stdout } = await recordedRun([...argv, ...(previous === '' ? [] : ['--previous', 'p'])], files)
    const plan = JSON.parse(stdout)
    assert.equal(
      [plan.expectedTokens, plan.reusablePrefixTokens, plan.epoch.number, plan.prefixBreak ?? null],
      [entry.sent.tokens, entry.sent.reusedTokens, entry.epoch, entry.prefixBreak],
    )
    const plain = JSON.parse((await recordedRun(argv, files)).stdout)
    assert.is(plain.expectedTokens, entry.sliding.tokens)
    previous = stdout
  }
})

test('REQ-CLI-287 a request whose protected items cannot stand is a line with the window that would do, and the replay goes on', async () => {
  const refused = demo.requests.filter((entry) => !isPlanned(entry))
  assert.is(refused.length, 1)
  const [entry] = refused
  assert.ok(entry !== undefined && entry._tag === 'Refused' && entry.request < demo.requests.length)
  assert.match(table.stdout, ` needs --window ${String(entry.smallestWindowTokens)}\n`)
  const argv = ['replay', DEMO_SESSION, '--reserve', '500', '--window']
  const enough = await jsonOf([...argv, String(entry.smallestWindowTokens)])
  assert.ok(enough.requests.every(isPlanned))
  const less = await jsonOf([...argv, String(entry.smallestWindowTokens - 1)])
  assert.not.ok(less.requests.every(isPlanned))
  assert.is(demo.summary.refused, 1)
  assert.is(demo.summary.smallestWindowTokens, entry.smallestWindowTokens)
  assert.is(enough.summary.smallestWindowTokens, null)
})

test('REQ-CLI-287 the sums are those of the requests, and the epochs cost less than a sliding tail of the same session', () => {
  const cost = (of: 'sent' | 'sliding', from: number) =>
    planned
      .filter(({ request }) => request >= from)
      .reduce((sum, entry) => {
        const { tokens, reusedTokens } = entry[of]
        return sum + reusedTokens * 100 + (tokens - reusedTokens) * 1250
      }, 0)
  const { all, crowded } = demo.summary
  for (const part of [all, crowded]) {
    assert.ok(part !== null)
    assert.is(part.epochs.costThousandths, cost('sent', part.from))
    assert.is(part.sliding.costThousandths, cost('sliding', part.from))
    assert.is(part.uncached.costThousandths, part.sliding.tokens * 1000)
    assert.ok(part.epochs.costThousandths < part.sliding.costThousandths)
    assert.ok(part.epochs.breaks < part.sliding.breaks)
  }
  assert.is(all.epochs.requests, planned.length)
  assert.is(all.epochs.breaks, planned.filter(({ prefixBreak }) => prefixBreak !== null).length)
  assert.is(crowded?.from, planned.find(({ isCrowded }) => isCrowded)?.request)
})

test('REQ-CLI-287 no prices make the epochs cost more than the sliding tail', async () => {
  for (const prices of ['0,1', '0.5,1.25', '1,0.5']) {
    const argv = ['replay', DEMO_SESSION, '--window', '2200', '--cache-prices', prices]
    const { epochs, sliding } = (await jsonOf(argv)).summary.all
    assert.ok(epochs.costThousandths <= sliding.costThousandths, prices)
  }
})

test('REQ-CLI-287 the same session gives the same bytes, whatever the clock says', async () => {
  const clock = () => Promise.reject(new Error('asked'))
  assert.is((await recordedRun(DEMO, {}, { clock })).stdout, table.stdout)
  const coloured = await recordedRun(DEMO, {}, { colour: true })
  assert.is(coloured.stdout.replace(/\u001b\[\d+m/g, ''), table.stdout)
  assert.is(table.stderr, '')
})

test('REQ-CLI-287 the table shows requests, breaks in words and the three costs, and no text of the session', () => {
  const figure = (count: number) => count.toLocaleString('en-US')
  for (const { request, items, epoch, sent, sliding, prefixBreak } of planned) {
    const cells = [request, items, epoch, sent.tokens, sent.reusedTokens].map(figure).join(' +')
    const tail = [sliding.tokens, sliding.reusedTokens].map(figure).join(' +')
    const why =
      prefixBreak === null
        ? ''
        : ` +${prefixBreak.cause} at ${prefixBreak.itemId} +${figure(prefixBreak.costTokens)}`
    assert.match(table.stdout, new RegExp(`^ +${cells} +(< )?\\d+ % +${tail} +(< )?\\d+ %${why}$`, 'm'))
  }
  for (const name of ['epochs', 'sliding tail', 'tail, no cache'])
    assert.is(table.stdout.split(`\n  ${name} `).length, 3, name)
  assert.not.match(table.stdout, /ledgerly|Cents/)
})

const countOf = (text: string, words: string) => text.split(words).length - 1

test('REQ-CLI-287 however small the window, each cause is explained once, and one line says which window they all need', async () => {
  for (const window of ['300', '1000', '4000', '8000']) {
    const argv = ['replay', DEMO_SESSION, '--window', window]
    const { requests, summary } = await jsonOf(argv)
    const { stdout } = await recordedRun(argv)
    const causes = new Set(requests.filter(isPlanned).map(({ prefixBreak }) => prefixBreak?.cause))
    for (const [cause, words] of Object.entries(BREAK_WORDS))
      assert.is(countOf(stdout, words), causes.has(cause as never) ? 1 : 0, `${window} ${cause}`)
    const { refused, smallestWindowTokens } = summary
    const refusals = requests.flatMap((entry) => (isPlanned(entry) ? [] : [entry.smallestWindowTokens]))
    assert.is(smallestWindowTokens, refusals.length === 0 ? null : Math.max(...refusals))
    const line = `could not be planned: what has to be kept needs --window ${String(smallestWindowTokens)}\n`
    assert.is(countOf(stdout, line), refused > 0 ? 1 : 0)
    const titles = [`all ${requests.length} requests`, `${requests.length - refused} planned requests`]
    assert.equal(
      titles.map((title) => countOf(stdout, `  ${title}  `)),
      refused > 0 ? [0, 1] : [1, 0],
    )
  }
})

test('REQ-CLI-287 a session of which no request can be planned is told so, without costs', async () => {
  const { stdout, exitCode } = await recordedRun(['replay', DEMO_SESSION, '--window', '60'])
  assert.is(exitCode, 0)
  assert.match(
    stdout,
    /\n {2}all \d+ requests could not be planned: what has to be kept needs --window \d+\n$/,
  )
  assert.not.match(stdout, /sliding tail|anew:/)
})

const long = JSON.stringify(
  Array.from({ length: 90 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `word ${String(index)} `.repeat(12),
  })),
)

test('REQ-CLI-287 of a long session what broke is shown, or everything on demand, and --limit stops early', async () => {
  const argv = ['replay', 's', '--window', '900']
  const rowsOf = (stdout: string) => [...stdout.matchAll(/^ +\d+ +\d+ +\d+ +[\d,]+ +[\d,]+ .*%/gm)].length
  const short = (await recordedRun(argv, { s: long })).stdout
  const { requests, summary } = await jsonOf(argv, { s: long })
  assert.is(requests.length, 45)
  const { breaks } = summary.all.epochs
  assert.ok(breaks > 0 && breaks < 45)
  assert.is(rowsOf(short), breaks)
  assert.match(short, `${String(45 - breaks)} requests only appended; --all shows them`)
  assert.is(rowsOf((await recordedRun([...argv, '--all'], { s: long })).stdout), 45)
  assert.equal((await jsonOf([...argv, '--limit', '7'], { s: long })).requests, requests.slice(0, 7))
})

test('REQ-CLI-287 a session that ends with a question has it as its last request', async () => {
  const argv = ['replay', 's', '--window', '900']
  const { requests } = await jsonOf(argv, { s: '[{"role":"user","content":"hello"}]' })
  assert.equal(
    requests.map(({ items }) => items),
    [1],
  )
  const none = await recordedRun(argv, { s: '[{"role":"assistant","content":"hello"}]' })
  assert.is(none.exitCode, 2)
  assert.match(none.stderr, /no call of the model/)
})

const REFUSED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^no session is named/, ['--window', '1']],
  [/^--window is missing/, ['a']],
  [/^--limit needs a whole number from 1/, ['a', '--window', '1', '--limit', '0']],
  [/^--cache-prices needs two prices/, ['a', '--window', '1', '--cache-prices', '0.1,1.2345']],
  [/^--placement is one of/, ['a', '--window', '1', '--placement', 'top']],
  [/^unknown flag --messages/, ['a', '--window', '1', '--messages', 'openai-chat']],
  [/^--all takes no value/, ['a', '--window', '1', '--all=1']],
]

for (const [line, argv] of REFUSED) {
  test(`REQ-CLI-287 cmk replay ${argv.join(' ')} is refused, ${String(line)}`, () => {
    const flags = parseReplayFlags(argv)
    assert.not.ok(flags.ok)
    if (!flags.ok) assert.match(flags.error.lines[0] ?? '', line)
  })
}

test('REQ-CLI-287 what cannot be read or planned at all is refused with 2, as one document with --json', async () => {
  for (const argv of [
    ['none.json', '--window', '900'],
    [DEMO_SESSION, '--window', '300', '--reserve', '301'],
  ]) {
    const { exitCode, stdout } = await recordedRun(['replay', ...argv, '--json'])
    assert.is(exitCode, 2)
    assert.equal(Object.keys(JSON.parse(stdout)), ['error'])
  }
})

test.run()
