/**
 * Which marks of a cache point go along? A provider takes a few of them and refuses the request for one more; the last
 * ones reach furthest.
 */
import type { Block } from './anthropic-blocks.js'
import { asRecord, withoutKey, type JsonRecord } from './json-record.js'
import type { Omissions } from './omissions.js'

/** How many blocks of one request may carry `cache_control`, as Anthropic documents it. */
const CACHE_MARKS_MAX = 4
const KEY = 'cache_control'

/** Takes the marks before the last four away, and those of reasoning, which may have none; other blocks stay as given. */
export function keepLastCacheMarks(lists: readonly Block[][], omissions: Omissions): void {
  let left = CACHE_MARKS_MAX
  for (const blocks of [...lists].reverse()) {
    for (let at = blocks.length - 1; at >= 0; at -= 1) {
      const block = blocks[at] as Block
      const json = marked(block.json, (isMarkable) => {
        if (isMarkable && left > 0) {
          left -= 1
          return true
        }
        omissions.note(block.itemId, 'cache-mark')
        return false
      })
      if (json !== block.json) blocks[at] = { ...block, json, whole: false }
    }
  }
}

/** The block with the marks that may stay, the last ones asked for first; itself where all of them may. */
function marked(json: JsonRecord, mayStay: (isMarkable: boolean) => boolean): JsonRecord {
  const isReasoning = json['type'] === 'thinking' || json['type'] === 'redacted_thinking'
  const bare = isMarked(json) && !mayStay(!isReasoning) ? withoutKey(json, KEY) : json
  const content = json['type'] === 'tool_result' ? json['content'] : null
  if (!Array.isArray(content)) return bare
  const inner = content.map(asRecord)
  for (let at = inner.length - 1; at >= 0; at -= 1) {
    const block = inner[at] ?? null
    if (block !== null) inner[at] = marked(block, mayStay)
  }
  return inner.every((block, at) => block === content[at]) ? bare : { ...bare, content: inner }
}

function isMarked(json: JsonRecord): boolean {
  return json[KEY] !== undefined && json[KEY] !== null
}
