/**
 * What does the kernel do? Plans a session that was written for it into a small window, and keeps what came of it.
 *
 * `npm run demo` builds first where the built command is missing or older than its source.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const COMMAND = join(ROOT, 'dist/bin/cmk.js')
const PLAN = ['plan', 'fixtures/demo/session.json', '--window', '3000', '--reserve', '500']

if (isStale()) build()
console.log(`\n$ cmk ${PLAN.join(' ')}\n`)
cmk(PLAN, 'inherit')
mkdirSync(join(ROOT, 'out/demo'), { recursive: true })
keep('plan.json', [...PLAN, '--json'])
keep('messages.json', [...PLAN, '--messages', 'openai-chat'])
console.log('\nkept for you')
console.log('  out/demo/plan.json      the whole decision: every item, in or out, with its reason')
console.log('  out/demo/messages.json  what a provider would be sent')
console.log('\nyour own session: node dist/bin/cmk.js plan SESSION --window 8000\n')

function isStale() {
  if (!existsSync(COMMAND)) return true
  const builtAtMs = statSync(COMMAND).mtimeMs
  const sources = readdirSync(join(ROOT, 'src'), { recursive: true }).map((path) => join(ROOT, 'src', path))
  return sources.some((path) => statSync(path).mtimeMs > builtAtMs)
}

function build() {
  console.log('building …')
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs')], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  if (status === 0) return
  console.error(stdout + stderr)
  process.exit(status ?? 1)
}

function cmk(args, stdout) {
  const run = spawnSync(process.execPath, [COMMAND, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', stdout, 'inherit'],
  })
  if (run.status !== 0) process.exit(run.status ?? 1)
  return run.stdout
}

function keep(name, args) {
  writeFileSync(join(ROOT, 'out/demo', name), cmk(args, 'pipe'))
}
