/**
 * Does `cmk plan --previous` continue the plan that is named, say how much of it is kept, and refuse what is no plan?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { BREAK_CAUSES } from '../../../src/contract/epoch.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { BREAK_WORDS } from '../../../src/hosts/cli/break-words.js'
import { parsePlanFlags } from '../../../src/hosts/cli/parse-plan-flags.js'
import { priceText } from '../../../src/hosts/cli/cache-prices-flag.js'
import { AT, demoMessages, recordedRun } from './recorded-run.js'

const messages = await demoMessages()
/** The demo session as it stood after so many messages, under one name. */
const upTo = (count: number) => ({ s: JSON.stringify({ messages: messages.slice(0, count) }) })
const WINDOW = ['plan', 's', '--window', '3000', '--reserve', '500']
const jsonAt = async (count: number, more: readonly string[] = [], files = {}) => {
  const { stdout, stderr } = await recordedRun([...WINDOW, '--json', ...more], { ...upTo(count), ...files })
  assert.ok(stdout.startsWith('{'), stderr)
  return stdout
}
const before = await jsonAt(15)
const idsOf = (json: string) => (JSON.parse(json) as ContextPlan).selected.map(({ itemId }) => itemId)

test('REQ-CLI-289 the next plan begins with the plan that is named, and says so', async () => {
  const next = await jsonAt(17, ['--previous', 'p'], { p: before })
  assert.equal(idsOf(next).slice(0, idsOf(before).length), idsOf(before))
  const plan: ContextPlan = JSON.parse(next)
  assert.is(plan.reusablePrefixTokens, (JSON.parse(before) as ContextPlan).expectedTokens)
  const { stdout } = await recordedRun([...WINDOW, '--previous', 'p'], { ...upTo(17), p: before })
  assert.match(stdout, /^ {2}epoch 1 {2}reusable prefix [\d,]+ of [\d,]+ tokens \(\d+ %\)$/m)
  assert.match(stdout, 'it begins with the whole plan before it')
})

test('REQ-CLI-289 a plan made at another time continues all the same, though the format gives no times', async () => {
  const early = await jsonAt(15, ['--at', '2026-01-01T00:00:00.000Z'])
  const late = await jsonAt(17, ['--at', '2026-01-02T00:00:00.000Z', '--previous', 'p'], { p: early })
  assert.is((JSON.parse(late) as ContextPlan).prefixBreak, undefined)
})

test('REQ-CLI-289 a break is told in words, with the item, what is sent anew, and its price where prices are given', async () => {
  const next: ContextPlan = JSON.parse(await jsonAt(40, ['--previous', 'p'], { p: before }))
  const cost = next.prefixBreak?.costTokens ?? -1
  const argv = [...WINDOW, '--previous', 'p']
  const table = await recordedRun(argv, { ...upTo(40), p: before })
  assert.match(table.stdout, `  cut at ${String(next.prefixBreak?.itemId)}: ${BREAK_WORDS.cut}\n`)
  assert.match(
    table.stdout,
    new RegExp(`^ {2}cost: ${cost.toLocaleString('en-US')} tokens? sent before`, 'm'),
  )
  const priced = await recordedRun([...argv, '--cache-prices', '0.25,1'], { ...upTo(40), p: before })
  const anew = Number(/cost: ([\d,]+)/.exec(priced.stdout)?.[1]?.replaceAll(',', ''))
  const price = Number(/for the price of ([\d,]+) uncached/.exec(priced.stdout)?.[1]?.replaceAll(',', ''))
  assert.is(price, Math.ceil(anew * 0.75))
})

test('REQ-CLI-289 without --previous nothing is said of a plan before', async () => {
  const { stdout } = await recordedRun(WINDOW, upTo(15))
  assert.not.match(stdout, /epoch|prefix/)
})

test('REQ-CLI-289 a plan of another session is told to be one', async () => {
  const files = { s: '[{"role":"user","content":"hello"}]', p: before }
  const { stdout, exitCode } = await recordedRun([...WINDOW, '--previous', 'p'], files)
  assert.is(exitCode, 0)
  assert.match(stdout, 'it shares nothing with the plan before: is it of this session?')
})

const keptOf = async (first: readonly string[], second: readonly string[], files: Record<string, string>) => {
  const plan = (argv: readonly string[]) =>
    recordedRun(['plan', ...argv, '--window', '30000', '--json'], { ...files, p: sent.stdout })
  const sent = { stdout: '' }
  sent.stdout = (await plan(first)).stdout
  return (JSON.parse((await plan([...second, '--previous', 'p'])).stdout) as ContextPlan).reusablePrefixTokens
}

test('REQ-CLI-289 a session is known by the name of its file and its run, in whatever folder, as help says', async () => {
  const session = JSON.stringify({ messages: messages.slice(0, 15) })
  const files = {
    'a/s.json': session,
    'b/s.json': session,
    'a/t.json': session,
    r: `[${session},${session}]`,
  }
  const { expectedTokens }: ContextPlan = JSON.parse(await jsonAt(15, ['--format', 'openai-chat']))
  assert.is(await keptOf(['a/s.json'], ['b/s.json'], files), expectedTokens)
  assert.is(await keptOf(['a/s.json'], ['a/t.json'], files), 0)
  assert.is(await keptOf(['r', '--run', '2'], ['r', '--run', '2'], files), expectedTokens)
  assert.is(await keptOf(['r', '--run', '2'], ['r', '--run', '1'], files), 0)
  const { stdout } = await recordedRun(['plan', '--help'])
  assert.match(stdout, 'by the name of its file (of whatever folder) and by --run')
})

const LOGS: readonly (readonly [string, readonly unknown[]])[] = [
  [
    'Pi',
    [
      { type: 'session', version: 3, id: 'pi-1', timestamp: AT, cwd: '/' },
      {
        type: 'message',
        id: '1',
        parentId: null,
        timestamp: AT,
        message: { role: 'user', content: 'hello' },
      },
    ],
  ],
  [
    'Claude Code',
    [
      {
        type: 'user',
        uuid: 'u-1',
        parentUuid: null,
        sessionId: 'cc-1',
        timestamp: AT,
        message: { role: 'user', content: 'hello' },
      },
    ],
  ],
  [
    'Codex',
    [
      { timestamp: AT, type: 'session_meta', payload: { id: 'cx-1', timestamp: AT, cwd: '/' } },
      {
        timestamp: AT,
        type: 'response_item',
        payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hello' }] },
      },
    ],
  ],
]

for (const [name, entries] of LOGS) {
  test(`REQ-CLI-289 a log of ${name} is known by its own id, under whatever name`, async () => {
    const log = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
    const other = log.replace(/"(pi|cc|cx)-1"/g, '"another"')
    const files = { 'a.jsonl': log, 'b.jsonl': log, 'c.jsonl': other }
    assert.ok((await keptOf(['a.jsonl'], ['b.jsonl'], files)) > 0)
    assert.is(await keptOf(['a.jsonl'], ['c.jsonl'], files), 0)
    assert.match((await recordedRun(['plan', '--help'])).stdout.replace(/\s+/g, ' '), name)
  })
}

test('REQ-CLI-289 every cause of a break has words', () => {
  assert.equal(Object.keys(BREAK_WORDS), [...BREAK_CAUSES])
})

const changed = (change: (plan: Record<string, unknown>) => void) => {
  const plan = JSON.parse(before) as Record<string, unknown>
  change(plan)
  return JSON.stringify(plan)
}
const REFUSED: readonly (readonly [string, RegExp])[] = [
  ['{"a":', /^cmk: the plan before is no JSON\n--previous takes a plan/],
  ['', /^cmk: the plan before is empty\n--previous takes/],
  ['\u0000', /^cmk: the plan before is no text/],
  ['[]', /^cmk: refused CMK_DOCUMENT_REFUSED: ContextPlan is refused/],
  [changed((plan) => (plan['placement'] = 'secret words')), /CMK_DOCUMENT_REFUSED: .*at `\/placement`/],
  [changed((plan) => delete plan['epoch']), /CMK_DOCUMENT_REFUSED: .*`\/epoch`/],
  [changed((plan) => (plan['schema'] = 'cmk/context-plan/v2')), /CMK_DOCUMENT_NEWER/],
  [changed((plan) => (plan['secret words'] = 1)), /CMK_DOCUMENT_REFUSED/],
]

for (const [index, [text, line]] of REFUSED.entries()) {
  test(`REQ-CLI-289 what is no plan is refused with 2 and says nothing of what it holds, case ${index + 1}`, async () => {
    const files = { ...upTo(15), p: text }
    const { exitCode, stdout, stderr } = await recordedRun([...WINDOW, '--previous', 'p'], files)
    assert.is(exitCode, 2)
    assert.is(stdout, '')
    assert.match(stderr, line)
    assert.not.match(stderr, 'secret')
    const json = await recordedRun([...WINDOW, '--previous', 'p', '--json'], files)
    assert.equal(Object.keys(JSON.parse(json.stdout)), ['error'])
  })
}

test('REQ-CLI-289 a missing plan is refused, and both files cannot be standard input', async () => {
  const { exitCode, stderr } = await recordedRun([...WINDOW, '--previous', 'no-such-file'], upTo(15))
  assert.is(exitCode, 2)
  assert.match(stderr, /^cmk: no-such-file: there is no such file/)
  const both = parsePlanFlags(['-', '--window', '1', '--previous', '-'])
  assert.match(both.ok ? '' : (both.error.lines[0] ?? ''), /cannot both be standard input/)
  const piped = await recordedRun([...WINDOW, '--previous', '-'], { ...upTo(17), '-': before })
  assert.is(piped.exitCode, 0)
})

const pricesOf = (typed: string) => {
  const flags = parsePlanFlags(['s', '--window', '1', `--cache-prices=${typed}`])
  return flags.ok ? flags.value.cachePrices : (flags.error.lines[0] ?? '')
}

test('REQ-CLI-289 cache prices are read to the thousandth and never rounded', () => {
  for (const [typed, readThousandths, writeThousandths] of [
    ['0.1,1.25', 100, 1250],
    ['0,1', 0, 1000],
    ['0.005,1.005', 5, 1005],
    ['0.30,100', 300, 100_000],
    ['007,1.000', 7000, 1000],
  ] as const) {
    assert.equal(pricesOf(typed), { readThousandths, writeThousandths })
    const shown = `${priceText(readThousandths)},${priceText(writeThousandths)}`
    assert.equal(pricesOf(shown), { readThousandths, writeThousandths })
  }
  for (const typed of [
    '0.1',
    '0.1,1.25,2',
    '0.1234,1',
    '.1,1',
    '1.,1',
    '-1,1',
    '1e1,1',
    '100.001,1',
    '0.1;1',
    ' 0,1',
    ',',
  ])
    assert.match(pricesOf(typed) as string, /^--cache-prices needs two prices/, typed)
})

test.run()
