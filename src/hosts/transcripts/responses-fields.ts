/**
 * Which fields of an item may go to OpenAI Responses? Looks at the item alone; its parts, and who answers whom, are for
 * others.
 */
import { withoutKey, type JsonRecord } from './json-record.js'
import { typeOfItem } from './responses-kinds.js'

const OUTPUT_FIELDS: readonly string[] = ['type', 'id', 'call_id', 'output', 'status']
/** What each kind of item may have; a field beyond them gets the request refused. Other kinds go as they came. */
const FIELDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    message: ['type', 'role', 'content', 'id', 'status', 'phase'],
    function_call: ['type', 'id', 'call_id', 'name', 'namespace', 'arguments', 'status'],
    function_call_output: OUTPUT_FIELDS,
    custom_tool_call: ['type', 'id', 'call_id', 'name', 'namespace', 'input', 'status'],
    custom_tool_call_output: OUTPUT_FIELDS,
    reasoning: ['type', 'id', 'summary', 'content', 'encrypted_content'],
    item_reference: ['type', 'id'],
  }).map(([type, fields]) => [type, new Set(fields)]),
)

/** How the ids of items begin, by kind; another id gets the request refused. */
const ID_PREFIXES: ReadonlyMap<string, string> = new Map([
  ['message', 'msg'],
  ['function_call', 'fc'],
  ['function_call_output', 'fc'],
  ['custom_tool_call', 'ctc'],
  ['custom_tool_call_output', 'ctc'],
  ['reasoning', 'rs'],
])
const ID_LENGTH_MAX = 64

/** The item without fields and ids that would be refused; the item itself where there are none. */
export function withKnownFields(item: JsonRecord, note: () => void): JsonRecord {
  const type = typeOfItem(item) ?? ''
  const known = FIELDS.get(type)
  let sent = item
  for (const key of Object.keys(item)) {
    if (known?.has(key) !== false) continue
    sent = withoutKey(sent, key)
    // Its state says nothing to a model; an answer carries it, and a request may not.
    if (key !== 'status') note()
  }
  return 'id' in sent && !isFitId(sent['id'], type) ? withoutKey(sent, 'id') : sent
}

function isFitId(id: unknown, type: string): boolean {
  const prefix = ID_PREFIXES.get(type)
  if (prefix === undefined) return true
  return typeof id === 'string' && id.startsWith(prefix) && id.length <= ID_LENGTH_MAX
}
