/**
 * What does a written message of the AI SDK say, in parts that can be counted? Read as a session is read, so that the
 * same message never costs differently. Instructions in front are one message, however many texts they have: several
 * providers are sent them as one.
 */
import type { AiSdkPart } from './ai-sdk-part.js'
import { aiSdkPieces } from './ai-sdk-pieces.js'
import { argumentsOf } from './call-input.js'
import { INTERRUPTED, isEarlierNote } from './fixed-texts.js'
import { asRecord, jsonTextOf, type JsonRecord } from './json-record.js'
import { textPart } from './parts-of-content.js'
import type { CountedMessage } from './payload-parts.js'
import type { TurnPart } from './turn.js'

export function aiSdkCounted(messages: readonly JsonRecord[]): readonly CountedMessage[] {
  const isSystem = ({ role }: JsonRecord) => role === 'system'
  const system = messages.filter(isSystem).flatMap((message) => countedOf(message).parts)
  const others = messages.filter((message) => !isSystem(message)).map(countedOf)
  return system.length > 0 ? [{ parts: system, fixed: [] }, ...others] : others
}

function countedOf(message: JsonRecord): CountedMessage {
  const pieces = aiSdkPieces(message)
  if (pieces === null || pieces === 'unknown-role')
    return { parts: [textPart(jsonTextOf(message) ?? '')], fixed: [] }
  const isNote = isEarlierNote(message)
  const parts: TurnPart[] = []
  const fixed: TurnPart[] = []
  for (const part of pieces.flatMap((piece) => piece.parts))
    if (isNote || isMark(part)) fixed.push(part.part)
    else parts.push(asSent(part))
  return { parts, fixed }
}

/** A text that was put into an object to be sent costs what the text costs. */
function asSent({ part, block }: AiSdkPart): TurnPart {
  const input = block?.['input']
  return part._tag === 'Call' && typeof input !== 'string'
    ? { ...part, argumentsJson: argumentsOf(input) }
    : part
}

function isMark({ block }: AiSdkPart): boolean {
  return block?.['type'] === 'tool-result' && asRecord(block['output'])?.['value'] === INTERRUPTED
}
