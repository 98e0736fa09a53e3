/**
 * Are these items what they claim to be? Sealed items are trusted without a second look; every other is checked
 * by the generated guard, and named by pointer where it is refused.
 */
import { E, type Either } from '../../base/fp.js'
import { ContextItem } from '../../contract/context-item.js'
import { brokenRules, decode, documentRefused, type Undecoded } from '../../contract/decode.js'
import { isContextItem } from '../../contract/generated/context-item.js'
import { isPlainArray } from '../../contract/primitives.js'
import { ITEMS_MAX } from '../../contract/scalars.js'
import { factsOf, type ItemFacts } from '../../rules/context/item-facts.js'
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
  const ids = new Set<string>()
  for (let index = 0; index < items.length; index++) {
    const decoded = decodeItem(items[index], seals)
    if (E.isLeft(decoded)) return E.left(under(document, index, decoded.left))
    if (ids.has(decoded.right.item.itemId)) return E.left(breach(document, index, 'itemId', 'unique-item-id'))
    ids.add(decoded.right.item.itemId)
    facts.push(decoded.right)
  }
  return E.right(facts)
}

/** A refusal at one property of one item. */
export function breach(document: string, index: number, property: string, rule: string): Undecoded {
  return documentRefused(document, [{ pointer: `/items/${String(index)}/${property}`, expected: rule }])
}

function decodeItem(item: unknown, seals: Seals): Either<Undecoded, ItemFacts> {
  const seal = seals.find(item)
  if (seal !== undefined) return E.right(seal)
  if (isReadableItem(item) && brokenRules(ContextItem.shape, item).length === 0) return E.right(factsOf(item))
  const refused = decode(ContextItem, item)
  return E.isLeft(refused) ? refused : E.right(factsOf(refused.right))
}

function isReadableItem(item: unknown): item is ContextItem {
  try {
    return isContextItem(item)
  } catch {
    return false
  }
}

function under(document: string, index: number, refused: Undecoded): Undecoded {
  if (refused._tag === 'DocumentNewer') return refused
  return documentRefused(document, refused.issues, `/items/${String(index)}`)
}
