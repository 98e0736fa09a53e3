/**
 * Does `cmk plan` say what the plan says? The demo session, its table, its JSON and its messages.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { DROP_REASONS } from '../../../src/contract/context-plan.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import { DROP_WORDS } from '../../../src/hosts/cli/drop-words.js'
import { AT, DEMO_SESSION, demoMessages, recordedRun } from './recorded-run.js'
import type { RecordedRun } from './recorded-run.js'

const SMALL = ['plan', DEMO_SESSION, '--window', '3000', '--reserve', '500']
const table = await recordedRun(SMALL)
const plan: ContextPlan = JSON.parse((await recordedRun([...SMALL, '--json'])).stdout)

const withoutColours = (text: string) => text.replace(/\u001b\[\d+m/g, '')

test('REQ-CLI-260 the table has a line for each segment with its items and tokens', () => {
  assert.is(table.exitCode, 0)
  assert.is(table.stderr, '')
  assert.ok(plan.sinkView.segments.length >= 3)
  for (const { segment, items, tokens } of plan.sinkView.segments) {
    assert.match(
      table.stdout,
      new RegExp(`^  ${segment} .* ${items}  +${tokens.toLocaleString('en-US')}  `, 'm'),
    )
  }
})

test('REQ-CLI-260 the figures of the table add up to the input budget', () => {
  const figures = [...table.stdout.matchAll(/^ {2}\S+ +[█▏▎▍▌▋▊▉ ]+(?:[\d,]+ +)?([\d,]+) +(?:< )?\d+ %$/gm)]
  const sum = figures.reduce((total, match) => total + Number(match[1]?.replaceAll(',', '')), 0)
  assert.is(figures.length, plan.sinkView.segments.length + 2)
  assert.is(sum, plan.budget.inputTokens)
})

test('REQ-CLI-260 every reason is shown with its totals, its meaning and an id; the demo has several', () => {
  const { droppedTotals, dropped } = plan.explanation
  assert.ok(droppedTotals.length >= 4, String(droppedTotals.length))
  for (const { reason, items, tokens } of droppedTotals) {
    const row = new RegExp(
      `^  ${reason} +${items} +${tokens.toLocaleString('en-US')}  ${DROP_WORDS[reason]}$`,
      'm',
    )
    assert.match(table.stdout, row)
    const first = dropped.find((item) => item.reason === reason)
    assert.ok(table.stdout.includes(`${first?.itemId} (`), reason)
  }
})

test('REQ-CLI-260 every reason a plan may give has words', () => {
  assert.equal(Object.keys(DROP_WORDS), [...DROP_REASONS])
})

test('REQ-CLI-260 the table shows ids and kinds and no text of the session', async () => {
  const shown = (await recordedRun([...SMALL.slice(0, 2), '--window', '400'])).stderr + table.stdout
  for (const { content } of await demoMessages()) {
    if (typeof content !== 'string') continue
    for (const line of content.split('\n')) if (line.length > 20) assert.not.ok(shown.includes(line), line)
  }
})

test('REQ-CLI-260 colours change no character of the table, and are left out without a terminal', async () => {
  const coloured = await recordedRun(SMALL, {}, { colour: true })
  assert.not.match(table.stdout, /\u001b/)
  assert.match(coloured.stdout, /\u001b\[/)
  assert.is(withoutColours(coloured.stdout), table.stdout)
})

test('REQ-CLI-260 a window with room for all says that nothing fell out', async () => {
  const { stdout } = await recordedRun(['plan', 's', '--window', '500'], {
    s: JSON.stringify([{ role: 'user', content: 'hello' }]),
  })
  assert.match(stdout, /fell out {2}nothing/)
  assert.match(stdout, /1 current_request/)
})

test('REQ-CLI-262 the JSON is one document, with keys in order, the same bytes on every run', async () => {
  const runs: RecordedRun[] = []
  for (let time = 0; time < 3; time++) runs.push(await recordedRun([...SMALL, '--json', '--at', AT]))
  for (const { stdout, stderr, exitCode } of runs) {
    assert.is(stdout, runs[0]?.stdout)
    assert.is(stderr, '')
    assert.is(exitCode, 0)
  }
  const keys = Object.keys(JSON.parse(runs[0]?.stdout ?? ''))
  assert.equal(keys, [...keys].sort())
  assert.is(JSON.parse(runs[0]?.stdout ?? '').plannedFor, AT)
})

test('REQ-CLI-262 --at decides the time, whatever the clock says', async () => {
  const argv = [...SMALL, '--json', '--at', '2031-01-01T00:00:00.000Z']
  const clock = () => Promise.reject(new Error('asked'))
  const { exitCode, stdout } = await recordedRun(argv, {}, { clock })
  assert.is(exitCode, 0)
  assert.is(JSON.parse(stdout).plannedFor, '2031-01-01T00:00:00.000Z')
})

test('REQ-CLI-262 sink, locality, placement and reserve reach the plan', async () => {
  const argv = [
    'plan',
    's',
    '--window',
    '900',
    '--reserve',
    '100',
    '--sink',
    'desk',
    '--local',
    '--placement',
  ]
  const { stdout } = await recordedRun([...argv, 'latest-user', '--json'], {
    s: '[{"role":"user","content":"a"}]',
  })
  const made: ContextPlan = JSON.parse(stdout)
  assert.equal(made.sink, { sink: 'desk', locality: 'local', clearance: 'restricted' })
  assert.is(made.placement, 'latest-user')
  assert.is(made.budget.inputTokens, 800)
})

test('REQ-CLI-264 the messages of the demo are those the plan chose, as they stand in the session', async () => {
  const { stdout, exitCode } = await recordedRun([...SMALL, '--messages', 'openai-chat'])
  assert.is(exitCode, 0)
  const written = JSON.parse(stdout).messages
  const session = await demoMessages()
  const chosen = plan.selected.map((entry) => session[Number(entry.itemId.slice(2)) - 1])
  assert.equal(written, chosen)
})

test('REQ-CLI-264 the same plan is written for the other provider', async () => {
  const { stdout, exitCode } = await recordedRun([...SMALL, '--messages', 'anthropic-messages'])
  assert.is(exitCode, 0)
  const payload = JSON.parse(stdout)
  assert.equal(Object.keys(payload).sort(), ['messages', 'system'])
  assert.is(payload.messages[0].role, 'user')
})

const OPEN_CALL = JSON.stringify([
  { role: 'user', content: 'what is the time?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'clock', arguments: '{}' } }],
  },
])

test('REQ-CLI-264 an unanswered call is refused, or marked if that is asked for', async () => {
  const argv = ['plan', 's', '--window', '900', '--messages', 'openai-chat']
  const refused = await recordedRun(argv, { s: OPEN_CALL })
  assert.is(refused.exitCode, 2)
  assert.is(refused.stdout, '')
  assert.match(refused.stderr, /CMK_MESSAGES_REFUSED/)
  assert.match(refused.stderr, /--awaiting mark/)
  const marked = await recordedRun([...argv, '--awaiting', 'mark'], { s: OPEN_CALL })
  assert.is(marked.exitCode, 0)
  assert.is(JSON.parse(marked.stdout).messages.length, 3)
})

test('REQ-CLI-264 what is left out whole and what is changed are told apart', async () => {
  const messages = [
    { role: 'user', content: 'go on' },
    { role: 'assistant', content: '' },
    { role: 'user', content: 'and then?' },
    { role: 'assistant', content: 'done \n' },
  ]
  const argv = ['plan', 's', '--window', '900', '--messages', 'anthropic-messages']
  const { stderr } = await recordedRun(argv, { s: JSON.stringify(messages) })
  assert.is(
    stderr,
    'cmk: item m:2 was not written: empty\ncmk: item m:4 was not written as it is: trailing-space\n',
  )
})

test('REQ-CLI-260 the hint for messages can be copied as it stands', async () => {
  const { stdout } = await recordedRun(['plan', 's', '--window', '900'], { s: OPEN_CALL })
  const flags = /--awaiting mark --messages openai-chat/.exec(stdout)?.[0].split(' ') ?? []
  const { exitCode } = await recordedRun(['plan', 's', '--window', '900', ...flags], { s: OPEN_CALL })
  assert.is(exitCode, 0)
  assert.is(flags.length, 4)
})

test('REQ-CLI-260 an awaited call is shown with its id made harmless', async () => {
  const { stdout } = await recordedRun(['plan', 's', '--window', '900'], {
    s: OPEN_CALL.replace('"c1"', '"c\\u001b[2J"'),
  })
  assert.match(stdout, /awaiting 1 result: m:2 \(c\\u001b\[2J\)/)
})

test.run()
