/**
 * What did the command print, and how did it end? Runs it in this process with outlets that remember.
 */
import { readFile } from 'node:fs/promises'
import { referenceClock } from '../../../src/adapters/reference/clock.js'
import { ok } from '../../../src/contract/result.js'
import type { CliIo } from '../../../src/hosts/cli/cli-io.js'
import { readFileBytes } from '../../../src/hosts/cli/read-bytes.js'
import { run } from '../../../src/hosts/cli/run.js'

export const AT = '2026-03-01T12:00:00.000Z'
export const DEMO_SESSION = 'fixtures/demo/session.json'

export interface RecordedRun {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

/** Files by name stand before the ones on disk; `-` is standard input. */
export async function recordedRun(
  argv: readonly string[],
  files: Readonly<Record<string, string | Uint8Array>> = {},
  changes: Partial<CliIo> = {},
): Promise<RecordedRun> {
  let stdout = ''
  let stderr = ''
  const io: CliIo = {
    stdout: { write: (text) => void (stdout += text) },
    stderr: { write: (text) => void (stderr += text) },
    readBytes: async (path) => {
      const given = Object.hasOwn(files, path) ? files[path] : undefined
      if (given === undefined) return readFileBytes(path)
      return ok(typeof given === 'string' ? new TextEncoder().encode(given) : given)
    },
    clock: async () => referenceClock({ at: AT }),
    colour: false,
    heapBytes: 2_000_000_000,
    debug: false,
    ...changes,
  }
  const exitCode = await run(argv, io)
  return { exitCode, stdout, stderr }
}

/** The messages of the demo session. */
export async function demoMessages(): Promise<readonly Record<string, unknown>[]> {
  return JSON.parse(await readFile(DEMO_SESSION, 'utf8')).messages
}
