/**
 * May a block stand as it is in an Anthropic message, in system text or in a tool result? Looks at the block alone;
 * calls, results and reasoning are made by themselves.
 */
import { isBlank } from './blank-text.js'
import { asRecord, type JsonRecord } from './json-record.js'

/** Where a block is to stand. */
export type BlockPlace = 'user' | 'assistant' | 'system' | 'result'

/**
 * Texts say something; images and documents are the user's, or in a result. Types that are not read here stand
 * nowhere: blocks of server tools are bound to each other by rules of their own.
 */
export function anthropicMayStand(block: JsonRecord | null, place: BlockPlace): boolean {
  switch (block?.['type']) {
    case 'text':
      return typeof block['text'] === 'string' && !isBlank(block['text'])
    case 'image':
    case 'document':
      return (place === 'user' || place === 'result') && asRecord(block['source']) !== null
    default:
      return false
  }
}
