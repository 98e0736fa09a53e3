/**
 * Which command is meant, and how did it end? Never throws: a bug becomes one line and exit code 70.
 */
import { EXIT } from './exit-code.js'
import type { ExitCode } from './exit-code.js'
import type { CliIo } from './cli-io.js'
import type { CliRefusal } from './cli-refusal.js'
import { commandNamed, COMMANDS, type Command } from './commands.js'
import { mainHelp } from './help.js'
import { nearestWord } from './nearest-word.js'
import { printable } from './printable.js'
import { VERSION } from './version.js'

const COMMAND_WORDS = [...COMMANDS.map(({ name }) => name), 'help']
const HELP_WORDS: ReadonlySet<string> = new Set(['--help', '-h', 'help'])

/** Runs the command line `argv` (without node and script) and answers its exit code. */
export async function run(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  try {
    return await dispatch(argv, io)
  } catch (thrown) {
    return reportBug(thrown, io)
  }
}

async function dispatch(argv: readonly string[], io: CliIo): Promise<ExitCode> {
  const [command, ...rest] = argv
  if (command === undefined) return refuse(io, ['no command is given', '', mainHelp(COMMANDS).trimEnd()])
  const known = commandNamed(command)
  if (known !== undefined)
    return asksForHelp(rest) ? print(io, known.help()) : await runCommand(known, rest, io)
  if (HELP_WORDS.has(command)) return print(io, commandNamed(rest[0])?.help() ?? mainHelp(COMMANDS))
  if (command === '--version' || command === '-v') return print(io, `cmk ${VERSION}\n`)
  const what = command.startsWith('-') ? 'flag' : 'command'
  const near = what === 'command' ? nearestWord(command, COMMAND_WORDS) : null
  return refuse(io, [
    `unknown ${what} ${printable(command)}${near === null ? '; see `cmk --help`' : `; did you mean ${near}?`}`,
  ])
}

function asksForHelp(argv: readonly string[]): boolean {
  return flagWords(argv).some((word) => word === '--help' || word === '-h')
}

/** What follows `--` is a path. */
function flagWords(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--')
  return argv.slice(0, end < 0 ? argv.length : end)
}

/** Loaded here and not above: help must not wait for the kernel. */
async function runCommand(command: Command, argv: readonly string[], io: CliIo): Promise<ExitCode> {
  const runLoaded = await command.load()
  const rendered = await runLoaded(argv, io)
  if (!rendered.ok) return refuseCommand(argv, rendered.error, io)
  for (const line of rendered.value.stderrLines) io.stderr.write(`cmk: ${line}\n`)
  return print(io, rendered.value.stdout)
}

/** With --json standard output holds one document whatever happens, so that a program need not read prose. */
async function refuseCommand(argv: readonly string[], refusal: CliRefusal, io: CliIo): Promise<ExitCode> {
  if (flagWords(argv).includes('--json')) {
    const { sortedJson } = await import('./sorted-json.js')
    const { lines, error } = refusal
    const message = lines[0] ?? ''
    io.stdout.write(sortedJson({ error: error ?? { _tag: 'CommandRefused', message, retry: 'after-fix' } }))
  }
  return refuse(io, refusal.lines)
}

function print(io: CliIo, text: string): ExitCode {
  io.stdout.write(text)
  return EXIT.done
}

function refuse(io: CliIo, lines: readonly string[]): ExitCode {
  const [first, ...rest] = lines
  io.stderr.write(`cmk: ${[first, ...rest].join('\n')}\n`)
  return EXIT.refused
}

/** The name only: a message or a stack may carry a session's text. */
function reportBug(thrown: unknown, io: CliIo): ExitCode {
  const name = thrown instanceof Error ? thrown.name : typeof thrown
  io.stderr.write(
    `cmk: internal error: ${printable(name)}; this is a bug in cmk ${VERSION}: ` +
      'please report the command line (CMK_DEBUG=1 shows the stack)\n',
  )
  if (io.debug && thrown instanceof Error) io.stderr.write(`${thrown.stack ?? ''}\n`)
  return EXIT.bug
}
