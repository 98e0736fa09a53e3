/**
 * Where does the command begin? Ties the process to `run`, and decides nothing itself.
 */
import { getHeapStatistics } from 'node:v8'
import { run } from './run.js'
import type { CliIo } from './cli-io.js'

/** A reader that has seen enough (`| head`) closes the pipe; that is no failure. */
process.stdout.on('error', leaveQuietly)
process.stderr.on('error', leaveQuietly)
process.exitCode = await run(process.argv.slice(2), processIo())

function processIo(): CliIo {
  return {
    stdout: process.stdout,
    stderr: process.stderr,
    readBytes: async (path) => {
      const { readFileBytes, readStreamBytes } = await import('./read-bytes.js')
      return path === '-' ? readStreamBytes(process.stdin) : readFileBytes(path)
    },
    clock: async () => (await import('../../adapters/node/clock.js')).nodeClock(),
    colour: wantsColour(),
    heapBytes: getHeapStatistics().heap_size_limit,
    debug: process.env['CMK_DEBUG'] === '1',
  }
}

/** https://no-color.org; `FORCE_COLOR` is for pagers that show colours. */
function wantsColour(): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false
  if (FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0') return true
  return process.stdout.isTTY && TERM !== 'dumb'
}

function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE') process.exit()
  throw error
}
