/**
 * Which reasoning and which item ids may go back to OpenAI Responses? The provider holds reasoning and the item after it
 * together by their ids: what has lost its other half is left out, or goes without its id.
 */
import { withoutKey, type JsonRecord } from './json-record.js'
import type { Omissions } from './omissions.js'
import { reasoningBonds, type ReasoningBonds } from './responses-couples.js'
import { typeOfItem } from './responses-kinds.js'
import { withKnownFields } from './responses-fields.js'

/** An item to be sent, and the one of the session it was read from, or null. */
export interface WrittenItem {
  readonly itemId: string
  readonly raw: JsonRecord | null
  readonly json: JsonRecord
}

/** The items as they go out; `session` are all items of the session in order, which say what followed what. */
export function settleReasoning(
  items: readonly WrittenItem[],
  session: readonly (JsonRecord | null)[],
  omissions: Omissions,
): readonly JsonRecord[] {
  const bonds = reasoningBonds(session)
  const kept = withFollowers(items, bonds, omissions)
  const reasoning = new Set(kept.map(({ raw }) => raw))
  const ids = new Set<unknown>()
  return kept.map(({ raw, json }) => {
    const needed = raw === null ? undefined : bonds.required.get(raw)
    const lacks = needed !== undefined && !reasoning.has(needed)
    if (!('id' in json) || typeOfItem(json) === 'item_reference') return json
    if (lacks || ids.has(json['id'])) return withoutKey(json, 'id')
    ids.add(json['id'])
    return json
  })
}

/** From the end, so that reasoning whose follower is reasoning that was left out is left out too. */
function withFollowers(
  items: readonly WrittenItem[],
  { followers }: ReasoningBonds,
  omissions: Omissions,
): readonly WrittenItem[] {
  const kept: WrittenItem[] = []
  const firstOf = firstById(items)
  for (const item of [...items].reverse()) {
    if (item.raw === null || typeOfItem(item.json) !== 'reasoning') {
      kept.push(item)
      continue
    }
    const { itemId, raw } = item
    const sent = sentReasoning(raw, () => omissions.note(itemId, 'field-not-sent'))
    const next = kept.at(-1)?.raw ?? null
    const isFollowed = next !== null && followers.get(raw) === next
    if (sent === null || !isKnown(item, firstOf)) omissions.note(itemId, 'reasoning-not-portable')
    else if (!isFollowed) omissions.note(itemId, 'reasoning-at-end')
    else kept.push({ ...item, json: sent })
  }
  return kept.reverse()
}

function firstById(items: readonly WrittenItem[]): ReadonlyMap<unknown, WrittenItem> {
  const first = new Map<unknown, WrittenItem>()
  for (const item of items) if (!first.has(item.json['id'])) first.set(item.json['id'], item)
  return first
}

/** Reasoning that is known by its id alone is known once: what stands later never changes what stands earlier. */
function isKnown(item: WrittenItem, firstOf: ReadonlyMap<unknown, WrittenItem>): boolean {
  const { id, encrypted_content: encrypted } = item.json
  return typeof encrypted === 'string' || firstOf.get(id) === item
}

/** Reasoning with a summary, which may be empty, and with an id the provider knows or the reasoning itself. */
function sentReasoning(raw: JsonRecord, note: () => void): JsonRecord | null {
  const known = withKnownFields(raw, note)
  if (typeof known['id'] !== 'string' && typeof known['encrypted_content'] !== 'string') return null
  const sent = known['content'] === null ? withoutKey(known, 'content') : known
  return Array.isArray(sent['summary']) ? sent : { ...sent, summary: [] }
}
