/**
 * How does the source become the package? Compiles the library and bundles the command.
 *
 * `node scripts/build.mjs [FOLDER]` writes FOLDER/dist (default: the repository's own). The old dist is
 * removed first, so nothing that lost its source stays behind.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const COMMAND_SOURCE = 'src/hosts/cli/main.ts'
const PLAN_SOURCE = 'src/hosts/cli/plan-command.ts'

/** CommonJS dependencies call `require`, which an ES module does not have by itself. */
const REQUIRE_BANNER =
  "import { createRequire as cmkCreateRequire } from 'node:module'\n" +
  'const require = cmkCreateRequire(import.meta.url)'

const dist = join(resolve(ROOT, process.argv[2] ?? '.'), 'dist')
rmSync(dist, { recursive: true, force: true })
compileLibrary()
if (existsSync(join(ROOT, COMMAND_SOURCE))) await bundleCommand()
else console.log(`no ${COMMAND_SOURCE}: the command is not built`)
console.log('built dist')

function compileLibrary() {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const args = [compiler, '-p', join(ROOT, 'tsconfig.build.json'), '--outDir', dist]
  const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/**
 * Two files: what `cmk --help` needs, and what plans. Help must not wait for the kernel, nor for a file for each module
 * that both share.
 */
async function bundleCommand() {
  const common = {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['node'],
    legalComments: 'eof',
    logLevel: 'warning',
  }
  const apart = {
    name: 'plan-apart',
    setup: ({ onResolve }) =>
      onResolve({ filter: /\/plan-command\.js$/ }, () => ({ path: './cmk-plan.js', external: true })),
  }
  await build({
    ...common,
    entryPoints: [COMMAND_SOURCE],
    outfile: join(dist, 'bin/cmk.js'),
    plugins: [apart],
    banner: { js: '#!/usr/bin/env node' },
  })
  await build({
    ...common,
    entryPoints: [PLAN_SOURCE],
    outfile: join(dist, 'bin/cmk-plan.js'),
    banner: { js: REQUIRE_BANNER },
  })
  chmodSync(join(dist, 'bin/cmk.js'), 0o755)
}
