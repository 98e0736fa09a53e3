/**
 * Does the command behave as a program among others? Pipes, exit codes and standard input, in a process of its own.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { AT, DEMO_SESSION, recordedRun } from './recorded-run.js'

const COMMAND = ['--import', 'tsx', 'src/hosts/cli/main.ts']
const SMALL = ['--window', '3000', '--reserve', '500', '--at', AT]

test('REQ-CLI-261 the process ends with the exit code of the run, and a refusal leaves standard output empty', () => {
  const refused = spawnSync(process.execPath, [...COMMAND, 'plan', '--window', 'x'], { encoding: 'utf8' })
  assert.is(refused.status, 2)
  assert.is(refused.stdout, '')
  assert.match(refused.stderr, /^cmk: no session is named/)
})

test('REQ-CLI-262 standard input, another time zone and another locale give the same bytes', async () => {
  const env = { ...process.env, TZ: 'Asia/Tokyo', LC_ALL: 'tr_TR.UTF-8', FORCE_COLOR: '1' }
  const child = spawn(process.execPath, [...COMMAND, 'plan', '-', ...SMALL, '--json'], { env })
  createReadStream(DEMO_SESSION).pipe(child.stdin)
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  const exitCode = await new Promise((resolve) => child.on('close', resolve))
  assert.is(exitCode, 0)
  const session = await readFile(DEMO_SESSION)
  assert.is(stdout, (await recordedRun(['plan', '-', ...SMALL, '--json'], { '-': session })).stdout)
})

test('REQ-CLI-261 a reader that closes the pipe early is no failure', async () => {
  const child = spawn(process.execPath, [...COMMAND, 'plan', DEMO_SESSION, '--window', '20000', '--json'])
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdout.destroy()
  const [exitCode, signal] = await new Promise<readonly unknown[]>((resolve) => {
    child.on('close', (code, ended) => resolve([code, ended]))
  })
  assert.is(signal, null)
  assert.is(exitCode, 0)
  assert.is(stderr, '')
})

test.run()
