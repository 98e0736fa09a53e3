/**
 * Which modules does a file import, and how? Reads syntax only; whether an import is allowed is not asked here.
 */
import { posix } from 'node:path'
import ts from 'typescript'
import { visitAll } from './source-files.js'

/** One import, re-export, dynamic import, import type or require of a file. */
export interface ModuleImport {
  /** Undefined where the module is computed and so cannot be checked. */
  readonly specifier: string | undefined
  /** True where the compiler drops the import, so that nothing is loaded at run time. */
  readonly typeOnly: boolean
  readonly node: ts.Node
}

/** Lists every import of a parsed file, static and dynamic, in source order. */
export function importsOf(file: ts.SourceFile): readonly ModuleImport[] {
  const found: ModuleImport[] = []
  visitAll(file, (node) => {
    const one = importOf(node)
    if (one !== undefined) found.push(one)
  })
  return found
}

/** The repository path a relative specifier names: `.js` stands for the `.ts` beside it. */
export function resolveRelative(from: string, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(from), specifier)).replace(/\.js$/, '.ts')
}

function importOf(node: ts.Node): ModuleImport | undefined {
  if (ts.isImportDeclaration(node)) {
    const typeOnly = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
    return { specifier: literalText(node.moduleSpecifier), typeOnly, node }
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
    return { specifier: literalText(node.moduleSpecifier), typeOnly: node.isTypeOnly, node }
  }
  if (ts.isImportTypeNode(node)) {
    const argument = ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
    return { specifier: argument && literalText(argument), typeOnly: true, node }
  }
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
    return { specifier: literalText(node.moduleReference.expression), typeOnly: node.isTypeOnly, node }
  }
  if (ts.isCallExpression(node) && isLoader(node.expression)) {
    const first = node.arguments[0]
    return { specifier: first && literalText(first), typeOnly: false, node }
  }
  return undefined
}

function isLoader(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require')
}

function literalText(node: ts.Node): string | undefined {
  return ts.isStringLiteralLike(node) ? node.text : undefined
}
