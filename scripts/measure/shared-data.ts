/**
 * Where do the real inputs lie? In the folder `CMK_SHARED_DATA` names, or in `../shared/data` beside the repository; they are no part of
 * the project.
 */
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The path of a file or folder of the real inputs, or null where they are absent. */
export function sharedPath(...parts: readonly string[]): string | null {
  const root = process.env['CMK_SHARED_DATA'] ?? resolve('../shared/data')
  const path = join(root, ...parts)
  return existsSync(path) ? path : null
}
