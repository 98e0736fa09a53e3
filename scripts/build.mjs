/**
 * How does the source become the package? Compiles the library and bundles the command.
 *
 * `node scripts/build.mjs [FOLDER]` writes FOLDER/dist (default: the repository's own). The old dist is
 * removed first, so nothing that lost its source stays behind.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const COMMAND_FOLDER = 'src/hosts/cli'
const COMMAND_SOURCE = `${COMMAND_FOLDER}/main.ts`
/** Each of these files is a command, bundled apart. */
const APART = /([a-z]+)-command\.[jt]s$/

/** CommonJS dependencies call `require`, which an ES module does not have by itself. */
const REQUIRE_BANNER =
  "import { createRequire as cmkCreateRequire } from 'node:module'\n" +
  'const require = cmkCreateRequire(import.meta.url)'

const { peerDependencies: peers } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
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
 * One file for what `cmk --help` needs, and one for each command. Help must not wait for the kernel, nor for a file for
 * each module that they share. Optional peers stay outside: they are there or they are not.
 */
async function bundleCommand() {
  const common = {
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['node'],
    external: Object.keys(peers).flatMap((name) => [name, `${name}/*`]),
    legalComments: 'eof',
    logLevel: 'warning',
  }
  const apart = {
    name: 'commands-apart',
    setup: ({ onResolve }) =>
      onResolve({ filter: APART }, ({ path }) => ({
        path: `./cmk-${APART.exec(path)[1]}.js`,
        external: true,
      })),
  }
  await build({
    ...common,
    entryPoints: [COMMAND_SOURCE],
    outfile: join(dist, 'bin/cmk.js'),
    plugins: [apart],
    banner: { js: '#!/usr/bin/env node' },
  })
  for (const name of readdirSync(join(ROOT, COMMAND_FOLDER)).filter((file) => APART.test(file))) {
    await build({
      ...common,
      entryPoints: [`${COMMAND_FOLDER}/${name}`],
      outfile: join(dist, `bin/cmk-${APART.exec(name)[1]}.js`),
      banner: { js: REQUIRE_BANNER },
    })
  }
  chmodSync(join(dist, 'bin/cmk.js'), 0o755)
}
