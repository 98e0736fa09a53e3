/**
 * What does one part of a ModelMessage say? Version 4 named a few fields otherwise; its parts are said as versions 5 and
 * 6 have them. Nothing is mended that no version has.
 */
import { said, silent, type AiSdkPart, type ReadAiSdkPart } from './ai-sdk-part.js'
import { mediaOfAiSdk } from './ai-sdk-media.js'
import { outputOfResult } from './ai-sdk-output.js'
import { asRecord, jsonTextOf, withoutKey, type JsonRecord } from './json-record.js'
import { textPart } from './parts-of-content.js'
import type { CallPart, ThinkingPart } from './turn.js'

/** A part of the system's or the user's message. */
export const readUserPart: ReadAiSdkPart = (raw) => {
  switch (raw['type']) {
    case 'text':
      return textOf(raw)
    case 'image':
    case 'file':
      return [mediaOf(raw)]
    case 'reasoning':
    case 'redacted-reasoning':
    case 'tool-call':
    case 'tool-result':
      return null
    default:
      return unknownOf(raw)
  }
}

/** A part of the assistant's message, of which these calls were run by the provider. */
export function assistantPartReader(hosted: ReadonlySet<unknown>): ReadAiSdkPart {
  return (raw) => {
    switch (raw['type']) {
      case 'text':
        return textOf(raw)
      case 'file':
      case 'image':
        return [mediaOf(raw)]
      case 'reasoning':
      case 'redacted-reasoning':
        return reasoningOf(raw)
      case 'tool-call':
        return hosted.has(raw['toolCallId']) ? hostedOf(markedHosted(raw)) : callOf(raw)
      case 'tool-result':
        return typeof raw['toolCallId'] === 'string' ? hostedOf(raw) : null
      case 'tool-approval-request':
        return [silent('approval', raw)]
      default:
        return unknownOf(raw)
    }
  }
}

/** A part of the tool's message: a result, or the answer whether a tool may run. */
export const readToolPart: ReadAiSdkPart = (raw) => {
  switch (raw['type']) {
    case 'tool-result':
      return resultOf(raw)
    case 'tool-approval-response':
      return [silent('approval', raw)]
    case 'tool-call':
    case 'reasoning':
      return null
    default:
      return unknownOf(raw)
  }
}

export function textOf(raw: JsonRecord): readonly AiSdkPart[] | null {
  return typeof raw['text'] === 'string' ? [said(textPart(raw['text']), raw)] : null
}

export function unknownOf(raw: JsonRecord): readonly AiSdkPart[] | null {
  const json = jsonTextOf(raw)
  return json === null ? null : [{ kind: 'said', part: textPart(json), block: raw, isUnknown: true }]
}

function mediaOf(raw: JsonRecord): AiSdkPart {
  const isRenamed = raw['mediaType'] === undefined && raw['mimeType'] !== undefined
  const block = isRenamed ? { ...withoutKey(raw, 'mimeType'), mediaType: raw['mimeType'] } : raw
  return said(mediaOfAiSdk(raw), block)
}

/** What a provider needs to take its own reasoning back stands under its name. */
function reasoningOf(raw: JsonRecord): readonly AiSdkPart[] | null {
  const { type, data, signature } = raw
  if (type === 'redacted-reasoning') {
    if (typeof data !== 'string') return null
    const options = { anthropic: { redactedData: data } }
    return [said({ _tag: 'Thinking', text: '', redacted: data }, reasoningBlock('', options))]
  }
  if (typeof raw['text'] !== 'string') return null
  if (typeof signature !== 'string') return [said(thinkingOf(raw['text'], raw['providerOptions']), raw)]
  const block = reasoningBlock(raw['text'], { anthropic: { signature } })
  return [said(thinkingOf(raw['text'], block['providerOptions']), block)]
}

export function reasoningBlock(text: string, providerOptions: unknown): JsonRecord {
  return { type: 'reasoning', text, ...(providerOptions === undefined ? {} : { providerOptions }) }
}

export function thinkingOf(text: string, providerOptions: unknown): ThinkingPart {
  const { signature, redactedData: redacted } = asRecord(asRecord(providerOptions)?.['anthropic']) ?? {}
  const { reasoningEncryptedContent: encrypted } = asRecord(asRecord(providerOptions)?.['openai']) ?? {}
  return {
    _tag: 'Thinking',
    text,
    ...(typeof signature === 'string' ? { signature } : {}),
    ...(typeof redacted === 'string' ? { redacted } : {}),
    ...(typeof encrypted === 'string' ? { encrypted } : {}),
  }
}

/** A call that hands nothing over hands over an empty object. */
export function callOf(raw: JsonRecord): readonly AiSdkPart[] | null {
  const { toolCallId: callId, toolName: name } = raw
  const given = raw['input'] ?? raw['args'] ?? {}
  const argumentsJson = typeof given === 'string' ? given : jsonTextOf(given)
  if (typeof callId !== 'string' || typeof name !== 'string' || argumentsJson === null) return null
  const part: CallPart = { _tag: 'Call', callId, name, argumentsJson }
  return [said(part, raw['input'] === given ? raw : { ...withoutKey(raw, 'args'), input: given })]
}

export function resultOf(raw: JsonRecord): readonly AiSdkPart[] | null {
  const { toolCallId: callId, toolName: name } = raw
  const reading = outputOfResult(raw)
  if (typeof callId !== 'string' || reading === null) return null
  const { content, isError, output, isUnknown } = reading
  const named = typeof name === 'string' ? { name } : {}
  const block =
    asRecord(raw['output']) === null || asRecord(raw['output'])?.['value'] !== output['value']
      ? { ...withoutKey(withoutKey(raw, 'result'), 'isError'), output }
      : raw
  return [{ kind: 'said', part: { _tag: 'Result', callId, ...named, content, isError }, block, isUnknown }]
}

/** A call or a result of a tool that ran at the provider: no host answers it, and it needs no answer. */
export function hostedOf(raw: JsonRecord): readonly AiSdkPart[] | null {
  const block = modernHosted(raw)
  const json = block === null ? null : jsonTextOf(block)
  return json === null ? null : [{ kind: 'hosted', part: textPart(json), block }]
}

function markedHosted(raw: JsonRecord): JsonRecord {
  return raw['providerExecuted'] === true ? raw : { ...raw, providerExecuted: true }
}

function modernHosted(raw: JsonRecord): JsonRecord | null {
  const [modern] = (raw['type'] === 'tool-call' ? callOf(raw) : resultOf(raw)) ?? []
  return modern?.block ?? null
}
