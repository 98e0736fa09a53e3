/**
 * Are the generated files what their generators make now? Writes them, or with `--check` only compares.
 *
 * Every `scripts/generate-*.ts` exports one `generator`. Comparing reads the disk and not the version
 * control, so it also notices a file that nobody has committed yet, and changes nothing.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { GeneratedFile, Generator } from './house/generated-file.js'
import { listFiles, REPOSITORY_ROOT } from './house/source-files.js'
import { runAsCommand, violationOf } from './house/violation.js'
import type { Violation } from './house/violation.js'

/** What all generators make, what lies in their folders without being made, and which of them broke. */
export interface Generated {
  readonly files: readonly GeneratedFile[]
  readonly stale: readonly string[]
  readonly broken: readonly Violation[]
}

/** Runs every generator in order of name; writes nothing. One that breaks does not stop the others. */
export async function runGenerators(): Promise<Generated> {
  const files: GeneratedFile[] = []
  const owned: string[] = []
  const broken: Violation[] = []
  for (const name of generatorNames()) {
    try {
      const { generator } = (await import(`./${name}`)) as { readonly generator: Generator }
      files.push(...(await generator.generate()))
      owned.push(...(generator.ownedFolders ?? []))
    } catch (error) {
      broken.push(violationOf(`scripts/${name}`, 'generator', String(error)))
    }
  }
  const made = new Set(files.map((file) => file.path))
  return { files, stale: owned.flatMap(listFiles).filter((path) => !made.has(path)), broken }
}

/** Every generated file that is absent, different or no longer made, and every broken generator. */
export function findStaleFiles(
  generated: Generated,
  read: (path: string) => string | undefined,
): readonly Violation[] {
  const different = generated.files.filter((file) => read(file.path) !== file.text).map((file) => file.path)
  const stale = [...different, ...generated.stale].map((path) =>
    violationOf(path, 'generated', 'is not what its generator makes; run `npm run generate`'),
  )
  return [...stale, ...generated.broken]
}

/** The text on disk; undefined where there is none. */
export function readOnDisk(path: string): string | undefined {
  const absolute = join(REPOSITORY_ROOT, path)
  return existsSync(absolute) ? readFileSync(absolute, 'utf8') : undefined
}

function generatorNames(): readonly string[] {
  return readdirSync(join(REPOSITORY_ROOT, 'scripts'))
    .filter((name) => /^generate-.+\.ts$/.test(name))
    .sort()
}

function writeAll(generated: Generated): void {
  for (const { path, text } of generated.files) {
    if (readOnDisk(path) === text) continue
    mkdirSync(dirname(join(REPOSITORY_ROOT, path)), { recursive: true })
    writeFileSync(join(REPOSITORY_ROOT, path), text)
    console.log(`wrote ${path}`)
  }
  for (const path of generated.stale) rmSync(join(REPOSITORY_ROOT, path))
}

await runAsCommand(import.meta.url, async () => {
  const generated = await runGenerators()
  const isCheck = process.argv.includes('--check')
  if (!isCheck) writeAll(generated)
  const violations = isCheck ? findStaleFiles(generated, readOnDisk) : generated.broken
  return { subject: `${generated.files.length} generated files`, violations }
})
