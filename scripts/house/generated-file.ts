/**
 * What does a generator answer? Texts of files; writing and comparing is `generate.ts` alone.
 */
import { format, resolveConfig } from 'prettier'
import { REPOSITORY_ROOT } from './source-files.js'

/** One file a generator makes: a path from the repository root, and its whole text. */
export interface GeneratedFile {
  readonly path: string
  readonly text: string
}

/**
 * One generator. It owns its folders: a file in one of them that it does not make is stale.
 */
export interface Generator {
  readonly ownedFolders?: readonly string[]
  readonly generate: () => readonly GeneratedFile[] | Promise<readonly GeneratedFile[]>
}

/** Formats a generated text as the repository formats written ones. */
export async function formatted(file: GeneratedFile): Promise<GeneratedFile> {
  const filepath = `${REPOSITORY_ROOT}${file.path}`
  const options = (await resolveConfig(filepath)) ?? {}
  return { path: file.path, text: await format(file.text, { ...options, filepath }) }
}
