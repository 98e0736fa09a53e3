/**
 * What does the command tell a person who asks? Reads the table of flags and nothing heavy, so that it is quick.
 */
import { PLAN_FLAGS } from './plan-flags.js'
import type { FlagSpec } from './flag-spec.js'
import { REPLAY_FLAGS } from './replay-flags.js'
import { TOKENS_FLAGS } from './tokens-flags.js'

/** One line of the list of commands. */
export interface ListedCommand {
  readonly name: string
  readonly operand: string
  readonly summary: string
}

/** `cmk --help` */
export function mainHelp(commands: readonly ListedCommand[]): string {
  return [
    'cmk: decides what a language model sees.',
    '',
    'usage: cmk <command> [flags]',
    '',
    'commands',
    ...commands.map(({ name, operand, summary }) => `  ${`${name} ${operand}`.padEnd(16)}${summary}`),
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
    'the plan before',
    '  With --previous the new plan begins with what that plan sent, as long as it fits, so that a provider’s cache',
    '  still holds it. Both must be of the same session: a log of Pi, Claude Code or Codex is known by the id it holds,',
    '  every other session by the name of its file (of whatever folder) and by --run. The receiver and the placement',
    '  must be the same too. With --cache-prices nothing is held that would cost more than a plain sliding tail. The',
    '  table says how much is kept and what broke the rest.',
    '',
    'output',
    '  A table; colours follow the terminal and NO_COLOR. docs/guide/plan-a-window.md, which comes with the package,',
    '  says what each of its words means (in_tail, over_budget, tail_closed …).',
    '  With --json standard output holds one JSON document: the plan, or `{ "error": … }` when it is refused.',
    '  With --messages it holds what the request carries, or nothing when it is refused:',
    '  `messages` of openai-chat and ai-sdk, `messages` and `system` of anthropic-messages, `input` of openai-responses.',
    '  Where the oldest message shown is the assistant’s, anthropic-messages and ai-sdk get a message before it that',
    '  says `(earlier messages are not shown)`: they must begin with the user.',
    '  What could not be read or written is named on standard error; every line of it with --json.',
    '  With --at the bytes are the same on every run.',
    '',
    'exit codes        0 done, 2 refused (flags, file, format, budget, awaiting), 70 a bug in cmk',
    '',
    'examples',
    '  cmk plan session.jsonl --window 8000 --reserve 1000',
    '  cmk plan session.jsonl --window 8000 --json > plan.json',
    '  cmk plan session.jsonl --window 8000 --previous plan.json',
    '  cmk plan runs.json --run 3 --window 8000 --messages anthropic-messages',
    '',
  ].join('\n')
}

/** `cmk replay --help` */
export function replayHelp(): string {
  return [
    'usage: cmk replay SESSION --window N [flags]',
    '',
    'Plans again at every call of the model in a recorded session (`-` reads standard input), each time with the plan',
    'before, and beside it a plain sliding tail: how much of each request a provider’s cache would still hold, what',
    'broke it, and what all requests cost. Nothing is sent anywhere and no file is changed.',
    '',
    'flags',
    ...REPLAY_FLAGS.flatMap(flagLines),
    '',
    'output',
    '  One line for each request; of a long session those that did not simply append. Then the cost in uncached',
    '  tokens: in epochs, as a sliding tail, and without a cache. The bytes are the same on every run. A request whose',
    '  protected items cannot stand in the window is a line that names the window it needs, and is not counted.',
    '  What broke a prefix is a cause and the first item that is not where it was; each cause is explained once.',
    '',
    'exit codes        0 done, 2 refused (flags, file, format), 70 a bug in cmk',
    '',
    'examples',
    '  cmk replay session.jsonl --window 32000 --reserve 4000',
    '  cmk replay session.jsonl --window 8000 --cache-prices 0.25,1 --all',
    '  cmk replay runs.json --run 3 --window 8000 --json > replay.json',
    '',
  ].join('\n')
}

/** `cmk tokens --help` */
export function tokensHelp(): string {
  return [
    'usage: cmk tokens FILE [flags]',
    '',
    'Counts the tokens of a text file (`-` reads standard input), with every counter there is: what is expected, what',
    'is hardly ever passed (safe), and the characters to a token. A session in a known format is counted as a text, and',
    'message by message as a plan counts it: by run where the file holds many, by role and by partition, without the',
    'syntax of the file. An empty file has 0 tokens.',
    '',
    'flags',
    ...TOKENS_FLAGS.flatMap(flagLines),
    '',
    'counters',
    '  feature needs no vocabulary and bounds itself. o200k_base and cl100k_base are exact for the models that use',
    '  them, and come with the package gpt-tokenizer (npm install gpt-tokenizer).',
    '',
    'exit codes        0 done, 2 refused (flags, file, format, counter), 70 a bug in cmk',
    '',
    'examples',
    '  cmk tokens README.md',
    '  cmk tokens session.jsonl --counter feature --json',
    '  git diff | cmk tokens -',
    '',
  ].join('\n')
}

function flagLines(flag: FlagSpec): readonly string[] {
  const left = `  --${flag.name}${flag.value === null ? '' : ` ${flag.value}`}`.padEnd(MARGIN)
  const first = `${left}${flag.help}`
  const choices = flag.choices === undefined ? [] : wrapped(`(${flag.choices.join(', ')})`)
  return [first, ...choices.map((line) => ' '.repeat(MARGIN) + line)]
}

/** Where what a flag means begins, and the longest line from there on. */
const MARGIN = 22
const LINE_MAX = 96

function wrapped(text: string): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= LINE_MAX) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}
