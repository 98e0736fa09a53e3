/**
 * Which flags does `cmk tokens` have? One table that the parser and the help both read.
 */
import { TRANSCRIPT_FORMATS } from '../transcripts/turn.js'
import { RUN_FLAG, type FlagSpec } from './flag-spec.js'

/** The counters by the names they are asked for; a plan names the version too. */
export const COUNTER_WORDS = ['feature', 'o200k_base', 'cl100k_base'] as const
export type CounterWord = (typeof COUNTER_WORDS)[number]
export const COUNTED_FORMAT_WORDS = ['auto', 'text', ...TRANSCRIPT_FORMATS] as const

export const TOKENS_FLAGS: readonly FlagSpec[] = [
  {
    name: 'counter',
    value: 'C',
    choices: COUNTER_WORDS,
    help: 'count with this one only; default all there are',
  },
  {
    name: 'format',
    value: 'F',
    choices: COUNTED_FORMAT_WORDS,
    help: 'what the file is written in; default auto, else a text',
  },
  { ...RUN_FLAG, help: 'count this run only of a file that holds many, from 1; default all' },
  { name: 'json', value: null, help: 'print the figures as JSON and nothing else' },
  { name: 'help', value: null, help: 'print this' },
]
