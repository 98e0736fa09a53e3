/**
 * What of a part may stand in an OpenAI Chat message of this role? Looks at the part alone.
 */
import { isFilledText } from './filled-text.js'
import type { JsonRecord } from './json-record.js'
import { openAiFitMedia } from './openai-media.js'

/**
 * The part itself where all of it may stand, a copy without what may not, null where it may not stand at all.
 *
 * Texts say something; only the user shows media; a refusal is the assistant's. Types nobody knows stand nowhere. Fields
 * nobody knows stay beside what a part says, as they do in messages.
 */
export function openAiFit(part: JsonRecord | null, role: unknown, note: () => void): JsonRecord | null {
  switch (part?.['type']) {
    case 'text':
      return isFilledText(part['text']) ? part : null
    case 'refusal':
      return role === 'assistant' && isFilledText(part['refusal']) ? part : null
    default:
      return part !== null && role === 'user' ? openAiFitMedia(part, note) : null
  }
}
