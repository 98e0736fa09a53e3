import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { findStaleFiles, readOnDisk, runGenerators } from '../../scripts/generate.js'
import { entryPoints, findUndocumentedExports, renderExports } from '../../scripts/generate-exports.js'
import { assertNone } from './support/fence.js'

test('REQ-HOUSE-278 every generated file is on disk as its generator makes it now', async () => {
  const generated = await runGenerators()
  assert.ok(generated.files.length > 0)
  assertNone(findStaleFiles(generated, readOnDisk))
})

test('REQ-HOUSE-278 a generated file that is absent, edited or no longer made is found', () => {
  const file = { path: 'docs/made.md', text: 'made\n' }
  const found = (text: string | undefined, stale: readonly string[] = []) =>
    findStaleFiles({ files: [file], stale, broken: [] }, () => text).length
  assert.is(found('made\n'), 0)
  assert.is(found(undefined), 1)
  assert.is(found('made by hand\n'), 1)
  assert.is(found('made\n', ['schema/old.json']), 1)
})

const PLANTED = [{ subpath: './planted', source: 'test/house/support/planted-surface.ts' }]

test('REQ-HOUSE-277 the list of exports names every value and every type of a subpath', () => {
  assert.is(renderExports(PLANTED), '# ./planted\nDocumented (type)\ndocumented\nundocumented\n')
})

test('REQ-HOUSE-277 an export without a doc comment is found', () => {
  assert.equal(findUndocumentedExports(PLANTED), ['./planted undocumented'])
})

test('REQ-HOUSE-277 every exported name of the package has a doc comment', () => {
  assert.is(findUndocumentedExports(entryPoints()).join('\n'), '')
})

test.run()
