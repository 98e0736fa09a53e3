/**
 * What do written items of OpenAI Responses say, in parts that can be counted? Read as a session is read, so that the
 * same item never costs differently; neighbours that the model made are one message.
 */
import { INTERRUPTED } from './fixed-texts.js'
import { jsonTextOf, type JsonRecord } from './json-record.js'
import { textPart } from './parts-of-content.js'
import type { CountedMessage } from './payload-parts.js'
import { isMadeByModel } from './responses-kinds.js'
import { readResponsesItem } from './responses-parts.js'
import type { TurnPart } from './turn.js'

export function responsesCounted(items: readonly JsonRecord[]): readonly CountedMessage[] {
  const counted: CountedMessage[] = []
  let response: TurnPart[] | null = null
  for (const item of items) {
    const parts = partsOf(item)
    if (!isMadeByModel(item)) {
      response = null
      const isFixed = item['output'] === INTERRUPTED
      counted.push(isFixed ? { parts: [], fixed: parts } : { parts, fixed: [] })
    } else if (response === null) {
      response = [...parts]
      counted.push({ parts: response, fixed: [] })
    } else for (const part of parts) response.push(part)
  }
  return counted
}

function partsOf(item: JsonRecord): readonly TurnPart[] {
  const reading = readResponsesItem(item)
  if (reading !== null && reading !== 'unknown-role') return reading.parts
  return [textPart(jsonTextOf(item) ?? '')]
}
