/**
 * As which parts did the turns of an AI SDK session come? Looked up in the raw messages, each read once; a turn of
 * another format, or one whose text was replaced, came as none.
 */
import type { AiSdkPart, AiSdkPiece } from './ai-sdk-part.js'
import { pieceName } from './ai-sdk-part.js'
import { aiSdkPieces } from './ai-sdk-pieces.js'
import { asRecord, type JsonRecord } from './json-record.js'
import type { ShownTurn } from './shown-turns.js'
import { SYSTEM_PLACE } from './transcript.js'
import type { Originals } from './turn.js'

/** A turn with its parts as they came: without a block where they have to be built. */
export interface AiSdkTurn {
  readonly turn: ShownTurn
  readonly parts: readonly AiSdkPart[]
  /** The message it was read from, where that is of the format. */
  readonly raw: JsonRecord | null
}

export function aiSdkTurns(turns: readonly ShownTurn[], originals: Originals): readonly AiSdkTurn[] {
  const read = new Map<JsonRecord, ReadonlyMap<string, AiSdkPiece>>()
  return turns.map((turn) => {
    const place = originals.turns.get(turn.itemId)?.place
    const isMessage = originals.format === 'ai-sdk' && place !== undefined && place.message !== SYSTEM_PLACE
    const raw = isMessage ? asRecord(turn.raw) : null
    if (raw !== null && place !== undefined) {
      const pieces = read.get(raw) ?? piecesByName(raw)
      read.set(raw, pieces)
      const piece = pieces.get(pieceName(turn.role, place.from, place.to))
      if (piece !== undefined && fits(piece, turn)) return { turn, parts: piece.parts, raw }
    }
    return {
      turn,
      parts: turn.parts.map((part): AiSdkPart => ({ kind: 'said', part, block: null })),
      raw: null,
    }
  })
}

function piecesByName(raw: JsonRecord): ReadonlyMap<string, AiSdkPiece> {
  const pieces = aiSdkPieces(raw)
  if (pieces === null || pieces === 'unknown-role') return new Map()
  return new Map(pieces.map((piece) => [pieceName(piece.role, piece.from, piece.to), piece]))
}

function fits({ parts }: AiSdkPiece, turn: ShownTurn): boolean {
  if (parts.length !== turn.parts.length) return false
  return parts.every(({ part }, index) => part._tag === turn.parts[index]?._tag)
}
