/**
 * Does a reader of the packed package find what its documents point at? Computed from `files`, without packing.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { REPOSITORY_ROOT } from '../../scripts/house/source-files.js'

const { files }: { readonly files: readonly string[] } = JSON.parse(readText('package.json'))

/** What is packed whatever `files` says; the licence and the README are named there besides. */
const ALWAYS_PACKED = ['package.json']
const packed = [...ALWAYS_PACKED, ...files]

function readText(path: string): string {
  return readFileSync(join(REPOSITORY_ROOT, path), 'utf8')
}

/** The documents of a packed path; a folder that a build writes may be absent. */
function documentsOf(path: string): readonly string[] {
  const stat = statSync(join(REPOSITORY_ROOT, path), { throwIfNoEntry: false })
  if (stat === undefined || stat.isFile()) return path.endsWith('.md') ? [path] : []
  return readdirSync(join(REPOSITORY_ROOT, path)).flatMap((name) => documentsOf(posix.join(path, name)))
}

interface Link {
  readonly target: string
  /** The heading behind `#`; null for none. */
  readonly heading: string | null
}

/** Code holds no links, and neither `https:` nor `mailto:` leads into the package. */
function relativeLinks(document: string, text: string): readonly Link[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, '').replace(/`[^`\n]*`/g, '`code`')
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((link) => !/^[a-z]+:/i.test(link))
    .map((link) => {
      const [path = '', heading = null] = link.split('#')
      const target = path === '' ? document : posix.normalize(posix.join(dirname(document), path))
      return { target, heading }
    })
}

function isPacked(target: string, listed: readonly string[]): boolean {
  const isListed = listed.some((name) => target === name || target.startsWith(`${name}/`))
  return isListed && statSync(join(REPOSITORY_ROOT, target), { throwIfNoEntry: false }) !== undefined
}

/** As a browser of repositories names the headings of a document. */
function headingsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ +(.+)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** `<document>: <target>` for each link that leads nowhere. */
function deadLinks(
  documents: Readonly<Record<string, string>>,
  listed: readonly string[] = packed,
): readonly string[] {
  return Object.entries(documents).flatMap(([document, text]) =>
    relativeLinks(document, text)
      .filter(({ target, heading }) => {
        if (!isPacked(target, listed)) return true
        return heading !== null && !headingsOf(documents[target] ?? readText(target)).includes(heading)
      })
      .map(({ target, heading }) => `${document}: ${target}${heading === null ? '' : `#${heading}`}`),
  )
}

const documents = Object.fromEntries(
  packed
    .filter((path) => path !== 'dist')
    .flatMap(documentsOf)
    .map((path) => [path, readText(path)]),
)

test('REQ-HOUSE-276 every relative link of a packed document leads to something packed', () => {
  for (const path of ['README.md', 'docs/guide/plan-a-window.md', 'docs/guide/count-tokens.md'])
    assert.ok(path in documents, path)
  const links = Object.entries(documents).flatMap(([path, text]) => relativeLinks(path, text))
  assert.ok(links.length >= 10, String(links.length))
  assert.equal(deadLinks(documents), [])
})

test('REQ-HOUSE-276 a link to what is not packed, is not there or has no such heading is told', () => {
  const text = [
    '[a](docs/glossary.md) [b](docs/none.md) [c](docs/guide/none.md) [d](README.md#none) [e](#there)',
    '`[f](code.md)` [g](https://example.org/none.md) [h](docs/guide/plan-a-window.md#placements)',
    '```md\n[i](fence.md)\n```\n## There',
  ].join('\n')
  const listed = files.filter((name) => name !== 'docs/glossary.md')
  assert.equal(deadLinks({ 'README.md': text }, listed), [
    'README.md: docs/glossary.md',
    'README.md: docs/none.md',
    'README.md: docs/guide/none.md',
    'README.md: README.md#none',
  ])
  assert.equal(deadLinks({ 'docs/guide/x.md': '[a](plan-a-window.md) [b](../errors.md) [c](../x.md)' }), [
    'docs/guide/x.md: docs/x.md',
  ])
})

test.run()
