/**
 * What does the command tell a person who asks? Reads the table of flags and nothing heavy, so that it is quick.
 */
import { PLAN_FLAGS } from './plan-flags.js'
import type { FlagSpec } from './plan-flags.js'

/** `cmk --help` */
export function mainHelp(): string {
  return [
    'cmk: decides what a language model sees.',
    '',
    'usage: cmk <command> [flags]',
    '',
    'commands',
    '  plan SESSION    plan a context window from a session file, and say why',
    '',
    'flags',
    '  --help          print this; `cmk plan --help` for the flags of a command',
    '  --version       print the version',
    '',
    'exit codes        0 done, 2 refused (flags, file, budget), 70 a bug in cmk',
    '',
  ].join('\n')
}

/** `cmk plan --help` */
export function planHelp(): string {
  return [
    'usage: cmk plan SESSION --window N [flags]',
    '',
    'Plans the window that fits, from a session file (`-` reads standard input): what stands in it and in which',
    'order, what fell out and why. Nothing is sent anywhere and no file is changed.',
    '',
    'flags',
    ...PLAN_FLAGS.flatMap(flagLines),
    '',
    'who may see what',
    '  A session is labelled internal, for its own session scope. The receiver is called `model`, is remote and',
    '  cleared for internal; with --local it is on this machine and cleared for restricted.',
    '',
    'output',
    '  A table; colours follow the terminal and NO_COLOR. With --json standard output holds one JSON document: the',
    '  plan, or `{ "error": … }` when it is refused. With --messages it holds the messages, or nothing.',
    '  What could not be read or written is named on standard error; every line of it with --json.',
    '  With --at the bytes are the same on every run.',
    '',
    'exit codes        0 done, 2 refused (flags, file, format, budget, awaiting), 70 a bug in cmk',
    '',
    'examples',
    '  cmk plan session.jsonl --window 8000 --reserve 1000',
    '  cmk plan session.jsonl --window 8000 --json > plan.json',
    '  cmk plan runs.json --run 3 --window 8000 --messages anthropic-messages',
    '',
  ].join('\n')
}

function flagLines(flag: FlagSpec): readonly string[] {
  const left = `  --${flag.name}${flag.value === null ? '' : ` ${flag.value}`}`.padEnd(18)
  const first = `${left}${flag.help}`
  return flag.choices === undefined ? [first] : [first, `${' '.repeat(18)}(${flag.choices.join(', ')})`]
}
