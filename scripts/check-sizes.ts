/**
 * Does every file keep to the limits of size, name and form? Judges syntax only, never behaviour.
 */
import { findFormViolations } from './house/form-rules.js'
import { findNameViolations, findReadmeViolations } from './house/name-rules.js'
import { listFiles, parseSource, readSources } from './house/source-files.js'
import type { SourceText } from './house/source-files.js'
import { runAsCommand, violationOf } from './house/violation.js'
import type { Violation } from './house/violation.js'

/** Longest file of `src`. */
export const FILE_LINES_MAX = 300

/** A file that a script writes begins by saying so, and is not limited. */
export function isGenerated(text: string): boolean {
  return /^(\/\/|\/\*\*?\s*(\* )?)\s*Generated (by|from)\b/.test(text)
}

/** Every broken limit of the given files. Lines of a whole file are limited in `src` only. */
export function findSizeViolations(files: readonly SourceText[]): readonly Violation[] {
  return files.flatMap((source) => [
    ...findNameViolations(source.path),
    ...(isGenerated(source.text) ? [] : violationsOfText(source)),
  ])
}

function violationsOfText(source: SourceText): readonly Violation[] {
  const lines = source.text.split('\n').length - (source.text.endsWith('\n') ? 1 : 0)
  const tooLong = source.path.startsWith('src/') && lines > FILE_LINES_MAX
  return [
    ...(tooLong ? [violationOf(source.path, 'file-lines', `${lines} lines, limit ${FILE_LINES_MAX}`)] : []),
    ...(lacksDoc(source) ? [violationOf(source.path, 'file-doc', 'begin with a doc comment')] : []),
    ...findFormViolations(parseSource(source)),
  ]
}

/** Tests say what they hold in their titles; every other file begins with the question it answers. */
function lacksDoc(source: SourceText): boolean {
  return !source.path.startsWith('test/') && !/^(#!.*\n)?\/\*\*/.test(source.text)
}

await runAsCommand(import.meta.url, () => {
  const files = readSources(['src', 'scripts', 'test'])
  const readmes = findReadmeViolations(readSources(['src'], 'README.md'), listFiles('src'))
  return {
    subject: `sizes of ${files.length} files`,
    violations: [...findSizeViolations(files), ...readmes],
  }
})
