/**
 * Do the examples of the README and the guide run, and do both say what is so?
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { DROP_REASONS } from '../../../src/contract/context-plan.js'

const README = 'README.md'
const GUIDE = 'docs/guide/plan-a-window.md'
const manifest = JSON.parse(await readFile('package.json', 'utf8'))

/** `context-memory-kernel/x` as the source file that the package exports under that name. */
function sourceOf(specifier: string): string {
  const target = manifest.exports[specifier.replace(manifest.name, '.')]?.default
  if (typeof target !== 'string') throw new Error(`the package does not export ${specifier}`)
  return pathToFileURL(resolve(target.replace('./dist/', './src/').replace(/\.js$/, '.ts'))).href
}

/** Runs the only example of a document and answers what it printed. */
async function printedBy(path: string): Promise<readonly (readonly unknown[])[]> {
  const blocks = [...(await readFile(path, 'utf8')).matchAll(/```ts\n([\s\S]*?)```/g)]
  assert.is(blocks.length, 1, path)
  const code = (blocks[0]?.[1] ?? '').replace(
    /'(context-memory-kernel[^']*)'/g,
    (_, name) => `'${sourceOf(name)}'`,
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

test('REQ-HOUSE-277 the example of the guide keeps the rule and the question and drops the long memory', async () => {
  assert.equal(await printedBy(GUIDE), [
    [['instructions: rule', 'current: question']],
    [['memory: over_budget']],
  ])
})

test('REQ-HOUSE-277 the guide explains every reason a plan may give', async () => {
  const [, reasons = ''] = (await readFile(GUIDE, 'utf8')).split(/^## Why an item fell out$|^## Placements$/m)
  assert.equal(
    [...reasons.matchAll(/^\| `([a-z_]+)` +\|/gm)].map((match) => match[1]),
    [...DROP_REASONS],
  )
})

test('REQ-HOUSE-277 what the README points at is there', async () => {
  const links = [...(await readFile(README, 'utf8')).matchAll(/\]\(([^)#]+)\)/g)].map(
    (match) => match[1] ?? '',
  )
  assert.ok(links.length >= 4)
  const { access } = await import('node:fs/promises')
  for (const link of links) await access(link)
})

test.run()
