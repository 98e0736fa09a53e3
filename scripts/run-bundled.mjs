/**
 * How is a script measured as users run the library? Bundled first, as a published package is built: a loader that
 * rewrites modules while they run slows hot paths and would be measured with them.
 *
 * Usage: node scripts/run-bundled.mjs scripts/bench.ts [ARGUMENT…]
 */
import { spawnSync } from 'node:child_process'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const [script, ...rest] = process.argv.slice(2)
const outfile = join(ROOT, 'out', `${basename(script, '.ts')}.mjs`)
await build({
  entryPoints: [join(ROOT, script)],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['node'],
  outfile,
  logLevel: 'warning',
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
})
const { status } = spawnSync(process.execPath, [outfile, ...rest], { stdio: 'inherit', cwd: ROOT })
process.exitCode = status ?? 1
