/**
 * Which flags does `cmk replay` have? One table that the parser and the help both read.
 */
import { PLACEMENTS } from '../../contract/placements.js'
import type { FlagSpec } from './flag-spec.js'
import { SESSION_FLAGS } from './plan-flags.js'

export const REPLAY_FLAGS: readonly FlagSpec[] = [
  ...SESSION_FLAGS,
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
