/**
 * Does the built package run under plain Node, as a stranger would install it?
 *
 * Builds, packs and unpacks into a temporary folder where only the two dependencies can be found, then
 * imports every subpath of `exports` and starts the command. Needs no network and touches no `dist` of
 * the repository. The loader of the tests accepts imports that Node refuses; this check does not.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const dependencies = Object.keys(manifest.dependencies)

const workspace = mkdtempSync(join(tmpdir(), 'cmk-package-'))
try {
  const installed = installInto(workspace, packInto(workspace))
  importEverySubpath(workspace)
  startCommand(installed)
  console.log(`package ${manifest.name} ${manifest.version} runs under node ${process.version}`)
} finally {
  rmSync(workspace, { recursive: true, force: true })
}

function run(command, args, cwd) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Packs a copy, so that a build of this check never replaces the `dist` somebody is using. */
function packInto(folder) {
  const stage = join(folder, 'stage')
  mkdirSync(stage)
  run(process.execPath, [join(ROOT, 'scripts/build.mjs'), stage], ROOT)
  for (const name of ['package.json', ...manifest.files]) {
    const source = join(ROOT, name)
    if (name !== 'dist' && existsSync(source)) cpSync(source, join(stage, name), { recursive: true })
  }
  const packed = run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], stage)
  return join(folder, JSON.parse(packed)[0].filename)
}

function installInto(folder, tarball) {
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  run('tar', ['-xzf', tarball, '-C', modules], folder)
  run('mv', ['package', manifest.name], modules)
  for (const name of dependencies) symlinkSync(join(ROOT, 'node_modules', name), join(modules, name), 'dir')
  return join(modules, manifest.name)
}

/** A subpath may need its optional peer, which is absent here; then its error names the install command. */
function importEverySubpath(folder) {
  const subpaths = Object.keys(manifest.exports).filter((key) => !key.includes('*') && !key.endsWith('.json'))
  const peers = Object.keys(manifest.peerDependencies ?? {})
  const script = `
    import { readFileSync } from 'node:fs'
    import { createRequire } from 'node:module'
    const peers = ${JSON.stringify(peers)}
    for (const subpath of ${JSON.stringify(subpaths)}) {
      const name = ${JSON.stringify(manifest.name)} + subpath.slice(1)
      try {
        const loaded = await import(name)
        if (subpath !== './ports' && Object.keys(loaded).length === 0) throw new Error(name + ' exports nothing')
      } catch (error) {
        const named = peers.some((peer) => String(error.message).includes('npm install ' + peer))
        if (!named) throw error
      }
    }
    const { exactCounter } = await import('${manifest.name}/adapters/tokens-exact')
    const absent = await exactCounter({ encoding: 'o200k_base' }).catch((error) => String(error.message))
    if (!String(absent).includes('npm install gpt-tokenizer')) throw new Error('the absent peer is not named')
    createRequire(import.meta.url).resolve('${manifest.name}/package.json')
  `
  const file = join(folder, 'import-all.mjs')
  writeFileSync(file, script)
  run(process.execPath, [file], folder)
}

function startCommand(installed) {
  const command = join(installed, manifest.bin.cmk)
  if (!existsSync(command)) return console.log('no command in the package yet')
  const help = run(process.execPath, [command, '--help'], workspace)
  if (!help.includes('cmk')) throw new Error('`cmk --help` does not name the command')
  const tokens = run(process.execPath, [command, 'tokens', join(installed, 'package.json')], workspace)
  if (!tokens.includes('npm install')) throw new Error('`cmk tokens` does not name the absent peer')
}
