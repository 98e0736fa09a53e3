/**
 * Which content of an OpenAI message says what a turn, or the results of a call, say? What may not stand under the role
 * stands as a text, and its item is named.
 */
import type { Answer } from './answer-calls.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { mediaMarker, openAiMedia } from './media-part.js'
import type { Omissions } from './omissions.js'
import { openAiMayStand } from './openai-may-stand.js'
import type { ShownTurn } from './shown-turns.js'
import type { MediaPart, TextPart } from './turn.js'

/** One text is a string, several texts and media are parts, nothing is null. */
export function openAiContent(
  turn: ShownTurn,
  role: string,
  omissions: Omissions,
): string | JsonRecord[] | null {
  const parts: JsonRecord[] = []
  turn.parts.forEach((part, index) => {
    if (part._tag === 'Text' && part.text !== '') {
      const raw = turn.blocks[index] ?? null
      parts.push(textOrPart(part, { raw, role, note: () => omissions.note(turn.itemId, 'part-as-text') }))
    }
    if (part._tag === 'Media')
      parts.push(mediaBlock(part, role, () => omissions.note(turn.itemId, 'media-not-portable')))
    if (part._tag === 'Thinking' && turn.raw === null) omissions.note(turn.itemId, 'reasoning-not-portable')
  })
  const [only] = parts
  if (only === undefined) return null
  const plain = parts.length === 1 && only['type'] === 'text' && Object.keys(only).length === 2
  return plain && typeof only['text'] === 'string' ? only['text'] : parts
}

/** The texts of a result, which may have none; media are marked. */
export function openAiResultContent(
  answers: readonly Answer[],
  raw: JsonRecord | null,
  omissions: Omissions,
): string | JsonRecord[] {
  const texts: string[] = []
  for (const { itemId, part } of answers) {
    if (part.isError) omissions.note(itemId, 'error-flag-not-portable')
    if (hasOtherThanTexts(raw)) omissions.note(itemId, 'part-as-text')
    for (const inner of part.content) {
      if (inner._tag === 'Media') omissions.note(itemId, 'media-not-portable')
      const text = inner._tag === 'Text' ? inner.text : mediaMarker(inner)
      if (text !== '') texts.push(text)
    }
  }
  return texts.length > 1 ? texts.map(textBlock) : (texts[0] ?? '')
}

interface RawPart {
  readonly raw: JsonRecord | null
  readonly role: string
  readonly note: () => void
}

function textOrPart(part: TextPart, { raw, role, note }: RawPart): JsonRecord {
  if (raw === null) return textBlock(part.text)
  if (openAiMayStand(raw, role)) return raw
  note()
  return textBlock(part.text)
}

/** Only the user may show media. */
function mediaBlock(part: MediaPart, role: string, note: () => void): JsonRecord {
  const block = role === 'user' ? openAiMedia(part) : null
  if (block !== null) return block
  note()
  return textBlock(mediaMarker(part))
}

function hasOtherThanTexts(raw: JsonRecord | null): boolean {
  const content = raw?.['content']
  return Array.isArray(content) && content.some((value) => asRecord(value)?.['type'] !== 'text')
}

function textBlock(text: string): JsonRecord {
  return { type: 'text', text }
}
