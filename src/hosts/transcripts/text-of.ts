/**
 * Which text does a reader of these parts see? The content of an item, and the texts its tokens are counted on.
 */
import type { TurnPart } from './turn.js'
import { wireName, WIRE_NAME_LENGTH_MAX } from './wire-name.js'

/**
 * All texts in order, joined by a line feed: what was said and thought, names and arguments of calls, results.
 * Media and hidden reasoning have no text.
 *
 * @example textOf([{ _tag: 'Call', callId: 'c1', name: 'read', argumentsJson: '{}' }]) // => 'read {}'
 * @since 0.1.0
 */
export function textOf(parts: readonly TurnPart[]): string {
  const texts: string[] = []
  for (const part of parts) {
    if (part._tag === 'Call') texts.push(`${part.name} ${part.argumentsJson}`)
    else addSpoken(texts, part)
  }
  return texts.join('\n')
}

/** Every text that parts send to a model, in order; hidden reasoning as it came, names as a provider takes them. */
export function sentTexts(parts: readonly TurnPart[]): readonly string[] {
  const texts: string[] = []
  for (const part of parts) {
    if (part._tag === 'Call') texts.push(wireName(part.name, WIRE_NAME_LENGTH_MAX), part.argumentsJson)
    else addSpoken(texts, part)
    if (part._tag !== 'Thinking') continue
    for (const hidden of [part.redacted, part.encrypted]) if (hidden !== undefined) texts.push(hidden)
  }
  return texts
}

function addSpoken(texts: string[], part: Exclude<TurnPart, { _tag: 'Call' }>): void {
  switch (part._tag) {
    case 'Text':
    case 'Thinking':
      if (part.text !== '') texts.push(part.text)
      return
    case 'Result':
      for (const inner of part.content) if (inner._tag === 'Text' && inner.text !== '') texts.push(inner.text)
      return
    case 'Media':
      return
  }
}
