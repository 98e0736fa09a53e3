/**
 * Which text does an item show that is no message of the conversation: a rule, a memory, a summary, a snippet? The
 * text never breaks out of its frame, whatever its content.
 */
import type { ContextItem, Role } from '../../contract/context-item.js'
import { TRUST_LEVELS } from '../../contract/labels.js'
import { PARTITION_OF } from '../../contract/partition.js'
import type { Plain } from '../../contract/type-of.js'

type Item = Pick<Plain<ContextItem>, 'kind' | 'labels' | 'content' | 'contentRef' | 'binding'>

/**
 * The text of an item without a turn of its own, exactly as writers send it: count its tokens on this text.
 *
 * Instructions (system policy, project rules, skills, tool schemas) of trust user or better, and messages a host
 * made itself, are shown as they are. Everything else is data, not instruction: `[<kind>] ` and the content as one
 * JSON string, in which controls, U+007F to U+009F, U+2028, U+2029, `<`, `>` and `&` are escaped, so that no content
 * can close the frame, open a tag or fake a line.
 *
 * @returns '' only for an item shown as it is whose content is empty.
 * @law  framed text has no line break, and `JSON.parse` of what follows `[<kind>] ` is the content
 * @example renderSupplement(memory) // => '[memory] "the user prefers tabs"'
 * @since 0.1.0
 */
export function renderSupplement(item: Item): string {
  const content = item.content ?? item.contentRef?.summary ?? ''
  return isFramed(item) ? `[${item.kind}] ${quoted(content)}` : content
}

/**
 * Who says it: the system for trusted instructions, the speaker of a message, the user's side for all data.
 *
 * @since 0.1.0
 */
export function supplementRole(item: Item): Role {
  if (isFramed(item)) return 'user'
  return isInstruction(item) ? 'system' : (item.binding?.role ?? 'user')
}

function isFramed(item: Item): boolean {
  if (isInstruction(item)) return TRUST_LEVELS.indexOf(item.labels.trust) < TRUST_LEVELS.indexOf('user')
  if (item.binding?.results !== undefined && item.binding.results.length > 0) return false
  const speaker = item.binding?.role
  return item.kind !== 'message' || (speaker !== 'user' && speaker !== 'assistant')
}

function isInstruction({ kind }: Item): boolean {
  const partition = PARTITION_OF[kind]
  return partition === 'instructions' || partition === 'tools'
}

const UNSAFE = /[\u007f-\u009f\u2028\u2029<>&]/g

function quoted(content: string): string {
  return JSON.stringify(content).replace(
    UNSAFE,
    (unsafe) => `\\u${unsafe.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
