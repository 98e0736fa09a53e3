/**
 * Is the whole repository in order? Runs every check in a fixed order and stops at the first that fails.
 * The same command runs on a desk and in CI; it changes no file that is kept.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const TSX = ['--import', 'tsx']

const STEPS = [
  ['types', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json', '--noEmit']],
  ['kernel types', ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.kernel.json', '--noEmit']],
  ['rooms', [...TSX, 'scripts/check-rooms.ts']],
  ['sizes', [...TSX, 'scripts/check-sizes.ts']],
  ['registers', [...TSX, 'scripts/check-registers.ts']],
  ['lint', ['node_modules/eslint/bin/eslint.js', '.']],
  ['format', ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']],
  ['tests', ['scripts/test.mjs']],
  ['docs', ['node_modules/typedoc/bin/typedoc', '--logLevel', 'Warn']],
  ['generated', [...TSX, 'scripts/generate.ts', '--check']],
  ['build', ['scripts/build.mjs']],
  ['publint', ['node_modules/publint/src/cli.js', '--strict']],
]

for (const [name, args] of STEPS) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) {
    console.log(`FAIL ${name}`)
    process.stdout.write(stdout)
    process.stderr.write(stderr)
    process.exit(1)
  }
  console.log(`ok   ${name}${lastLine(stdout)}`)
}
console.log('the repository is in order')

function lastLine(text) {
  const line = text.trimEnd().split('\n').at(-1)
  return line ? ` - ${line}` : ''
}
