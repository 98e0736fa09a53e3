/**
 * May a part stand as it is in an OpenAI message of this role? Looks at the part alone.
 */
import { isFilledText } from './filled-text.js'
import type { JsonRecord } from './json-record.js'

/** Texts say something; only the user shows media; a refusal is the assistant's. Types nobody knows stand nowhere. */
export function openAiMayStand(part: JsonRecord | null, role: unknown): boolean {
  switch (part?.['type']) {
    case 'text':
      return isFilledText(part['text'])
    case 'refusal':
      return role === 'assistant' && isFilledText(part['refusal'])
    case 'image_url':
    case 'input_audio':
    case 'file':
      return role === 'user'
    default:
      return false
  }
}
