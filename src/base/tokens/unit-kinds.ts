/**
 * Of which kind is a code unit? ASCII by the sign, everything else by its block of 16 units; never by an engine's
 * Unicode tables.
 */
import type { CodeRange, ScriptCosts } from './script-weights.js'
import { LATIN_ROWS, OTHER_SCRIPT, SCRIPT_ROWS } from './script-weights.js'

export const LOWER = 0
export const UPPER = 1
export const DIGIT = 2
export const SPACE = 3
export const NEWLINE = 4
export const TAB = 5
/** A sign of ASCII that is no letter, digit or blank. */
export const MARK = 6
const FIRST_LATIN = 7
export const FIRST_SCRIPT = FIRST_LATIN + LATIN_ROWS.length

const SCRIPTS: readonly (readonly [readonly CodeRange[], ScriptCosts])[] = [
  ...SCRIPT_ROWS,
  [[], OTHER_SCRIPT],
]
export const KINDS = FIRST_SCRIPT + SCRIPTS.length

/** Per ASCII code: its kind. */
export const ASCII_KIND: Uint8Array = asciiKinds()
/** Per block of 16 code units (`code >> 4`): its kind. */
export const BLOCK_KIND: Uint8Array = blockKinds()

/** Whether a kind stands inside words of Latin letters. */
export function isLetter(kind: number): boolean {
  return kind === LOWER || kind === UPPER || (kind >= FIRST_LATIN && kind < FIRST_SCRIPT)
}

/** What a letter of a Latin row costs on top of its place, and where it stands a third time. */
export function latinCosts(kind: number): readonly [cost: number, repeated: number] | undefined {
  const row = LATIN_ROWS[kind - FIRST_LATIN]
  return row && [row[1], row[2]]
}

/** The costs of a script's kind; undefined for every other kind. */
export function scriptCosts(kind: number): ScriptCosts | undefined {
  return SCRIPTS[kind - FIRST_SCRIPT]?.[1]
}

function asciiKinds(): Uint8Array {
  const kinds = new Uint8Array(128).fill(MARK)
  kinds.fill(LOWER, 0x61, 0x7b)
  kinds.fill(UPPER, 0x41, 0x5b)
  kinds.fill(DIGIT, 0x30, 0x3a)
  kinds[0x20] = SPACE
  kinds[0x0a] = NEWLINE
  kinds[0x0d] = NEWLINE
  kinds[0x09] = TAB
  return kinds
}

function blockKinds(): Uint8Array {
  const kinds = new Uint8Array(0x1000).fill(KINDS - 1)
  const rows = [...LATIN_ROWS, ...SCRIPTS]
  rows.forEach(([ranges], row) => {
    for (const [from, to] of ranges) kinds.fill(FIRST_LATIN + row, from >> 4, to >> 4)
  })
  return kinds
}
