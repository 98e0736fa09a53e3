/**
 * Are these items what they claim to be? Sealed items are trusted without a second look; every other is checked
 * by the generated guard, and named by pointer where it is refused.
 */
import { E, type Either } from '../../base/fp.js'
import { ContextItem } from '../../contract/context-item.js'
import { decode, documentRefused, keepsRules, type Undecoded } from '../../contract/decode.js'
import { contextItemGuard } from '../../contract/generated/context-item.js'
import { isPlainArray } from '../../contract/primitives.js'
import { ITEMS_MAX } from '../../contract/scalars.js'
import { factsOf, type ItemFacts } from '../../rules/context/item-facts.js'
import { openIdRegister } from './id-register.js'
import type { Seals } from './seals.js'

/**
 * The facts of every item, in the order given.
 *
 * @param document The document the items stand in, for the refusal.
 */
export function decodeItems(
  document: string,
  items: unknown,
  seals: Seals,
): Either<Undecoded, readonly ItemFacts[]> {
  if (!isPlainArray(items) || items.length > ITEMS_MAX) {
    return E.left(documentRefused(document, [{ pointer: '/items', expected: 'Items' }]))
  }
  const facts: ItemFacts[] = []
  const ids = openIdRegister()
  const isItem = contextItemGuard()
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    const one = seals.find(item) ?? soundFacts(item, isItem)
    if (one === null) return E.left(refusalOf(document, index, item))
    if (!ids.isNew(one)) return E.left(breach(document, `/items/${String(index)}/itemId`, 'unique-item-id'))
    facts.push(one)
  }
  return E.right(facts)
}

/** A refusal at one property of one item, such as `/items/3/itemId`. */
export function breach(document: string, pointer: string, rule: string): Undecoded {
  return documentRefused(document, [{ pointer, expected: rule }])
}

/** The facts of an item that the guard and every rule let pass, or null: why not is asked only then. */
function soundFacts(item: unknown, isItem: (item: unknown) => item is ContextItem): ItemFacts | null {
  try {
    return isItem(item) && keepsRules(ContextItem.shape, item) ? factsOf(item) : null
  } catch {
    return null
  }
}

function refusalOf(document: string, index: number, item: unknown): Undecoded {
  const decoded = decode(ContextItem, item)
  const at = `/items/${String(index)}`
  if (E.isRight(decoded)) return documentRefused(document, [{ pointer: at, expected: 'readable-data' }])
  return decoded.left._tag === 'DocumentNewer'
    ? decoded.left
    : documentRefused(document, decoded.left.issues, at)
}
