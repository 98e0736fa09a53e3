/**
 * Which conversation does a model call of a trace hold: what went in, and what came out? Finds the messages in the shapes
 * that frameworks store; adds no message that is not there.
 */
import { asRecord, listOf, type JsonRecord } from './json-record.js'
import { traceValue } from './trace-json.js'
import { withoutLangChain } from './trace-langchain.js'

/** The messages that went in; empty where the input holds none. */
export function messagesIn(input: unknown): readonly unknown[] {
  const value = traceValue(input)
  if (typeof value === 'string') return value === '' ? [] : [{ role: 'user', content: value }]
  if (Array.isArray(value)) return messageList(value as readonly unknown[])
  const record = asRecord(value)
  if (record === null) return []
  const given = record['messages'] ?? record['input'] ?? record['prompt']
  const messages = given === undefined ? [] : messagesIn(given)
  const { system = record['instructions'] } = record
  return messages.length > 0 && typeof system === 'string' && system !== ''
    ? [{ role: 'system', content: system }, ...messages]
    : messages
}

/** Frameworks that call a model with several conversations at once store a list of lists; one of them is a conversation. */
function messageList(list: readonly unknown[]): readonly unknown[] {
  const [only, second] = list
  if (Array.isArray(only)) return second === undefined ? messageList(only as readonly unknown[]) : []
  const messages = list.map(withoutLangChain)
  return messages.every(isMessage) ? messages : []
}

function isMessage(value: unknown): boolean {
  const message = asRecord(value)
  return message !== null && (typeof message['role'] === 'string' || typeof message['type'] === 'string')
}

/** What a model call says in full: its input, its output, and the instructions that only the output repeats. */
export function conversationOf(input: unknown, output: unknown): readonly unknown[] {
  const given = messagesIn(input)
  const answered = messagesOut(output)
  const hasSystem = given.some((message) => isSystem(asRecord(message)))
  const { object, instructions } = asRecord(traceValue(output)) ?? {}
  const isTold =
    object === 'response' && typeof instructions === 'string' && instructions !== '' && !hasSystem
  const before = isTold ? [{ role: 'developer', content: instructions }] : []
  return [...before, ...given, ...answered]
}

function isSystem(message: JsonRecord | null): boolean {
  return message?.['role'] === 'system' || message?.['role'] === 'developer'
}

/** The messages that came out; a text is one, and so are calls without one. */
function messagesOut(output: unknown): readonly unknown[] {
  const value = traceValue(output)
  if (typeof value === 'string') return value === '' ? [] : [{ role: 'assistant', content: value }]
  if (Array.isArray(value)) return outOfList(value as readonly unknown[])
  const record = asRecord(value)
  if (record === null) return []
  const message = withoutLangChain(record)
  if (message !== record || typeof record['role'] === 'string') return [message]
  if (record['object'] === 'response' || Array.isArray(record['output'])) return listOf(record['output'])
  return outOfRecord(record)
}

function outOfList(list: readonly unknown[]): readonly unknown[] {
  const isCalls =
    list.length > 0 && list.every((value) => typeof asRecord(value)?.['toolCallId'] === 'string')
  if (isCalls) return [{ role: 'assistant', content: list.map(callPart) }]
  const messages = list.map(withoutLangChain)
  return messages.every(isMessage) ? messages : []
}

/** What the AI SDK, OpenAI Chat and LangChain answer, as they name it. */
function outOfRecord(record: JsonRecord): readonly unknown[] {
  const [choice] = listOf(record['choices'])
  const chosen = asRecord(asRecord(choice)?.['message'])
  if (chosen !== null) return [chosen]
  const [generation] = listOf(listOf(record['generations']).flat())
  const generated = asRecord(generation)?.['message']
  if (generated !== undefined) return [withoutLangChain(generated)]
  if (Array.isArray(record['messages'])) return outOfList(record['messages'] as readonly unknown[])
  const { text, toolCalls } = record
  const said = typeof text === 'string' && text !== '' ? [{ type: 'text', text }] : []
  const content = [...said, ...listOf(traceValue(toolCalls)).map(callPart)]
  return content.length === 0 ? [] : [{ role: 'assistant', content }]
}

function callPart(value: unknown): unknown {
  const { toolCallId, toolName, input, args } = asRecord(value) ?? {}
  return { type: 'tool-call', toolCallId, toolName, input: input ?? args }
}
