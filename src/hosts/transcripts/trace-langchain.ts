/**
 * Which message of OpenAI Chat is a message of LangChain, as tracers store it: a constructor with its arguments, or an
 * object with a type? A message of another framework is itself.
 */
import { asRecord, jsonTextOf, listOf, type JsonRecord } from './json-record.js'

const ROLE_OF: ReadonlyMap<unknown, string> = new Map([
  ['HumanMessage', 'user'],
  ['HumanMessageChunk', 'user'],
  ['human', 'user'],
  ['AIMessage', 'assistant'],
  ['AIMessageChunk', 'assistant'],
  ['ai', 'assistant'],
  ['SystemMessage', 'system'],
  ['system', 'system'],
  ['ToolMessage', 'tool'],
  ['tool', 'tool'],
])

/** The message as OpenAI Chat has it, where it is LangChain's; else itself. */
export function withoutLangChain(value: unknown): unknown {
  const message = asRecord(value)
  if (message === null) return value
  const kwargs = message['lc'] === undefined ? message : asRecord(message['kwargs'])
  const name = message['lc'] === undefined ? message['type'] : listOf(message['id']).at(-1)
  const role = ROLE_OF.get(name)
  const isLangChain =
    message['lc'] !== undefined || (typeof message['role'] !== 'string' && 'content' in message)
  return kwargs === null || role === undefined || !isLangChain ? value : chatMessage(kwargs, role)
}

function chatMessage(kwargs: JsonRecord, role: string): JsonRecord {
  const { content, tool_call_id, name } = kwargs
  if (role === 'tool') return { role, tool_call_id, ...(typeof name === 'string' ? { name } : {}), content }
  const calls = role === 'assistant' ? callsOf(kwargs) : []
  return calls.length === 0 ? { role, content } : { role, content, tool_calls: calls }
}

/** LangChain parses what the provider answered; where it could not, the answer itself is kept beside. */
function callsOf({ tool_calls, additional_kwargs }: JsonRecord): readonly unknown[] {
  const calls = listOf(tool_calls)
  if (calls.length === 0) return listOf(asRecord(additional_kwargs)?.['tool_calls'])
  return calls.map((value) => {
    const { id, name, args } = asRecord(value) ?? {}
    const given = typeof args === 'string' ? args : (jsonTextOf(args ?? {}) ?? '{}')
    return { id, type: 'function', function: { name, arguments: given } }
  })
}
