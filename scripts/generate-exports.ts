/**
 * Which names does the package export? Writes `inventory/exports.txt`, so that a change of the public
 * surface shows up in a review.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import type { Generator } from './house/generated-file.js'
import { readJson, REPOSITORY_ROOT } from './house/source-files.js'

/** One subpath of `exports` and the source file behind it. */
export interface EntryPoint {
  readonly subpath: string
  readonly source: string
}

/** Makes the list of exported names. */
export const generator: Generator = {
  generate: () => [{ path: 'inventory/exports.txt', text: renderExports(entryPoints()) }],
}

/** Every subpath that is code, in the order of `package.json`. */
export function entryPoints(): readonly EntryPoint[] {
  const { exports } = readJson<{ exports: Record<string, string | { readonly default: string }> }>(
    'package.json',
  )
  return Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === 'string'
      ? []
      : [{ subpath, source: target.default.replace('./dist/', 'src/').replace(/\.js$/, '.ts') }],
  )
}

/** One block a subpath: its names in code-unit order, `(type)` after those that exist only for the compiler. */
export function renderExports(entries: readonly EntryPoint[]): string {
  const surface = readSurface(entries)
  const blocks = surface.entries.map(({ subpath, symbols }) =>
    [`# ${subpath}`, ...symbols.map(nameWith(surface.checker)).sort()].join('\n'),
  )
  return `${blocks.join('\n\n')}\n`
}

/** Every exported name without a doc comment, as `subpath name`, each declaration once. */
export function findUndocumentedExports(entries: readonly EntryPoint[]): readonly string[] {
  const { checker, entries: read } = readSurface(entries)
  const seen = new Set<ts.Symbol>()
  return read.flatMap(({ subpath, symbols }) =>
    symbols
      .map((symbol) => ({ name: symbol.name, target: targetOf(checker, symbol) }))
      .filter(({ target }) => !seen.has(target) && seen.add(target))
      .filter(({ target }) => target.getDocumentationComment(checker).length === 0)
      .map(({ name }) => `${subpath} ${name}`),
  )
}

interface Surface {
  readonly checker: ts.TypeChecker
  readonly entries: readonly { readonly subpath: string; readonly symbols: readonly ts.Symbol[] }[]
}

function readSurface(entries: readonly EntryPoint[]): Surface {
  const absolute = entries.map((entry) => join(REPOSITORY_ROOT, entry.source))
  const missing = absolute.findIndex((path) => !existsSync(path))
  if (missing >= 0) throw new Error(`package.json exports what has no source: ${entries[missing]?.source}`)
  const program = ts.createProgram(absolute, compilerOptions())
  const checker = program.getTypeChecker()
  const symbolsOf = (path: string) => {
    const file = program.getSourceFile(path)
    const module = file && checker.getSymbolAtLocation(file)
    return module === undefined ? [] : checker.getExportsOfModule(module)
  }
  return {
    checker,
    entries: entries.map((entry, index) => ({
      subpath: entry.subpath,
      symbols: symbolsOf(absolute[index] ?? ''),
    })),
  }
}

function nameWith(checker: ts.TypeChecker): (symbol: ts.Symbol) => string {
  return (symbol) => {
    const isValue = (targetOf(checker, symbol).flags & ts.SymbolFlags.Value) !== 0
    return isValue ? symbol.name : `${symbol.name} (type)`
  }
}

function targetOf(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)
}

function compilerOptions(): ts.CompilerOptions {
  const path = join(REPOSITORY_ROOT, 'tsconfig.build.json')
  const { config } = ts.readConfigFile(path, (file) => ts.sys.readFile(file))
  return ts.parseJsonConfigFileContent(config, ts.sys, REPOSITORY_ROOT).options
}
