/**
 * What does a written message of the AI SDK say, in parts that can be counted? Read as a session is read, so that the
 * same message never costs differently.
 */
import type { AiSdkPart } from './ai-sdk-part.js'
import { aiSdkPieces } from './ai-sdk-pieces.js'
import { INTERRUPTED, isEarlierNote } from './fixed-texts.js'
import { asRecord, jsonTextOf, type JsonRecord } from './json-record.js'
import { textPart } from './parts-of-content.js'
import type { CountedMessage } from './payload-parts.js'

export function aiSdkCounted(messages: readonly JsonRecord[]): readonly CountedMessage[] {
  return messages.map((message) => {
    const pieces = aiSdkPieces(message)
    if (pieces === null || pieces === 'unknown-role')
      return { parts: [textPart(jsonTextOf(message) ?? '')], fixed: [] }
    const parts = pieces.flatMap((piece) => piece.parts)
    const isNote = isEarlierNote(message)
    const isFixed = (part: AiSdkPart) => isNote || isMark(part)
    return {
      parts: parts.filter((part) => !isFixed(part)).map(({ part }) => part),
      fixed: parts.filter(isFixed).map(({ part }) => part),
    }
  })
}

function isMark({ block }: AiSdkPart): boolean {
  return block?.['type'] === 'tool-result' && asRecord(block['output'])?.['value'] === INTERRUPTED
}
