/**
 * Which files does a house check look at? Reads texts from disk; judges nothing.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

/** A file as the checks see it: a path with forward slashes from the repository root, and its whole text. */
export interface SourceText {
  readonly path: string
  readonly text: string
}

/** The repository root, whatever the current directory is. */
export const REPOSITORY_ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Reads every file below the folders whose name ends in `extension`, in code-unit order of path. */
export function readSources(folders: readonly string[], extension = '.ts'): readonly SourceText[] {
  return folders
    .flatMap((folder) => listFiles(folder))
    .filter((path) => path.endsWith(extension))
    .sort()
    .map((path) => ({ path, text: readFileSync(join(REPOSITORY_ROOT, path), 'utf8') }))
}

/** Lists every file below one folder of the repository; an absent folder has none. */
export function listFiles(folder: string): readonly string[] {
  const absolute = join(REPOSITORY_ROOT, folder)
  if (!existsSync(absolute)) return []
  return readdirSync(absolute).flatMap((name) => {
    const path = `${folder}/${name}`
    return statSync(join(absolute, name)).isDirectory() ? listFiles(path) : [path]
  })
}

/** Reads a JSON register of the repository. */
export function readJson<A>(path: string): A {
  return JSON.parse(readFileSync(join(REPOSITORY_ROOT, path), 'utf8')) as A
}

/** Parses one file for its syntax only; no types, no resolution. */
export function parseSource(source: SourceText): ts.SourceFile {
  return ts.createSourceFile(source.path, source.text, ts.ScriptTarget.ES2022, true)
}

/** Visits a node and everything below it, parents first. */
export function visitAll(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => visitAll(child, visit))
}
