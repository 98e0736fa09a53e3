/**
 * How do the minimal broken histories of the data folder look as OpenAI Chat? Each neutral message becomes one
 * message, results inside a message become messages before it.
 */
import { readFileSync } from 'node:fs'

interface NeutralMessage {
  readonly role: string
  readonly content: unknown
  readonly toolCallId?: string
  readonly toolCalls?: readonly { readonly id: unknown; readonly name: string; readonly arguments: string }[]
  readonly toolResults?: readonly { readonly toolCallId: string; readonly content: string }[]
}

/** A broken history, by the id of its case. */
export interface MalformedSession {
  readonly id: string
  readonly messages: readonly object[]
}

export function readMalformedSessions(path: string): readonly MalformedSession[] {
  const cases = JSON.parse(readFileSync(path, 'utf8')) as readonly {
    readonly id: string
    readonly messages: readonly NeutralMessage[]
  }[]
  return cases.map(({ id, messages }) => ({ id, messages: messages.flatMap(toOpenAi) }))
}

function toOpenAi(message: NeutralMessage): readonly object[] {
  const { role, toolCallId, toolCalls, toolResults = [] } = message
  const results = toolResults.map((result) => ({
    role: 'tool',
    tool_call_id: result.toolCallId,
    content: result.content,
  }))
  const calls = toolCalls?.map(({ id, name, arguments: json }) => ({
    id,
    type: 'function',
    function: { name, arguments: json },
  }))
  return [
    ...results,
    {
      role,
      content: expanded(message.content),
      ...(toolCallId === undefined ? {} : { tool_call_id: toolCallId }),
      ...(calls === undefined ? {} : { tool_calls: calls }),
    },
  ]
}

function expanded(content: unknown): unknown {
  const repeat = (content as { readonly $repeat?: readonly [string, number] } | null)?.$repeat
  return repeat === undefined ? content : repeat[0].repeat(repeat[1])
}
