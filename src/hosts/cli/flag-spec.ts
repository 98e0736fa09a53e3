/**
 * What is there to know of one flag? What the parser and the help both read.
 */
export interface FlagSpec {
  readonly name: string
  /** What stands after the flag; null for a switch. */
  readonly value: string | null
  /** The words that may stand there, where they are a closed list. */
  readonly choices?: readonly string[]
  readonly help: string
}

/** A file may hold many runs, whatever is done with one of them. */
export const RUN_FLAG: FlagSpec = {
  name: 'run',
  value: 'N',
  help: 'which run of a file that holds many, counted from 1',
}
