/**
 * Do the examples of the README and the guide run, and do both say what is so?
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { exportedSource, typeErrors } from '../../support/type-errors.js'
import { DROP_REASONS, KEEP_REASONS } from '../../../src/contract/context-plan.js'
import { BREAK_CAUSES } from '../../../src/contract/epoch.js'
import { PLACEMENTS } from '../../../src/contract/placements.js'
import { LINE_PROBLEMS, OMISSIONS } from '../../../src/hosts/transcripts/index.js'

const README = 'README.md'
const GUIDE = 'docs/guide/plan-a-window.md'
const TOKENS_GUIDE = 'docs/guide/count-tokens.md'
const PREFIX_GUIDE = 'docs/guide/stable-prefixes.md'

/** The example of a document; its blocks go on from one another. */
async function exampleOf(path: string): Promise<string> {
  const blocks = [...(await readFile(path, 'utf8')).matchAll(/```ts\n([\s\S]*?)```/g)]
  assert.ok(blocks.length > 0, path)
  return blocks.map((block) => block[1]).join('')
}

/** Runs an example and answers what it printed. */
async function printedBy(path: string): Promise<readonly (readonly unknown[])[]> {
  const code = (await exampleOf(path)).replace(
    /'(context-memory-kernel[^']*)'/g,
    (_, name: string) => `'${pathToFileURL(exportedSource(name)).href}'`,
  )
  const folder = await mkdtemp(join(tmpdir(), 'cmk-example-'))
  const printed: unknown[][] = []
  const log = console.log
  console.log = (...values: unknown[]) => void printed.push(values)
  try {
    await writeFile(join(folder, 'example.mts'), code)
    await import(pathToFileURL(join(folder, 'example.mts')).href)
  } finally {
    console.log = log
    await rm(folder, { recursive: true })
  }
  return printed
}

test('REQ-HOUSE-277 the examples keep to the published types, and a slip in one would be told', async () => {
  const [readme, guide] = [await exampleOf(README), await exampleOf(GUIDE)]
  const slipped = readme.replace('windowTokens: 8000', "windowTokens: '8000'")
  const tokens = await exampleOf(TOKENS_GUIDE)
  const prefixes = await exampleOf(PREFIX_GUIDE)
  const errors = typeErrors({ readme, guide, tokens, prefixes, slipped }, { types: ['node'] })
  assert.equal(
    errors.filter((error) => !error.startsWith('slipped:')),
    [],
  )
  assert.match(errors.join(), /^slipped:\d+ [^,]*windowTokens/)
})

test('REQ-HOUSE-277 the example of the README runs and prints a total and the messages', async () => {
  const [[total, payload] = []] = await printedBy(README)
  assert.ok(typeof total === 'number' && total > 0 && total <= 7000)
  assert.equal(payload, {
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is a cent?' },
    ],
  })
})

test('REQ-HOUSE-277 and REQ-PLAN-249 the example of the guide prints what the guide says of it, cache marks included', async () => {
  const [selected, dropped, totals, messages, later, ...continued] = await printedBy(GUIDE)
  assert.equal(selected, [
    ['instructions: rule, pinned', 'fresh: language, in_partition', 'current: question, current_request'],
  ])
  assert.equal(dropped, [['history: over_budget']])
  assert.equal(messages, [
    [
      { role: 'system', content: 'Amounts are whole cents.' },
      { role: 'user', content: '[memory] "The customer writes English."' },
      { role: 'user', content: 'What is 12.5 % of 80.00?' },
    ],
  ])
  assert.equal(later, [['rule', 'question', 'language', 'follow-up']])
  assert.equal(
    continued.map((values) => values.join(' ')),
    await printedAsSaid(GUIDE),
  )
  const [expected, safe, total] = figuresOf(await readFile(GUIDE, 'utf8'))
  assert.equal(totals, [expected, total])
  assert.is((safe ?? 0) + 3 * 4 + 32, total)
})

test('REQ-PLAN-290 the example of the guide to token counts prints the id the guide says', async () => {
  const [[id] = [], ...more] = await printedBy(TOKENS_GUIDE)
  const guide = await readFile(TOKENS_GUIDE, 'utf8')
  assert.ok(guide.includes(`prints \`${String(id)}\``), String(id))
  assert.ok(guide.includes(`prints \`${String(more.at(-1)?.[0])}\``))
})

test('REQ-PLAN-290 the guide goes the whole way from a reported use to the next plan, which holds what it promised', async () => {
  const printed = (await printedBy(TOKENS_GUIDE)).slice(1, -1).map((values) => values.join(' '))
  assert.equal(printed, await printedAsSaid(TOKENS_GUIDE))
  assert.match(printed[0] ?? '', 'beyond')
  assert.match(printed.at(-1) ?? '', 'within')
})

test('REQ-PLAN-244 and REQ-PLAN-247 the example of the guide to stable prefixes prints what the guide says', async () => {
  const printed = (await printedBy(PREFIX_GUIDE)).map((values) => values.join(' '))
  assert.equal(printed, await printedAsSaid(PREFIX_GUIDE))
})

/** What the document says that its example prints. */
async function printedAsSaid(path: string): Promise<readonly string[] | undefined> {
  return /```text\n([\s\S]*?)\n```/.exec(await readFile(path, 'utf8'))?.[1]?.split('\n')
}

test('REQ-HOUSE-277 the guide names everything a request may say', async () => {
  const sections = (await readFile(GUIDE, 'utf8')).split(/^## /m)
  const section = sections.find((text) => text.startsWith('What else a request may say\n')) ?? ''
  const named = [...section.matchAll(/^\| `([a-zA-Z]+)` +\|/gm)].map((match) => match[1])
  const { properties } = JSON.parse(await readFile('schema/plan-request.v1.json', 'utf8'))
  const others = Object.keys(properties).filter((field) => field !== 'items' && field !== 'schema')
  assert.equal(new Set(named), new Set(others))
})

/** The figures of the worked example. */
function figuresOf(guide: string): readonly number[] {
  return [...guide.matchAll(/^\| [^|]+ \| +(\d+) \|/gm)].map((match) => Number(match[1]))
}

test('REQ-PLAN-248 the guide to stable prefixes explains every cause of a break', async () => {
  const section = (await readFile(PREFIX_GUIDE, 'utf8')).split('## What broke')[1]?.split('## ')[0] ?? ''
  assert.equal(
    [...section.matchAll(/^\| `([a-z_]+)` +\|/gm)].map((match) => match[1]),
    [...BREAK_CAUSES],
  )
})

const TABLES: readonly (readonly [string, readonly string[]])[] = [
  ['Why an item was kept', KEEP_REASONS],
  ['Why an item fell out', DROP_REASONS],
  ['What was not read', LINE_PROBLEMS],
  ['What was not written', OMISSIONS],
  ['Placements', PLACEMENTS],
]

for (const [heading, words] of TABLES) {
  test(`REQ-HOUSE-277 the guide explains every word under "${heading}"`, async () => {
    const sections = (await readFile(GUIDE, 'utf8')).split(/^## /m)
    const section = sections.find((text) => text.startsWith(`${heading}\n`)) ?? ''
    assert.equal(
      [...section.matchAll(/^\| `([a-z_-]+)` +\|/gm)].map((match) => match[1]),
      [...words],
    )
  })
}

test('REQ-HOUSE-277 what the README points at is there', async () => {
  const links = [...(await readFile(README, 'utf8')).matchAll(/\]\(([^)#]+)\)/g)].map(
    (match) => match[1] ?? '',
  )
  assert.ok(links.length >= 4)
  const { access } = await import('node:fs/promises')
  for (const link of links) await access(link)
})

test.run()
