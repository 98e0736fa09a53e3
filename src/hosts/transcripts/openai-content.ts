/**
 * Which content of an OpenAI message says what a turn, or the results of a call, say? What may not stand under the role
 * stands as a text, and its item is named.
 */
import type { Answer } from './answer-calls.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { mediaMarker } from './media-part.js'
import type { OmissionWord } from './message-payload.js'
import type { Omissions } from './omissions.js'
import { openAiFit } from './openai-fit.js'
import { openAiMedia } from './openai-media.js'
import type { ShownTurn } from './shown-turns.js'
import type { MediaPart, TextPart } from './turn.js'

/** One text is a string, several texts and media are parts, nothing is null. */
export function openAiContent(
  turn: ShownTurn,
  role: string,
  omissions: Omissions,
): string | JsonRecord[] | null {
  const parts: JsonRecord[] = []
  const note = (why: OmissionWord) => omissions.note(turn.itemId, why)
  turn.parts.forEach((part, index) => {
    if (part._tag === 'Text' && part.text !== '')
      parts.push(textOrPart(part, turn.blocks[index] ?? null, { role, note }))
    if (part._tag === 'Media') parts.push(mediaBlock(part, { role, note }))
    if (part._tag === 'Thinking' && turn.raw === null) note('reasoning-not-portable')
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

interface Place {
  readonly role: string
  readonly note: (why: OmissionWord) => void
}

function textOrPart(part: TextPart, raw: JsonRecord | null, { role, note }: Place): JsonRecord {
  if (raw === null) return textBlock(part.text)
  const fit = openAiFit(raw, role, () => note('field-not-sent'))
  if (fit !== null) return fit
  note('part-as-text')
  return textBlock(part.text)
}

/** Only the user may show media. */
function mediaBlock(part: MediaPart, { role, note }: Place): JsonRecord {
  const block = role === 'user' ? openAiMedia(part, () => note('field-not-sent')) : null
  if (block !== null) return block
  note('media-not-portable')
  return textBlock(mediaMarker(part))
}

function hasOtherThanTexts(raw: JsonRecord | null): boolean {
  const content = raw?.['content']
  return Array.isArray(content) && content.some((value) => asRecord(value)?.['type'] !== 'text')
}

function textBlock(text: string): JsonRecord {
  return { type: 'text', text }
}
