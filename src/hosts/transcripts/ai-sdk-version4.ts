/**
 * Which parts has a message of an interface that version 4 of the AI SDK wrote without parts? Its calls stood beside its
 * content: they are put in the order in which version 4 sent them.
 */
import { asRecord, listOf, type JsonRecord } from './json-record.js'

/** The parts, as the later versions name them; what the model said after its tools answered is a step of its own. */
export function partsOfVersion4(message: JsonRecord): readonly unknown[] {
  const { content, reasoning } = message
  const thought =
    typeof reasoning === 'string' && reasoning !== '' ? [{ type: 'reasoning', text: reasoning }] : []
  const spoken = content === '' || content === undefined ? [] : [{ type: 'text', text: content }]
  const calls = listOf(message['toolInvocations']).map((invocation) => ({
    type: 'tool-invocation',
    toolInvocation: invocation,
  }))
  const files = listOf(message['experimental_attachments']).map(attachment)
  const isAnswered = calls.every(({ toolInvocation }) => asRecord(toolInvocation)?.['state'] === 'result')
  if (calls.length === 0) return [...thought, ...spoken, ...files]
  if (!isAnswered || spoken.length === 0) return [...thought, ...spoken, ...calls]
  return [...thought, ...calls, { type: 'step-start' }, ...spoken]
}

function attachment(value: unknown): unknown {
  const { url, contentType, name } = asRecord(value) ?? {}
  const named = typeof name === 'string' ? { filename: name } : {}
  return { type: 'file', url, mediaType: contentType, ...named }
}
