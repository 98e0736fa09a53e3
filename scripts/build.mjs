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

/** In pieces, so that `cmk --help` does not load what plans. */
async function bundleCommand() {
  await build({
    absWorkingDir: ROOT,
    entryPoints: { cmk: COMMAND_SOURCE },
    outdir: join(dist, 'bin'),
    splitting: true,
    chunkNames: 'cmk-[hash]',
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['node'],
    banner: { js: `#!/usr/bin/env node\n${REQUIRE_BANNER}` },
    legalComments: 'eof',
    logLevel: 'warning',
  })
  chmodSync(join(dist, 'bin/cmk.js'), 0o755)
}
