/**
 * Which message of OpenAI Responses says what the parts of a turn say? What may not stand under the role stands as a text,
 * and its item is named.
 */
import { withField } from './fitted-fields.js'
import type { JsonRecord } from './json-record.js'
import { mediaMarker } from './media-part.js'
import type { Omissions } from './omissions.js'
import { withKnownFields } from './responses-fields.js'
import { responsesFit, responsesFitContent, textTypeOf } from './responses-fit.js'
import { responsesMedia } from './responses-media.js'
import type { MediaPart, TextPart } from './turn.js'

/** A part that is said, and the raw part it was read from, or null. */
export interface SaidPart {
  readonly part: TextPart | MediaPart
  readonly raw: JsonRecord | null
}

export interface MessageWriting {
  readonly itemId: string
  readonly role: string
  readonly omissions: Omissions
}

/** The raw message without what would be refused; null where its content would be. */
export function keptMessage(raw: JsonRecord, { itemId, role, omissions }: MessageWriting): JsonRecord | null {
  const note = () => omissions.note(itemId, 'field-not-sent')
  const content = raw['role'] === role ? responsesFitContent(raw['content'], role, note) : null
  return content === null ? null : withKnownFields(withField(raw, 'content', content), note)
}

/** A message of these parts, null where they say nothing; one text is a string. */
export function responsesMessage(said: readonly SaidPart[], writing: MessageWriting): JsonRecord | null {
  const parts = said.flatMap(({ part, raw }) => {
    if (part._tag === 'Media') return [mediaOf(part, writing)]
    return part.text === '' ? [] : [textOrPart(part, raw, writing)]
  })
  const [only, second] = parts
  if (only === undefined) return null
  const { role } = writing
  const isText = second === undefined && only['type'] === textTypeOf(role) && Object.keys(only).length === 2
  return { role, content: isText ? only['text'] : parts }
}

/** A text that came under another role's type, or under a name of the same text, is the same text. */
const TEXT_TYPES: ReadonlySet<unknown> = new Set(['input_text', 'output_text', 'text'])

function textOrPart(part: TextPart, raw: JsonRecord | null, writing: MessageWriting): JsonRecord {
  const { itemId, role, omissions } = writing
  const fit = responsesFit(raw, role, () => omissions.note(itemId, 'field-not-sent'))
  if (fit !== null) return fit
  if (raw !== null && !TEXT_TYPES.has(raw['type'])) omissions.note(itemId, 'part-as-text')
  return { type: textTypeOf(role), text: part.text }
}

function mediaOf(part: MediaPart, { itemId, role, omissions }: MessageWriting): JsonRecord {
  const media =
    role === 'assistant' ? null : responsesMedia(part, () => omissions.note(itemId, 'field-not-sent'))
  if (media !== null) return media
  omissions.note(itemId, 'media-not-portable')
  return { type: textTypeOf(role), text: mediaMarker(part) }
}
