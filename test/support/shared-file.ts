/**
 * Where do the real inputs of some tests lie? In the folder `CMK_SHARED_DATA` names, or in `../shared/data` beside the
 * repository; they are no part of the project, and a test without them is skipped.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The path of a file, or null and a printed reason. */
export function sharedFile(...parts: readonly string[]): string | null {
  const path = join(process.env['CMK_SHARED_DATA'] ?? resolve('..', 'shared', 'data'), ...parts)
  if (existsSync(path)) return path
  console.log(`skipped: ${parts.join('/')} is not here (CMK_SHARED_DATA names the folder of the shared data)`)
  return null
}
