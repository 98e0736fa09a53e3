/**
 * Which parts of a ModelMessage say what a turn says? Parts that came in this format go as they came, unless they would
 * be refused; what may not stand under the role stands as a text, and its item is named.
 */
import type { MadeCall } from './answer-calls.js'
import { aiSdkMedia } from './ai-sdk-media.js'
import { aiSdkMayStand, isIgnoredText, withFitFields } from './ai-sdk-may-stand.js'
import { reasoningBlock } from './ai-sdk-model-parts.js'
import type { AiSdkPart } from './ai-sdk-part.js'
import type { AiSdkTurn } from './ai-sdk-turns.js'
import { isBlank } from './blank-text.js'
import { inputOf } from './call-input.js'
import type { JsonRecord } from './json-record.js'
import { mediaMarker } from './media-part.js'
import type { OmissionWord } from './message-payload.js'
import type { Omissions } from './omissions.js'
import type { MediaPart, ThinkingPart } from './turn.js'
import { OPENAI_NAME_LENGTH_MAX, wireName } from './wire-name.js'

export interface ContentWriting {
  readonly ids: ReadonlyMap<MadeCall, string>
  readonly omissions: Omissions
  /** By id, the calls that the provider itself ran, as far as they are written, and whether they are answered. */
  readonly hosted: Map<string, boolean>
  /** The ids of questions for approval that are written. */
  readonly requestIds: Set<string>
  /** The ids that other calls go out under. */
  readonly takenIds: ReadonlySet<string>
}

interface Place {
  readonly role: string
  readonly note: (why: OmissionWord) => void
}

/** The parts of a message of this role, results apart; empty where nothing is said. */
export function aiSdkContent(
  { turn, parts }: AiSdkTurn,
  { role, calls }: { readonly role: string; readonly calls: readonly MadeCall[] },
  writing: ContentWriting,
): readonly JsonRecord[] {
  const place: Place = { role, note: (why) => writing.omissions.note(turn.itemId, why) }
  const content: JsonRecord[] = []
  const wireIds = new Map<unknown, string>()
  let next = 0
  const add = (block: JsonRecord | null) => {
    if (block !== null) content.push(block)
  }
  for (const part of parts) {
    if (part.part._tag === 'Call') {
      const call = calls[next]
      next += 1
      if (call === undefined) continue
      const block = callBlock(call, part.block, writing)
      if (!wireIds.has(call.part.callId)) wireIds.set(call.part.callId, String(block['toolCallId']))
      add(block)
    } else if (part.kind === 'approval') add(requestBlock(part, { wireIds, place, writing }))
    else if (part.kind === 'hosted') add(hostedBlock(part, place, writing))
    else add(saidBlock(part, place))
  }
  const sent = withoutLastReasoning(content, place)
  return sent.every(isIgnoredText) ? [] : sent
}

/** Reasoning leads to what the model did next; Anthropic and OpenAI refuse it where nothing follows. */
function withoutLastReasoning(content: readonly JsonRecord[], { note }: Place): readonly JsonRecord[] {
  let end = content.length
  while (end > 0 && isSilentAtEnd(content[end - 1] as JsonRecord)) end -= 1
  if (!content.slice(end).some(({ type }) => type === 'reasoning')) return content
  note('reasoning-at-end')
  return content.slice(0, end)
}

function isSilentAtEnd(block: JsonRecord): boolean {
  return block['type'] === 'reasoning' || isIgnoredText(block)
}

function saidBlock({ kind, part, block, isUnknown }: AiSdkPart, place: Place): JsonRecord | null {
  if (kind === 'interface') place.note('interface-part')
  if (kind !== 'said') return null
  const fit = block === null ? null : withFitFields(block, () => place.note('field-not-sent'))
  const mayStand = fit !== null && (aiSdkMayStand(fit, place.role) || isIgnoredText(fit))
  // What was read as its JSON is counted as that, even where another message could have it.
  if (mayStand && isUnknown !== true) return fit
  switch (part._tag) {
    case 'Text':
      if (isBlank(part.text)) return null
      if (fit !== null && fit['type'] !== 'text') place.note('part-as-text')
      return { type: 'text', text: part.text }
    case 'Media':
      return mediaBlock(part, fit, place)
    case 'Thinking':
      return thinkingBlock(part, place)
    case 'Call':
    case 'Result':
      return null
  }
}

/** What the model drew goes back only as it came. What was asked of a provider stays with a part that is spelled anew. */
function mediaBlock(part: MediaPart, given: JsonRecord | null, { role, note }: Place): JsonRecord {
  const block = role === 'user' ? aiSdkMedia(part) : null
  const providerOptions = given?.['providerOptions']
  if (block !== null) return providerOptions === undefined ? block : { ...block, providerOptions }
  note('media-not-portable')
  return { type: 'text', text: mediaMarker(part) }
}

/** Reasoning goes along with what its provider needs to take it back; others read its text or leave it aside. */
function thinkingBlock(
  { text, signature, redacted }: ThinkingPart,
  { role, note }: Place,
): JsonRecord | null {
  const isSigned = signature !== undefined && signature !== ''
  const isHidden = redacted !== undefined && redacted !== ''
  if (role !== 'assistant' || (!isHidden && !isSigned && isBlank(text))) {
    note('reasoning-not-portable')
    return null
  }
  if (isHidden) return reasoningBlock(text, { anthropic: { redactedData: redacted } })
  return reasoningBlock(text, isSigned ? { anthropic: { signature } } : undefined)
}

function callBlock(call: MadeCall, given: JsonRecord | null, { ids, omissions }: ContentWriting): JsonRecord {
  const toolCallId = ids.get(call) ?? call.part.callId
  const fit =
    given === null ? null : withFitFields(given, () => omissions.note(call.itemId, 'field-not-sent'))
  if (fit !== null && fit['toolCallId'] === toolCallId && aiSdkMayStand(fit, 'assistant')) return fit
  const toolName = sentName(call, given)
  if (toolName !== call.part.name) omissions.note(call.itemId, 'tool-name-changed')
  const input = fit?.['input'] ?? inputOf(call.part.argumentsJson)
  return { ...fit, type: 'tool-call', toolCallId, toolName, input }
}

/** A name that came in this format is the name of a tool the host gives along. */
export function sentName({ part }: MadeCall, given: JsonRecord | null): string {
  return given !== null && part.name !== '' ? part.name : wireName(part.name, OPENAI_NAME_LENGTH_MAX)
}

interface InMessage {
  /** Of the calls of the message, by their own id, the id they go out under. */
  readonly wireIds: ReadonlyMap<unknown, string>
  readonly place: Place
  readonly writing: ContentWriting
}

/** A question stands behind the call it asks about, once. */
function requestBlock({ block }: AiSdkPart, { wireIds, place, writing }: InMessage): JsonRecord | null {
  const asked = block?.['toolCallId']
  const toolCallId = wireIds.get(asked) ?? (writing.hosted.has(String(asked)) ? asked : undefined)
  const { approvalId } = block ?? {}
  const isSent =
    block !== null && aiSdkMayStand(block, 'assistant') && !writing.requestIds.has(String(approvalId))
  if (!isSent || toolCallId === undefined) {
    place.note('approval-not-sent')
    return null
  }
  writing.requestIds.add(String(approvalId))
  const fit = withFitFields(block, () => place.note('field-not-sent'))
  return asked === toolCallId ? fit : { ...fit, toolCallId }
}

/** Calls of the provider's own tools are told apart by their ids; a result needs its call before it, and is the only one. */
function hostedBlock(
  { part, block }: AiSdkPart,
  place: Place,
  { hosted, takenIds }: ContentWriting,
): JsonRecord {
  const fit = block === null ? null : withFitFields(block, () => place.note('field-not-sent'))
  const id = String(fit?.['toolCallId'])
  const isCall = fit?.['type'] === 'tool-call'
  const isFree = isCall ? !hosted.has(id) && !takenIds.has(id) : hosted.get(id) === false
  if (fit !== null && isFree && aiSdkMayStand(fit, 'assistant')) {
    hosted.set(id, !isCall)
    return fit
  }
  place.note('part-as-text')
  return { type: 'text', text: part._tag === 'Text' ? part.text : '' }
}
