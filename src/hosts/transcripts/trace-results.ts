/**
 * Which results belong to the calls of a conversation that a trace holds? Those the trace names by the id of the call,
 * or by the name of the tool where as many results as open calls have it; nothing else is taken for a result.
 */
import { asRecord, listOf, type JsonRecord } from './json-record.js'
import { traceDialectOf } from './read-framework-trace.js'
import { traceRecord, traceValue } from './trace-json.js'
import { withoutLangChain } from './trace-langchain.js'

/** A call of a conversation, and the message that makes it. */
interface OpenCall {
  readonly callId: string
  readonly name: string
  readonly message: number
}

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function'])

/**
 * Some tracers store a result under the name of its tool as its role, and no id. It answers the call of that name before
 * it that is open, where there are as many of them as results in a row.
 */
export function withNamedResults(messages: readonly unknown[]): readonly unknown[] {
  const told = [...messages]
  const byName = new Map<string, number[]>()
  messages.forEach((value, index) => {
    const message = asRecord(value)
    const role = message?.['role']
    if (typeof role !== 'string' || ROLES.has(role) || message?.['tool_call_id'] !== undefined) return
    const before = byName.get(role)
    if (before === undefined) byName.set(role, [index])
    else before.push(index)
  })
  for (const [name, results] of byName) {
    const calls = openCalls(messages).filter((call) => call.name === name)
    if (calls.length !== results.length) continue
    results.forEach((index, at) => {
      const call = calls[at]
      const { content } = asRecord(messages[index]) ?? {}
      if (call !== undefined && call.message < index)
        told[index] = { role: 'tool', tool_call_id: call.callId, name, content }
    })
  }
  return told
}

/** The conversation, with the results of tools that ran after it was taken down, each behind the message that called. */
export function withToolResults(
  messages: readonly unknown[],
  tools: readonly JsonRecord[],
  sinceTime: string,
): readonly unknown[] {
  const open = openCalls(messages)
  const found = new Map<OpenCall, JsonRecord>()
  const left: JsonRecord[] = []
  for (const tool of tools) {
    const id = callIdOf(tool)
    const call = id === null ? undefined : open.find(({ callId }) => callId === id)
    if (call !== undefined && !found.has(call)) found.set(call, tool)
    else if (id === null && startOf(tool) >= sinceTime) left.push(tool)
  }
  for (const name of new Set(left.map((tool) => String(tool['name'])))) {
    const calls = open.filter((call) => call.name === name && !found.has(call))
    const ran = left.filter((tool) => tool['name'] === name)
    if (calls.length === ran.length) calls.forEach((call, at) => found.set(call, ran[at] as JsonRecord))
  }
  return messages.flatMap((message, index) => {
    const calls = open.filter((call) => call.message === index && found.has(call))
    return [message, ...calls.map((call) => ranMessage(messages, call, found.get(call) as JsonRecord))]
  })
}

function ranMessage(messages: readonly unknown[], { callId, name }: OpenCall, tool: JsonRecord): JsonRecord {
  const value = traceValue(tool['output'])
  const told = withoutLangChain(value)
  const output = told === value ? value : asRecord(told)?.['content']
  const isError = tool['level'] === 'ERROR'
  const { statusMessage } = tool
  const isSilent = (output ?? '') === '' && isError && typeof statusMessage === 'string'
  return resultMessage(messages, { callId, name, output: isSilent ? statusMessage : output, isError })
}

/** How a result stands in a conversation of the same framework. */
function resultMessage(
  messages: readonly unknown[],
  { callId, name, output, isError }: { callId: string; name: string; output: unknown; isError: boolean },
): JsonRecord {
  const text = typeof output === 'string' ? output : JSON.stringify(output ?? null)
  switch (traceDialectOf(messages)) {
    case 'openai-responses':
      return { type: 'function_call_output', call_id: callId, output: text }
    case 'ai-sdk': {
      const prefix = isError ? 'error-' : ''
      const told =
        typeof output === 'string'
          ? { type: `${prefix}text`, value: output }
          : { type: `${prefix}json`, value: output ?? null }
      const part = { type: 'tool-result', toolCallId: callId, toolName: name, output: told }
      return { role: 'tool', content: [part] }
    }
    case 'openai-chat':
      return { role: 'tool', tool_call_id: callId, name, content: text }
  }
}

export function startOf(observation: JsonRecord): string {
  const { startTime } = observation
  return typeof startTime === 'string' ? startTime : ''
}

/** How tracers name the id of the call that a tool ran for. */
const ID_KEYS: readonly string[] = ['ai.toolCall.id', 'gen_ai.tool.call.id', 'tool_call.id', 'tool_call_id']

function callIdOf(tool: JsonRecord): string | null {
  const metadata = traceRecord(tool['metadata'])
  const attributes = traceRecord(metadata?.['attributes'])
  for (const key of ID_KEYS) {
    const id = attributes?.[key] ?? metadata?.[key]
    if (typeof id === 'string') return id
  }
  const { tool_call_id: id } = asRecord(withoutLangChain(traceValue(tool['output']))) ?? {}
  return typeof id === 'string' ? id : null
}

/** Calls without a result, in order. */
function openCalls(messages: readonly unknown[]): readonly OpenCall[] {
  const calls: OpenCall[] = []
  const answered = new Set<unknown>()
  messages.forEach((value, message) => {
    const record = asRecord(value)
    if (record === null) return
    const parts = listOf(record['content']).map(asRecord)
    for (const made of [record, ...parts, ...listOf(record['tool_calls']).map(asRecord)]) {
      const call = callOf(made)
      if (call !== null) calls.push({ ...call, message })
      answered.add(answeredBy(made))
    }
  })
  return calls.filter(({ callId }) => !answered.has(callId))
}

/** A call as the AI SDK, OpenAI Responses and OpenAI Chat have it. */
function callOf(made: JsonRecord | null): { readonly callId: string; readonly name: string } | null {
  const { type, toolCallId, toolName, call_id, id } = made ?? {}
  if (type === 'tool-call') return namedCall(toolCallId, toolName)
  if (type === 'function_call') return namedCall(call_id, made?.['name'])
  return namedCall(id, asRecord(made?.['function'])?.['name'])
}

function namedCall(callId: unknown, name: unknown) {
  return typeof callId === 'string' && typeof name === 'string' ? { callId, name } : null
}

function answeredBy(made: JsonRecord | null): unknown {
  const { type, toolCallId, call_id, tool_call_id } = made ?? {}
  if (type === 'tool-result') return toolCallId
  return type === 'function_call_output' ? call_id : tool_call_id
}
