/**
 * Which kinds of items does OpenAI Responses have? Tables only; what an item says is for the readers.
 */
import { asRecord, listOf, type JsonRecord } from './json-record.js'

/** Which outputs answer a call of each kind. A call of the local shell is answered in either way by its clients. */
const OUTPUTS_OF: ReadonlyMap<string, readonly string[]> = new Map([
  ['function_call', ['function_call_output']],
  ['custom_tool_call', ['custom_tool_call_output']],
  ['local_shell_call', ['local_shell_call_output', 'function_call_output']],
  ['computer_call', ['computer_call_output']],
  ['shell_call', ['shell_call_output']],
  ['apply_patch_call', ['apply_patch_call_output']],
])
const OUTPUTS: ReadonlySet<string> = new Set([...OUTPUTS_OF.values()].flat())

/**
 * What the model made beside messages, reasoning and calls: tools that ran at the provider, what they need, and
 * references to what the provider kept.
 */
const HOSTED: ReadonlySet<string> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'tool_search_call',
  'compaction',
  'item_reference',
])
/** What comes back to the model and is no output of a call with an id. */
const SENT: ReadonlySet<string> = new Set(['tool_search_output', 'mcp_approval_response'])

/** Types of parts that no other format has. */
const RESPONSES_PARTS: ReadonlySet<unknown> = new Set([
  'input_text',
  'output_text',
  'input_image',
  'input_file',
])

/** What an item is for a conversation; `unknown` where its type is on no list. */
export type ItemKind = 'message' | 'reasoning' | 'call' | 'output' | 'hosted' | 'sent' | 'unknown'

/** A message may leave its type out; nothing else may. */
export function typeOfItem(item: JsonRecord): string | null {
  const { type } = item
  if (typeof type === 'string') return type === 'compaction_summary' ? 'compaction' : type
  return (type === undefined || type === null) && 'role' in item ? 'message' : null
}

export function kindOfItem(item: JsonRecord): ItemKind {
  const type = typeOfItem(item)
  if (type === 'message' || type === 'reasoning') return type
  if (type === null) return 'unknown'
  if (OUTPUTS_OF.has(type)) return 'call'
  if (OUTPUTS.has(type)) return 'output'
  if (HOSTED.has(type)) return 'hosted'
  return SENT.has(type) ? 'sent' : 'unknown'
}

/** Whether the type of an item says that it is one of OpenAI Responses, and no message: its type outweighs a role. */
export function isResponsesItem(item: JsonRecord): boolean {
  const kind = kindOfItem(item)
  return kind !== 'message' && kind !== 'unknown'
}

/** Whether only OpenAI Responses has such an entry: an item by its type, or a message with a part of it. */
export function isResponsesMark(value: unknown): boolean {
  const item = asRecord(value)
  if (item === null) return false
  return (
    isResponsesItem(item) ||
    listOf(item['content']).some((part) => RESPONSES_PARTS.has(asRecord(part)?.['type']))
  )
}

export function isAnsweredBy(callType: string | null, outputType: string | null): boolean {
  return OUTPUTS_OF.get(callType ?? '')?.includes(outputType ?? '') === true
}

/** Whether the model made the item, so that it belongs to a response with its neighbours. */
export function isMadeByModel(item: JsonRecord): boolean {
  const kind = kindOfItem(item)
  if (kind === 'message') return item['role'] === 'assistant'
  return kind === 'reasoning' || kind === 'call' || kind === 'hosted'
}

/** The name that a call of a kind without names goes by: its type. */
export function toolNameOf(callType: string): string {
  return callType.replace(/_call$/, '')
}
