/**
 * Which text does a reader of these parts see? The content of an item, and the texts its tokens are counted on.
 */
import type { TurnPart } from './turn.js'

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
    else eachVisibleText(part, (text) => texts.push(text))
  }
  return texts.join('\n')
}

/** Calls `visit` with every text a part sends to a model, in order; hidden reasoning is sent as it came. */
export function eachSentText(part: TurnPart, visit: (text: string) => void): void {
  if (part._tag === 'Call') {
    visit(part.name)
    visit(part.argumentsJson)
    return
  }
  if (part._tag === 'Thinking' && part.redacted !== undefined) visit(part.redacted)
  eachVisibleText(part, visit)
}

function eachVisibleText(part: Exclude<TurnPart, { _tag: 'Call' }>, visit: (text: string) => void): void {
  switch (part._tag) {
    case 'Text':
    case 'Thinking':
      if (part.text !== '') visit(part.text)
      return
    case 'Result':
      for (const inner of part.content) if (inner._tag === 'Text' && inner.text !== '') visit(inner.text)
      return
    case 'Media':
      return
  }
}
