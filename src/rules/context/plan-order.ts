/**
 * In which order does planning look at items, so that the order of the request decides nothing? Conversation by
 * sequence, then everything else by kind, creation and id; ids are unique, so the order is total.
 */
import { compareCodeUnits, compareNumbers } from '../../base/order.js'
import type { ItemFacts } from './item-facts.js'

/** Conversation first, by rising sequence; then by kind, oldest first, source sequence, id. */
export function planOrder(facts: readonly ItemFacts[]): {
  facts: readonly ItemFacts[]
  conversationCount: number
} {
  // Most requests are a conversation in order, which then is its own plan order.
  if (facts.every((one) => one.sequence >= 0) && isRising(facts)) {
    return { facts, conversationCount: facts.length }
  }
  const conversation = facts.filter((one) => one.sequence >= 0)
  const others = facts.filter((one) => one.sequence < 0)
  if (!isRising(conversation)) conversation.sort((a, b) => compareNumbers(a.sequence, b.sequence))
  others.sort(byKindThenAge)
  return { facts: conversation.concat(others), conversationCount: conversation.length }
}

/** The first of two neighbours that share a sequence, or null; for facts in plan order. */
export function findSharedSequence(facts: readonly ItemFacts[], conversationCount: number): ItemFacts | null {
  for (let index = 1; index < conversationCount; index++) {
    const one = facts[index]
    if (one !== undefined && one.sequence === facts[index - 1]?.sequence) return one
  }
  return null
}

/** Which of two items is wanted more: priority, then the newer, then kind and id. Negative: `a` first. */
export function byPreference(a: ItemFacts, b: ItemFacts): number {
  return (
    compareNumbers(b.item.priority, a.item.priority) ||
    compareNumbers(b.sequence, a.sequence) ||
    compareCodeUnits(b.item.createdAt, a.item.createdAt) ||
    compareNumbers(a.kindRank, b.kindRank) ||
    compareCodeUnits(a.item.itemId, b.item.itemId)
  )
}

function byKindThenAge(a: ItemFacts, b: ItemFacts): number {
  return (
    compareNumbers(a.kindRank, b.kindRank) ||
    compareCodeUnits(a.item.createdAt, b.item.createdAt) ||
    compareNumbers(a.item.source.sequence ?? -1, b.item.source.sequence ?? -1) ||
    compareCodeUnits(a.item.itemId, b.item.itemId)
  )
}

function isRising(facts: readonly ItemFacts[]): boolean {
  for (let index = 1; index < facts.length; index++) {
    if ((facts[index - 1]?.sequence ?? 0) > (facts[index]?.sequence ?? 0)) return false
  }
  return true
}
