/**
 * From which block of its raw message was each part of a turn read? Matches kinds and places, never texts.
 */
import { asRecord, type JsonRecord } from './json-record.js'
import type { Turn, TurnPart } from './turn.js'

type Blocks = readonly (JsonRecord | null)[]

/** Of each part of a turn, its block in the raw message, or null. */
export type FindRawBlocks = (turn: Turn, raw: JsonRecord | null) => Blocks

/**
 * Pairs parts with raw blocks by their place, or else by kind: a split message has its results apart. What a message
 * holds is listed once for all of its turns, so that a message of many turns takes linear time.
 */
export function rawBlockFinder(): FindRawBlocks {
  const listed = new Map<JsonRecord, ListedContent>()
  return (turn, raw) => {
    const content = raw?.['content']
    if (raw === null || !Array.isArray(content)) return turn.parts.map(() => null)
    const { from, to } = turn.place
    const placed = content.slice(from, to).map(asRecord)
    if (pairs(turn.parts, placed)) return placed
    const known = listed.get(raw) ?? listContent(content)
    listed.set(raw, known)
    return matched(turn.parts, [placed, known.all], known)
  }
}

interface ListedContent {
  readonly all: Blocks
  readonly results: Blocks
  readonly others: Blocks
  readonly makesCalls: boolean
}

function listContent(content: readonly unknown[]): ListedContent {
  const all = content.map(asRecord)
  return {
    all,
    results: all.filter((block) => block?.['type'] === 'tool_result'),
    others: all.filter((block) => block?.['type'] !== 'tool_result'),
    makesCalls: all.some((block) => block?.['type'] === 'tool_use'),
  }
}

/** Calls that stand beside the content, not in it, have no block. */
function matched(
  parts: readonly TurnPart[],
  candidates: readonly Blocks[],
  { results, others, makesCalls }: ListedContent,
): Blocks {
  const spoken = makesCalls ? parts : parts.filter((part) => part._tag !== 'Call')
  const byKind = spoken.some((part) => part._tag === 'Result') ? results : others
  const found = [...candidates, byKind].find((blocks) => pairs(spoken, blocks))
  if (found === undefined) return parts.map(() => null)
  let next = 0
  return parts.map((part) => {
    if (!makesCalls && part._tag === 'Call') return null
    next += 1
    return found[next - 1] ?? null
  })
}

const BLOCK_TAGS: ReadonlyMap<unknown, TurnPart['_tag']> = new Map([
  ['tool_result', 'Result'],
  ['tool_use', 'Call'],
  ['thinking', 'Thinking'],
  ['redacted_thinking', 'Thinking'],
])
const OWN_BLOCK: ReadonlySet<string> = new Set(BLOCK_TAGS.values())

function pairs(parts: readonly TurnPart[], blocks: Blocks): boolean {
  if (parts.length !== blocks.length) return false
  return parts.every((part, index) => {
    const tag = BLOCK_TAGS.get(blocks[index]?.['type'])
    return tag === undefined ? !OWN_BLOCK.has(part._tag) : tag === part._tag
  })
}
