/**
 * Which messages would a model be sent for a message of an interface (UIMessage)? One for each step, and the results of
 * the step behind it, as the AI SDK converts them; parts that only the interface shows are kept and said to be so.
 */
import {
  callOf,
  hostedOf,
  reasoningBlock,
  resultOf,
  textOf,
  thinkingOf,
  unknownOf,
} from './ai-sdk-model-parts.js'
import { mediaOfAiSdk } from './ai-sdk-media.js'
import { DENIED } from './ai-sdk-output.js'
import { said, silent, type AiSdkPart, type AiSdkPiece, type AiSdkReading } from './ai-sdk-part.js'
import { DATA_PREFIX, TOOL_PREFIX } from './ai-sdk-shape.js'
import { partsOfVersion4 } from './ai-sdk-version4.js'
import { asRecord, type JsonRecord } from './json-record.js'

/** The pieces of a message of an interface. */
export function interfacePieces(message: JsonRecord): AiSdkReading {
  const { role } = message
  const parts = Array.isArray(message['parts'])
    ? (message['parts'] as readonly unknown[])
    : partsOfVersion4(message)
  if (role !== 'system' && role !== 'user' && role !== 'assistant')
    return typeof role === 'string' ? 'unknown-role' : null
  const read: PartReading[] = []
  for (const value of parts) {
    const raw = asRecord(value)
    const part = raw === null || typeof raw['type'] !== 'string' ? null : readPart(raw, role)
    if (part === null) return null
    read.push(part)
  }
  if (role === 'assistant') return stepsOf(read)
  return [{ role, parts: read.flatMap(({ parts: spoken }) => spoken), from: 0, to: read.length }]
}

/** What a raw part says, and what answers it. */
interface PartReading {
  readonly parts: readonly AiSdkPart[]
  readonly answer: readonly AiSdkPart[]
}

/** A step is one piece, then each of its results; a message that says nothing is one piece without parts. */
function stepsOf(read: readonly PartReading[]): readonly AiSdkPiece[] {
  const pieces: AiSdkPiece[] = []
  let from = 0
  const add = (to: number) => {
    const step = read.slice(from, to)
    const parts = step.flatMap((part) => part.parts)
    if (parts.some(({ kind }) => kind !== 'step')) pieces.push({ role: 'assistant', parts, from, to })
    step.forEach(({ answer }, index) => {
      const at = from + index
      if (answer.length > 0) pieces.push({ role: 'tool', parts: answer, from: at, to: at + 1 })
    })
    from = to
  }
  read.forEach(({ parts }, at) => {
    if (at > from && parts[0]?.kind === 'step') add(at)
  })
  add(read.length)
  return pieces.length > 0 ? pieces : [{ role: 'assistant', parts: [], from: 0, to: read.length }]
}

function readPart(raw: JsonRecord, role: string): PartReading | null {
  const { type } = raw
  const tool = toolOf(raw)
  if (tool !== null) return role === 'assistant' ? toolReading(tool) : null
  const parts = spokenParts(raw, String(type))
  return parts === null ? null : { parts, answer: [] }
}

const INTERFACE_TYPES: ReadonlySet<string> = new Set(['source', 'source-url', 'source-document'])

function spokenParts(raw: JsonRecord, type: string): readonly AiSdkPart[] | null {
  if (type === 'step-start') return [silent('step', null)]
  if (INTERFACE_TYPES.has(type) || type.startsWith(DATA_PREFIX)) return [silent('interface', null)]
  switch (type) {
    case 'text': {
      const { text, providerMetadata } = raw
      return textOf({ type, text, ...optionsOf(providerMetadata) })
    }
    case 'reasoning': {
      const { text = raw['reasoning'], providerMetadata } = raw
      if (typeof text !== 'string') return null
      return [said(thinkingOf(text, providerMetadata), reasoningBlock(text, providerMetadata ?? undefined))]
    }
    case 'file': {
      const { url: data = raw['data'], mediaType = raw['mimeType'], filename, providerMetadata } = raw
      const named = filename === undefined ? {} : { filename }
      const block = { type, data, mediaType, ...named, ...optionsOf(providerMetadata) }
      return [said(mediaOfAiSdk(block), block)]
    }
    default:
      return unknownOf(raw)
  }
}

function optionsOf(providerMetadata: unknown): JsonRecord {
  return asRecord(providerMetadata) === null ? {} : { providerOptions: providerMetadata }
}

/** The call of a part, with the name of its tool; null for a part of another type. */
function toolOf(raw: JsonRecord): JsonRecord | null {
  const { type } = raw
  const invocation = type === 'tool-invocation' ? asRecord(raw['toolInvocation']) : null
  if (invocation !== null) return invocation
  if (type === 'dynamic-tool') return raw
  const isTool = typeof type === 'string' && type.startsWith(TOOL_PREFIX) && 'toolCallId' in raw
  return isTool ? { ...raw, toolName: type.slice(TOOL_PREFIX.length) } : null
}

function toolReading(tool: JsonRecord): PartReading | null {
  const { toolCallId, toolName, callProviderMetadata, resultProviderMetadata } = tool
  const isHosted = tool['providerExecuted'] === true
  const named = { toolCallId, toolName }
  const input = tool['input'] ?? tool['args'] ?? tool['rawInput'] ?? {}
  const marked = isHosted ? { providerExecuted: true } : {}
  const call = { type: 'tool-call', ...named, input, ...marked, ...optionsOf(callProviderMetadata) }
  const result = {
    type: 'tool-result',
    ...named,
    ...optionsOf(resultProviderMetadata ?? callProviderMetadata),
  }
  const made = isHosted ? hostedOf(call) : callOf(call)
  const output = givenOutput(tool)
  const answered =
    output === null ? [] : isHosted ? hostedOf({ ...result, output }) : resultOf({ ...result, output })
  if (made === null || answered === null) return null
  const { request, response } = approvalOf(tool)
  return isHosted
    ? { parts: [...made, ...request, ...answered], answer: response }
    : { parts: [...made, ...request], answer: [...response, ...answered] }
}

/** The output as a result has it, null where the tool did not answer yet. */
function givenOutput(tool: JsonRecord): JsonRecord | null {
  const { output = tool['result'] ?? null } = tool
  switch (tool['state']) {
    case 'output-error': {
      const { errorText } = tool
      // A provider's own tool fails with data, not with words.
      return typeof errorText === 'string' && tool['providerExecuted'] !== true
        ? { type: 'error-text', value: errorText }
        : { type: 'error-json', value: errorText ?? output }
    }
    case 'output-denied': {
      const reason = asRecord(tool['approval'])?.['reason']
      const value = typeof reason === 'string' && reason !== '' ? reason : DENIED
      return { type: 'error-text', value }
    }
    case 'output-available':
    case 'result':
      return typeof output === 'string' ? { type: 'text', value: output } : { type: 'json', value: output }
    default:
      return null
  }
}

/** What was asked of a person, and the answer where there is one. */
function approvalOf(tool: JsonRecord): {
  readonly request: readonly AiSdkPart[]
  readonly response: readonly AiSdkPart[]
} {
  const approval = asRecord(tool['approval'])
  const approvalId = approval?.['id']
  if (approval === null || typeof approvalId !== 'string') return { request: [], response: [] }
  const { approved, reason, signature } = approval
  const signed = typeof signature === 'string' ? { signature } : {}
  const asked = { type: 'tool-approval-request', approvalId, toolCallId: tool['toolCallId'], ...signed }
  const request = [silent('approval', asked)]
  if (typeof approved !== 'boolean') return { request, response: [] }
  const why = typeof reason === 'string' ? { reason } : {}
  const byProvider = tool['providerExecuted'] === true ? { providerExecuted: true } : {}
  const told = { type: 'tool-approval-response', approvalId, approved, ...why, ...byProvider }
  return { request, response: [silent('approval', told)] }
}
