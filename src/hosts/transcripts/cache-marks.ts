/**
 * Which blocks of an Anthropic request carry a mark of a cache point? Those the host asks for, then those of the session,
 * as far as the provider takes them: it refuses the request for one more.
 */
import type { Block } from './anthropic-blocks.js'
import { isMark } from './fixed-texts.js'
import { asRecord, withoutKey, type JsonRecord } from './json-record.js'
import type { Omissions } from './omissions.js'
import type { ShownTurn } from './shown-turns.js'

/** How many blocks of one request may carry `cache_control`, as Anthropic documents it. */
const CACHE_MARKS_MAX = 4
const KEY = 'cache_control'
const PLACED = { type: 'ephemeral' }

/** What decides about marks, beside the blocks themselves. */
export interface MarkOptions {
  /** In the order of the plan. */
  readonly turns: readonly ShownTurn[]
  /** The items after which a mark is asked for. */
  readonly breakpoints: readonly string[]
  readonly omissions: Omissions
}

/**
 * Places the marks that are asked for, and takes away marks of the session: those before the last that there is room for,
 * those of reasoning, which may have none, one of another shape, and one that lives for an hour behind one that does not, which the provider
 * refuses. Other blocks stay as given.
 *
 * An item that has no block of its own to mark is marked where the items before it end.
 */
export function settleCacheMarks(lists: readonly Block[][], options: MarkOptions): void {
  const { omissions } = options
  const asked = askedBlocks(lists, options)
  let left = CACHE_MARKS_MAX - asked.size
  let shortAhead = shortMarks(lists, asked)
  for (const blocks of [...lists].reverse()) {
    for (let at = blocks.length - 1; at >= 0; at -= 1) {
      const block = blocks[at] as Block
      const mayStay = (json: JsonRecord): boolean => {
        if (!isLong(json)) shortAhead -= 1
        const isRefused = isReasoning(json) || !isFitMark(json[KEY]) || (isLong(json) && shortAhead > 0)
        if (!isRefused && left > 0) {
          left -= 1
          return true
        }
        omissions.note(block.itemId, 'cache-mark')
        return false
      }
      const place = (json: JsonRecord): JsonRecord => {
        if (!isLong(json)) shortAhead -= 1
        const isKept = isFitMark(json[KEY]) && !(isLong(json) && shortAhead > 0)
        return isKept ? json : { ...json, [KEY]: PLACED }
      }
      const outer = asked.has(block) ? place(block.json) : kept(block.json, mayStay)
      const json = withInner(outer, mayStay)
      if (json !== block.json) blocks[at] = { ...block, json, whole: false }
    }
  }
}

/** The last block of each item that may be marked; of too many the last ones, which reach furthest. */
function askedBlocks(
  lists: readonly Block[][],
  { breakpoints, omissions, turns }: MarkOptions,
): ReadonlySet<Block> {
  if (breakpoints.length === 0) return new Set()
  const lastOf = new Map<string, Block>()
  for (const blocks of lists)
    for (const block of blocks) if (mayBeMarked(block)) lastOf.set(block.itemId, block)
  const wanted = new Set(breakpoints)
  const found = new Map<Block, string>()
  let before: Block | undefined
  for (const { itemId } of turns) {
    const own = lastOf.get(itemId)
    before = own ?? before
    if (before !== undefined && wanted.has(itemId)) found.set(before, itemId)
  }
  const chosen = [...found]
  for (const [, itemId] of chosen.slice(0, -CACHE_MARKS_MAX)) omissions.note(itemId, 'cache-mark')
  return new Set(chosen.slice(-CACHE_MARKS_MAX).map(([block]) => block))
}

/** No reasoning, and nothing the writer added on its own: the next request need not have it. */
function mayBeMarked({ itemId, json }: Block): boolean {
  return itemId !== '' && !isReasoning(json) && !(json['type'] === 'tool_result' && isMark(json))
}

/** How many marks there are, or will be, that live for five minutes. */
function shortMarks(lists: readonly Block[][], asked: ReadonlySet<Block>): number {
  let count = 0
  for (const blocks of lists) {
    for (const block of blocks) {
      if ((asked.has(block) || isMarked(block.json)) && !isLong(block.json)) count += 1
      for (const inner of innerBlocks(block.json)) if (isMarked(inner) && !isLong(inner)) count += 1
    }
  }
  return count
}

function kept(json: JsonRecord, mayStay: (json: JsonRecord) => boolean): JsonRecord {
  return isMarked(json) && !mayStay(json) ? withoutKey(json, KEY) : json
}

/** A result with the marks inside it that may stay, the last ones asked for first; itself where all of them may. */
function withInner(json: JsonRecord, mayStay: (json: JsonRecord) => boolean): JsonRecord {
  const inner = [...innerBlocks(json)]
  for (let at = inner.length - 1; at >= 0; at -= 1) {
    const block = inner[at] ?? null
    if (block !== null) inner[at] = withInner(kept(block, mayStay), mayStay)
  }
  const given = json['content']
  return Array.isArray(given) && inner.some((block, at) => block !== given[at])
    ? { ...json, content: inner }
    : json
}

function innerBlocks(json: JsonRecord): readonly (JsonRecord | null)[] {
  const content = json['type'] === 'tool_result' ? json['content'] : null
  return Array.isArray(content) ? content.map(asRecord) : []
}

function isReasoning(json: JsonRecord): boolean {
  return json['type'] === 'thinking' || json['type'] === 'redacted_thinking'
}

const LIFETIMES: ReadonlySet<unknown> = new Set(['5m', '1h'])

/** A mark as the provider knows it; null is none. */
function isFitMark(given: unknown): boolean {
  const mark = asRecord(given)
  if (mark === null || mark['type'] !== 'ephemeral') return false
  return Object.keys(mark).every((key) => key === 'type' || (key === 'ttl' && LIFETIMES.has(mark[key])))
}

function isMarked(json: JsonRecord | null): boolean {
  return json?.[KEY] !== undefined && json[KEY] !== null
}

function isLong(json: JsonRecord | null): boolean {
  return asRecord(json?.[KEY])?.['ttl'] === '1h'
}
