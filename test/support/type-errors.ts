/**
 * What does the compiler say, under `strict`, about files that are only in memory?
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { REPOSITORY_ROOT } from '../../scripts/house/source-files.js'

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts'],
  types: [],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
}

/** The source file that the package exports as `context-memory-kernel`, or under a subpath of that name. */
export function exportedSource(specifier: string): string {
  const manifest = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly exports: Readonly<Record<string, { readonly default?: string }>>
  }
  const target = manifest.exports[specifier.replace(manifest.name, '.')]?.default
  if (target === undefined) throw new Error(`the package does not export ${specifier}`)
  return join(REPOSITORY_ROOT, target.replace('./dist/', './src/').replace(/\.js$/, '.ts'))
}

/**
 * Every complaint about the texts, as `<name>:<line> <message>`. They may import the package by its name; what they
 * get are the sources. Nothing of Node or a browser is known unless the surroundings say so.
 */
export function typeErrors(
  texts: Readonly<Record<string, string>>,
  surroundings: Pick<ts.CompilerOptions, 'lib' | 'types'> = {},
): readonly string[] {
  const options = { ...OPTIONS, ...surroundings }
  const planted = new Map(
    Object.entries(texts).map(([name, text]) => [join(REPOSITORY_ROOT, `${name}.mts`), withSources(text)]),
  )
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (path, version) => {
    const text = planted.get(path)
    return text === undefined ? read(path, version) : ts.createSourceFile(path, text, version)
  }
  const program = ts.createProgram([...planted.keys()], options, host)
  return Object.keys(texts).flatMap((name) => {
    const file = program.getSourceFile(join(REPOSITORY_ROOT, `${name}.mts`))
    const found = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return found.map(({ start = 0, messageText }) => {
      const line = 1 + (file?.getLineAndCharacterOfPosition(start).line ?? 0)
      return `${name}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    })
  })
}

function withSources(text: string): string {
  return text.replace(
    /'(context-memory-kernel[^']*)'/g,
    (_, name: string) => `'${exportedSource(name).replace(/\.ts$/, '.js')}'`,
  )
}
