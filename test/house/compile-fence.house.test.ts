import { join } from 'node:path'
import ts from 'typescript'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { REPOSITORY_ROOT } from '../../scripts/house/source-files.js'

const CONFIG_PATH = join(REPOSITORY_ROOT, 'tsconfig.kernel.json')
const PLANTED_PATH = join(REPOSITORY_ROOT, 'src/base/planted.ts')

function kernelConfig(): ts.ParsedCommandLine {
  const { config } = ts.readConfigFile(CONFIG_PATH, (path) => ts.sys.readFile(path))
  return ts.parseJsonConfigFileContent(config, ts.sys, REPOSITORY_ROOT)
}

/** What the compiler says about a file that is only in memory, under the options of the kernel project. */
function diagnosticsOf(text: string): readonly string[] {
  const { options } = kernelConfig()
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (path, version) =>
    path === PLANTED_PATH ? ts.createSourceFile(path, text, version) : read(path, version)
  const program = ts.createProgram([PLANTED_PATH], options, host)
  return program
    .getSemanticDiagnostics(program.getSourceFile(PLANTED_PATH))
    .map((one) => ts.flattenDiagnosticMessageText(one.messageText, ' '))
}

const FORBIDDEN = [
  'fetch',
  'process',
  'console',
  'setTimeout',
  'queueMicrotask',
  'Buffer',
  'TextEncoder',
  'performance',
  'crypto',
  'document',
]

test('REQ-HOUSE-271 the kernel project does not compile a file that reaches the machine', () => {
  const lines = ['export const planted = [', ...FORBIDDEN.map((name) => `${name},`), ']']
  const messages = diagnosticsOf(lines.join('\n'))
  for (const name of FORBIDDEN) {
    assert.ok(
      messages.some((message) => message.includes(`'${name}'`)),
      `${name} must not compile`,
    )
  }
})

test('REQ-HOUSE-271 the kernel project compiles a file that keeps to the language', () => {
  assert.equal(diagnosticsOf('export const planted = new Map([[1, "one"]]).size'), [])
})

test('REQ-HOUSE-270 the kernel project holds exactly the first seven rooms', () => {
  const { config } = ts.readConfigFile(CONFIG_PATH, (path) => ts.sys.readFile(path))
  const rooms = ['base', 'contract', 'rules', 'ports', 'kernel', 'facade', 'conformance']
  assert.equal(
    (config as { include: string[] }).include,
    rooms.map((room) => `src/${room}`),
  )
})

test.run()
