/**
 * What does a line of a Pi session say? One result a message, as Pi writes them.
 */
import {
  MALFORMED,
  problemReading,
  SILENT,
  type EntryFacts,
  type EntryReader,
  type EntryReading,
  type PartsReading,
  type ReadPart,
} from './entry-reading.js'
import { asRecord, jsonTextOf, type JsonRecord } from './json-record.js'
import { mediaPart, partsOfContent, resultContentOf, textPart, textPartOf } from './parts-of-content.js'
import { offBranchOf } from './pi-branch.js'
import type { TurnPart } from './turn.js'

/**
 * A reader of one session. Messages on another branch of its tree are reported, not read.
 * An answer that was aborted is an item without content; `partialJson` of a call that was cut short stays in the
 * originals, beside the arguments Pi made of it. A command the person ran (`bashExecution`) and what an extension
 * added (`custom_message`, `custom`) are said in the user's role, and trusted as external.
 */
export function readerOfPi(entries: readonly unknown[]): EntryReader {
  const offBranch = offBranchOf(entries)
  return (value, index) => {
    const entry = asRecord(value)
    const type = entry?.['type']
    if (entry === null || typeof type !== 'string') return problemReading('not-an-entry')
    const reading = readEntry(entry, type)
    return reading._tag !== 'Silent' && offBranch.has(index) ? problemReading('other-branch') : reading
  }
}

function readEntry(entry: JsonRecord, type: string): EntryReading {
  switch (type) {
    case 'message':
      return readMessage(asRecord(entry['message']), entry)
    case 'custom_message':
      return addedReading(partsOfContent(entry['content'], readPart), factsOf(entry))
    case 'compaction':
    case 'branch_summary':
      return typeof entry['summary'] === 'string'
        ? { _tag: 'Summary', text: entry['summary'], ...factsOf(entry) }
        : MALFORMED
    default:
      return SILENT
  }
}

function readMessage(message: JsonRecord | null, entry: JsonRecord): EntryReading {
  if (message === null) return MALFORMED
  const facts = factsOf(entry, message)
  const { role, content } = message
  switch (role) {
    case 'user':
      return turnReading('user', partsOfContent(content, readPart), facts)
    case 'assistant':
      return turnReading('assistant', partsOfContent(content, assistantPart(message['api'])), facts)
    case 'toolResult':
      return turnReading('tool', toolParts(message), { ...facts, actor: message['toolName'] })
    case 'bashExecution':
      return addedReading(bashParts(message), facts)
    case 'custom':
      return addedReading(partsOfContent(content, readPart), facts)
    default:
      return typeof role === 'string' ? problemReading('unknown-role') : MALFORMED
  }
}

function turnReading(
  role: 'user' | 'assistant' | 'tool',
  reading: PartsReading | null,
  facts: EntryFacts,
): EntryReading {
  if (reading === null) return MALFORMED
  const draft = { role, parts: reading.parts, from: 0, to: reading.rawParts }
  return { _tag: 'Turns', drafts: [draft], unknownPart: reading.unknownPart, ...facts }
}

function addedReading(reading: PartsReading | null, facts: EntryFacts): EntryReading {
  const turn = turnReading('user', reading, facts)
  if (turn._tag !== 'Turns') return turn
  return { ...turn, drafts: turn.drafts.map((draft) => ({ ...draft, trust: 'external' as const })) }
}

function factsOf(entry: JsonRecord, message?: JsonRecord): EntryFacts {
  const timestamps = [entry['timestamp'], message?.['timestamp']]
  return { entryId: entry['id'], timestamps, actor: message?.['model'] }
}

const readPart: ReadPart = (raw) => {
  switch (raw['type']) {
    case 'text':
      return textPartOf(raw['text'])
    case 'image':
      return mediaPart('image', raw, raw['mimeType'])
    case 'toolCall':
    case 'thinking':
      return null
    default:
      return 'unknown'
  }
}

/** A signature goes back to the provider that made it, so one of another provider is no signature here. */
function assistantPart(api: unknown): ReadPart {
  const signed = api === undefined || api === 'anthropic-messages'
  return (raw) => {
    if (raw['type'] === 'toolCall') return callPart(raw)
    return raw['type'] === 'thinking' ? thinkingPart(raw, signed) : readPart(raw)
  }
}

function thinkingPart(raw: JsonRecord, signed: boolean): TurnPart | null {
  const { thinking: text, thinkingSignature: signature } = raw
  if (typeof text !== 'string') return null
  if (!signed || typeof signature !== 'string') return { _tag: 'Thinking', text }
  return raw['redacted'] === true
    ? { _tag: 'Thinking', text: '', redacted: signature }
    : { _tag: 'Thinking', text, signature }
}

function callPart(raw: JsonRecord): TurnPart | null {
  const { id: callId, name } = raw
  const argumentsJson = jsonTextOf(raw['arguments'])
  if (typeof callId !== 'string' || typeof name !== 'string' || argumentsJson === null) return null
  return { _tag: 'Call', callId, name, argumentsJson }
}

function toolParts(message: JsonRecord): PartsReading | null {
  const { toolCallId: callId, toolName } = message
  const result = resultContentOf(message['content'], readPart)
  if (typeof callId !== 'string' || result === null) return null
  const named = typeof toolName === 'string' ? { name: toolName } : {}
  const isError = message['isError'] === true
  return { ...result, parts: [{ _tag: 'Result', callId, ...named, content: result.content, isError }] }
}

function bashParts({ command, output }: JsonRecord): PartsReading | null {
  if (typeof command !== 'string' || typeof output !== 'string') return null
  return { parts: [textPart(`$ ${command}`), textPart(output)], rawParts: 1, unknownPart: false }
}
