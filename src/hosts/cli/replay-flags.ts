/**
 * Which flags does `cmk replay` have? One table that the parser and the help both read.
 */
import { PLACEMENTS } from '../../contract/placements.js'
import type { FlagSpec } from './flag-spec.js'
import { FORMAT_WORDS } from './plan-flags.js'

export const REPLAY_FLAGS: readonly FlagSpec[] = [
  { name: 'window', value: 'N', help: 'the whole window of the model, in tokens; required' },
  { name: 'reserve', value: 'N', help: 'tokens kept free for the answer; default 0' },
  { name: 'format', value: 'F', choices: FORMAT_WORDS, help: 'what the session is written in; default auto' },
  { name: 'run', value: 'N', help: 'which run of a file that holds many, counted from 1' },
  {
    name: 'placement',
    value: 'P',
    choices: PLACEMENTS,
    help: 'how the windows are laid out; default hybrid',
  },
  {
    name: 'cache-prices',
    value: 'R,W',
    help: 'what cached input costs to read and to write; default 0.1,1.25',
  },
  { name: 'limit', value: 'N', help: 'replay the first N requests only' },
  { name: 'all', value: null, help: 'show every request of a long session, not only those that broke' },
  { name: 'json', value: null, help: 'print every request and the sums as JSON and nothing else' },
  { name: 'help', value: null, help: 'print this' },
]
