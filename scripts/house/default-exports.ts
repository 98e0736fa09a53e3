/**
 * Does a file export without a name? Every export has one, so that a reader can search for it.
 */
import ts from 'typescript'
import { violationAt } from './violation.js'
import type { Violation } from './violation.js'

/** Every default export of a parsed file, in each of its spellings. */
export function findDefaultExports(file: ts.SourceFile): readonly Violation[] {
  return file.statements
    .filter((statement) => ts.isExportAssignment(statement) || hasDefault(statement) || renames(statement))
    .map((statement) => violationAt(statement, 'default-export', 'exports have names'))
}

function hasDefault(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : []
  return modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.DefaultKeyword)
}

function renames(statement: ts.Statement): boolean {
  if (!ts.isExportDeclaration(statement) || statement.exportClause === undefined) return false
  const clause = statement.exportClause
  return ts.isNamedExports(clause) && clause.elements.some((element) => element.name.text === 'default')
}
