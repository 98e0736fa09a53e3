/**
 * Where in a session was the model called? Tells it from who speaks; it reads no text.
 */
import type { ContextItem } from '../../contract/context-item.js'
import type { Plain } from '../../contract/type-of.js'

type Spoken = Pick<Plain<ContextItem>, 'binding'>

/**
 * How many items stood before each answer of the model: one number for each run of assistant items that follows
 * something else, a user message or the results of calls. Rising, from 1.
 */
export function modelCalls(items: readonly Spoken[]): readonly number[] {
  const calls: number[] = []
  for (let index = 1; index < items.length; index++) {
    if (isAnswer(items[index]) && !isAnswer(items[index - 1])) calls.push(index)
  }
  return calls
}

/** Whether the model would be called next: something stands last that it has not answered. */
export function awaitsModel(items: readonly Spoken[]): boolean {
  return items.length > 0 && !isAnswer(items.at(-1))
}

function isAnswer(item: Spoken | undefined): boolean {
  return item?.binding?.role === 'assistant'
}
