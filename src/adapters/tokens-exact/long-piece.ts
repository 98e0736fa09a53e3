/**
 * How many tokens has a piece of many hundred characters without a break? The library's merging takes the square of a
 * piece's length, so the piece is encoded window by window; this never cuts a text, only a piece of one.
 */
import type { Vocabulary } from './vocabulary.js'

/** A longer piece is encoded by windows, in UTF-16 code units. */
export const WHOLE_PIECE_UNITS_MAX = 512

const WINDOW_UNITS = 384
/** A join lies before this place of its window: what stands last in a window is coloured by its end. */
const JOIN_UNITS_MAX = 288
const JOINS_TRIED = 12

/** The tokens of a piece, and whether they are known to be those of the piece as a whole. */
export interface PieceCount {
  readonly tokens: number
  readonly isExact: boolean
}

/**
 * Counts a long piece in a time that grows with its length.
 *
 * Byte-pair merging gives a list of tokens exactly when it gives each two neighbours of the list. So where a window
 * that begins at a token's border begins with the very token that followed there, both lists join to the one of the
 * whole piece. Where no such join is found the lists are put side by side, and the count is not known to be exact.
 */
export function countLongPiece(piece: string, vocabulary: Vocabulary): PieceCount {
  let tokens = 0
  let isExact = true
  let window = windowAt(0, piece, vocabulary)
  while (window.end < piece.length) {
    const join = joinOf(window, piece, vocabulary)
    isExact &&= join.isExact && window.isWhole
    tokens += join.tokensBefore
    window = join.next
  }
  return { tokens: tokens + window.ids.length, isExact: isExact && window.isWhole }
}

interface Window {
  readonly start: number
  readonly end: number
  readonly ids: readonly number[]
  /** Whether the window is one piece, as it is inside its own: nothing was cut but at its ends. */
  readonly isWhole: boolean
}

function windowAt(start: number, piece: string, { encode, pieces }: Vocabulary): Window {
  const end = Math.min(start + WINDOW_UNITS, piece.length)
  const text = piece.slice(start, end)
  pieces.lastIndex = 0
  const isWhole = pieces.exec(text)?.[0].length === text.length
  pieces.lastIndex = 0
  return { start, end, ids: encode(text), isWhole }
}

interface Join {
  readonly tokensBefore: number
  readonly next: Window
  readonly isExact: boolean
}

function joinOf(window: Window, piece: string, vocabulary: Vocabulary): Join {
  const { start, end, ids } = window
  const borders = tokenBorders(ids, vocabulary.tokens)
  let beside: Join | null = null
  for (let index = borders.length - 2, tried = 0; index >= 0 && tried < JOINS_TRIED; index -= 1) {
    const border = borders[index] ?? 0
    if (border <= 0 || border > JOIN_UNITS_MAX) continue
    const next = windowAt(start + border, piece, vocabulary)
    const isExact = next.ids[0] === ids[index + 1]
    const join = { tokensBefore: index + 1, next, isExact }
    if (isExact) return join
    beside ??= join
    tried += 1
  }
  return beside ?? { tokensBefore: ids.length, next: windowAt(end, piece, vocabulary), isExact: false }
}

/** Where each token ends, in code units; 0 where that is inside a character. */
function tokenBorders(ids: readonly number[], tokens: Vocabulary['tokens']): readonly number[] {
  let units = 0
  let missingBytes = 0
  return ids.map((id) => {
    const token = tokens[id] ?? ''
    if (typeof token === 'string') units += token.length
    else {
      for (const byte of token) {
        if (isContinuation(byte)) missingBytes -= 1
        else {
          units += byte >= 0xf0 ? 2 : 1
          missingBytes = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : byte >= 0xc0 ? 1 : 0
        }
      }
    }
    return missingBytes === 0 ? units : 0
  })
}

/** RFC 3629: every byte of a character but the first is 10xxxxxx. */
function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}
