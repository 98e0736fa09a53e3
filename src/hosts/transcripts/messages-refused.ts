/**
 * How is a request to write messages refused? Whole, with the rule that would be broken.
 */
import { refuse, type MessagesRefused } from '../../contract/kernel-error.js'
import { failed } from '../../contract/result.js'
import type { MessageFormat } from './turn.js'

interface Refused {
  readonly rule: string
  readonly itemIds?: readonly string[]
  /** What to do, as the end of the message. */
  readonly remedy: string
}

/** A refusal to write; nothing of the messages is repeated. */
export function refuseMessages(format: MessageFormat | 'unknown', { rule, itemIds = [], remedy }: Refused) {
  const error: MessagesRefused = refuse('MessagesRefused', {
    format,
    rule,
    itemIds,
    message: `messages for ${format} would break \`${rule}\`${concerned(itemIds.length)}; ${remedy}`,
  })
  return failed(error)
}

function concerned(items: number): string {
  if (items === 0) return ''
  return items === 1 ? ' (1 item)' : ` (${String(items)} items)`
}
