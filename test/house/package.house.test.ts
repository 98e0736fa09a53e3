import { spawnSync } from 'node:child_process'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { REPOSITORY_ROOT } from '../../scripts/house/source-files.js'

test('REQ-HOUSE-276 the packed package imports under plain node at every subpath', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/check-package.mjs'], {
    cwd: REPOSITORY_ROOT,
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  assert.is(status, 0, `${stdout}\n${stderr}`)
  assert.match(stdout, /runs under node v\d+/)
})

test.run()
