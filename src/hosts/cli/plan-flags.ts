/**
 * Which flags does `cmk plan` have? One table that the parser and the help both read.
 */
import { PLACEMENTS } from '../../contract/placements.js'
import { MESSAGE_FORMATS, TRANSCRIPT_FORMATS } from '../transcripts/turn.js'
import { RUN_FLAG, type FlagSpec } from './flag-spec.js'

export const AWAITING_WORDS = ['refuse', 'mark'] as const
export const FORMAT_WORDS = ['auto', ...TRANSCRIPT_FORMATS] as const

/** Which session, and into which window: the flags of every command that plans. */
export const SESSION_FLAGS: readonly FlagSpec[] = [
  { name: 'window', value: 'N', help: 'the whole window of the model, in tokens; required' },
  { name: 'reserve', value: 'N', help: 'tokens kept free for the answer; default 0' },
  { name: 'format', value: 'F', choices: FORMAT_WORDS, help: 'what the session is written in; default auto' },
  RUN_FLAG,
]

export const PLAN_FLAGS: readonly FlagSpec[] = [
  ...SESSION_FLAGS,
  {
    name: 'placement',
    value: 'P',
    choices: PLACEMENTS,
    help: 'how the window is laid out; default hybrid',
  },
  {
    name: 'previous',
    value: 'PLAN',
    help: 'the plan sent before, a file of --json: what it sent stays where it was',
  },
  {
    name: 'cache-prices',
    value: 'R,W',
    help: 'what cached input costs to read and to write, as in 0.1,1.25',
  },
  { name: 'sink', value: 'NAME', help: 'the name of who receives the window; default model' },
  { name: 'local', value: null, help: 'the receiver runs on this machine and may see everything' },
  {
    name: 'at',
    value: 'INSTANT',
    help: 'plan for this time, YYYY-MM-DDTHH:mm:ss.sssZ; makes output repeatable',
  },
  { name: 'json', value: null, help: 'print the plan as JSON and nothing else' },
  {
    name: 'messages',
    value: 'F',
    choices: MESSAGE_FORMATS,
    help: 'print the messages of the request as JSON',
  },
  {
    name: 'awaiting',
    value: 'A',
    choices: AWAITING_WORDS,
    help: 'with --messages: an unanswered call; default refuse',
  },
  { name: 'help', value: null, help: 'print this' },
]
