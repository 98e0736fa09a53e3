/**
 * Which commands are there? One table that dispatch, help and the build read; what a command does is loaded when it is
 * asked for, so that help waits for none of them.
 */
import type { Result } from '../../contract/result.js'
import type { CliIo } from './cli-io.js'
import type { CliRefusal } from './cli-refusal.js'
import { planHelp, replayHelp, tokensHelp } from './help.js'
import type { Rendered } from './render-output.js'

/** Runs a command with the words after its name. */
export type CommandRun = (argv: readonly string[], io: CliIo) => Promise<Result<Rendered, CliRefusal>>

export interface Command {
  readonly name: string
  /** What stands after the name, for the list of commands. */
  readonly operand: string
  readonly summary: string
  readonly help: () => string
  /** Of `<name>-command.js`, which the build bundles apart. */
  readonly load: () => Promise<CommandRun>
}

export const COMMANDS: readonly Command[] = [
  {
    name: 'plan',
    operand: 'SESSION',
    summary: 'plan a context window from a session file, and say why',
    help: planHelp,
    load: async () => (await import('./plan-command.js')).planCommand,
  },
  {
    name: 'replay',
    operand: 'SESSION',
    summary: 'plan at every call of a session, and say what the prefix saved',
    help: replayHelp,
    load: async () => (await import('./replay-command.js')).replayCommand,
  },
  {
    name: 'tokens',
    operand: 'FILE',
    summary: 'count the tokens of a text or a session file',
    help: tokensHelp,
    load: async () => (await import('./tokens-command.js')).tokensCommand,
  },
]

/** The command of this name, or undefined. */
export function commandNamed(name: string | undefined): Command | undefined {
  return COMMANDS.find((command) => command.name === name)
}
