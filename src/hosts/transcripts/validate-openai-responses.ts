/**
 * Which rules of OpenAI Responses do these input items break? Shares no code with the writer it judges.
 */
import type { Report, RuleBreach } from './rule-breach.js'
import { checkDrawing, checkScreenshot } from './validate-openai-media.js'
import { checkItemFields, checkMessage, checkOutputContent } from './validate-responses-fields.js'
import { objectOf, type Json } from './validator-json.js'

/** Each kind of call, and the kinds of output that answer it. */
const CALLS = new Map<unknown, readonly string[]>([
  ['function_call', ['function_call_output']],
  ['custom_tool_call', ['custom_tool_call_output']],
  ['local_shell_call', ['local_shell_call_output', 'function_call_output']],
  ['computer_call', ['computer_call_output']],
  ['shell_call', ['shell_call_output']],
  ['apply_patch_call', ['apply_patch_call_output']],
])
const OUTPUTS = new Set<unknown>([...CALLS.values()].flat())
/** Items without a rule of their own here. */
const OTHERS = new Set<unknown>([
  'item_reference',
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'mcp_call',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'tool_search_call',
  'tool_search_output',
  'compaction',
  'compaction_summary',
])
/** What comes back to the model; everything else may follow reasoning. */
const FROM_CLIENT = new Set<unknown>(['mcp_approval_response', 'tool_search_output'])
const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const ID_LENGTH_MAX = 64

interface MadeCall {
  readonly index: number
  readonly type: unknown
  answered: boolean
}

interface Reading {
  /** Of each item, the first one behind it that is no reasoning, or null. */
  readonly followers: readonly (Json | null)[]
  readonly report: Report
  /** The calls seen so far, by `call_id`. */
  readonly calls: Map<string, MadeCall>
  /** Every `call_id` that some call in the request has, and where it is first. */
  readonly firstCall: ReadonlyMap<string, number>
  readonly itemIds: Set<unknown>
}

/**
 * The rules, as the API's documentation and its answers 400 state them:
 *
 * - Every call has an output with its `call_id` (`call-answered`: "No tool output found for function call"), every
 *   output a call of its kind (`orphan-result`: "No tool call found for function call output") before it
 *   (`result-after-call`), once (`duplicate-result`). They need not be neighbours. A `call_id` has 1 to 64 characters
 *   (`tool-id-format`) and names one call (`duplicate-call-id`); names match `^[a-zA-Z0-9_-]{1,64}$`.
 * - `id` begins as its kind does: `msg`, `fc`, `ctc`, `rs` (`item-id-format`: "Expected an ID that begins with 'fc'"), and
 *   stands once (`duplicate-item-id`: "Duplicate item found with id").
 * - Reasoning has a `summary` list (`wrong-shape`), an id or its encrypted self (`reasoning-kept`), and is followed by
 *   what the model made next (`reasoning-last`: "provided without its required following item"). That an item was made
 *   after reasoning which is missing here ("without its required 'reasoning' item") no payload shows; writers see to it.
 * - Messages are of system, developer, user or assistant. The assistant's parts are `output_text` and `refusal`,
 *   everybody else's `input_text`, `input_image` and `input_file` (`block-placement`); no other type of part and of
 *   item is known (`known-block`), nor a field beyond those of messages, parts, calls, outputs and reasoning
 *   (`known-field`). An image is one of an address, data (PNG, JPEG, GIF or WebP) and an id, a file one of data, an address
 *   and an id, and only data have a name (`media-source`: "Ensure you are only providing one of").
 *
 * What the provider keeps itself (`previous_response_id`, a conversation) is not looked at: a payload is whole.
 */
export function validateOpenAiResponses(payload: unknown): readonly RuleBreach[] {
  const breaches: RuleBreach[] = []
  const report: Report = (rule, pointer) => breaches.push({ rule, pointer })
  const input = objectOf(payload)?.['input']
  if (!Array.isArray(input)) return [{ rule: 'wrong-shape', pointer: '/input' }]
  if (input.length === 0) return [{ rule: 'no-messages', pointer: '/input' }]
  const items = input.map(objectOf)
  const reading: Reading = {
    followers: followersOf(items),
    report,
    calls: new Map(),
    firstCall: firstCalls(items),
    itemIds: new Set(),
  }
  items.forEach((item, index) => {
    if (item === null) report('wrong-shape', `/input/${String(index)}`)
    else checkItem(item, index, reading)
  })
  for (const { index, answered } of reading.calls.values())
    if (!answered) report('call-answered', `/input/${String(index)}`)
  return breaches
}

function checkItem(item: Json, index: number, reading: Reading): void {
  const { report, itemIds } = reading
  const pointer = `/input/${String(index)}`
  const type = typeOf(item)
  if (type === null) return report('wrong-shape', pointer)
  checkItemFields(item, { type, pointer, report })
  const { id } = item
  if (typeof id === 'string' && type !== 'item_reference') {
    if (itemIds.has(id)) report('duplicate-item-id', `${pointer}/id`)
    itemIds.add(id)
  }
  if (type === 'message') return checkMessage(item, pointer, report)
  if (type === 'reasoning') return checkReasoning(item, index, reading)
  if (CALLS.has(type)) return checkCall(item, index, reading)
  if (OUTPUTS.has(type)) return checkOutput(item, index, reading)
  if (!OTHERS.has(type)) report('known-block', `${pointer}/type`)
  if (type === 'image_generation_call') checkDrawing(item, pointer, report)
}

function checkReasoning(item: Json, index: number, { followers, report }: Reading): void {
  const pointer = `/input/${String(index)}`
  if (!Array.isArray(item['summary'])) report('wrong-shape', `${pointer}/summary`)
  const isKnown = typeof item['id'] === 'string' || typeof item['encrypted_content'] === 'string'
  if (!isKnown) report('reasoning-kept', pointer)
  const follower = followers[index] ?? null
  if (follower === null || !isModels(follower)) report('reasoning-last', pointer)
}

/** Read from the end, so that a long run of reasoning is walked once. */
function followersOf(items: readonly (Json | null)[]): readonly (Json | null)[] {
  const followers = new Array<Json | null>(items.length).fill(null)
  let follower: Json | null = null
  for (let index = items.length - 1; index >= 0; index--) {
    followers[index] = follower
    const item = items[index] ?? null
    if (item === null || typeOf(item) !== 'reasoning') follower = item
  }
  return followers
}

function isModels(item: Json): boolean {
  const type = typeOf(item)
  if (type === 'message') return item['role'] === 'assistant'
  return type !== null && !OUTPUTS.has(type) && !FROM_CLIENT.has(type)
}

function checkCall(item: Json, index: number, { calls, report }: Reading): void {
  const pointer = `/input/${String(index)}`
  const type = typeOf(item)
  const id = callIdOf(item)
  if (typeof id !== 'string') report('string-fields', `${pointer}/call_id`)
  else {
    if (id.length === 0 || id.length > ID_LENGTH_MAX) report('tool-id-format', `${pointer}/call_id`)
    if (calls.has(id)) report('duplicate-call-id', `${pointer}/call_id`)
    else calls.set(id, { index, type, answered: false })
  }
  if (type !== 'function_call' && type !== 'custom_tool_call') return
  const given = type === 'function_call' ? 'arguments' : 'input'
  if (typeof item[given] !== 'string') report('string-fields', `${pointer}/${given}`)
  const { name } = item
  if (typeof name !== 'string') report('string-fields', `${pointer}/name`)
  else if (!NAME.test(name)) report('tool-name-format', `${pointer}/name`)
}

function checkOutput(item: Json, index: number, { calls, firstCall, report }: Reading): void {
  const pointer = `/input/${String(index)}`
  const type = typeOf(item)
  if (type === 'function_call_output' || type === 'custom_tool_call_output')
    checkOutputContent(item, pointer, report)
  if (type === 'computer_call_output') checkScreenshot(item['output'], `${pointer}/output`, report)
  const id = callIdOf(item)
  if (typeof id !== 'string') return report('string-fields', `${pointer}/call_id`)
  const call = calls.get(id)
  if (call === undefined) {
    const rule = (firstCall.get(id) ?? -1) > index ? 'result-after-call' : 'orphan-result'
    return report(rule, `${pointer}/call_id`)
  }
  if (CALLS.get(call.type)?.includes(String(type)) !== true)
    return report('orphan-result', `${pointer}/call_id`)
  if (call.answered) report('duplicate-result', `${pointer}/call_id`)
  call.answered = true
}

function firstCalls(items: readonly (Json | null)[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  items.forEach((item, index) => {
    const id = item !== null && CALLS.has(typeOf(item)) ? callIdOf(item) : null
    if (typeof id === 'string' && !first.has(id)) first.set(id, index)
  })
  return first
}

function typeOf({ type, role }: Json): string | null {
  if (typeof type === 'string') return type
  return (type === undefined || type === null) && role !== undefined ? 'message' : null
}

/** Items of the local shell may name their call by `id`. */
function callIdOf(item: Json): unknown {
  const isShell = item['type'] === 'local_shell_call' || item['type'] === 'local_shell_call_output'
  return isShell ? (item['call_id'] ?? item['id']) : item['call_id']
}
