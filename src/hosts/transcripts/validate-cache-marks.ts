/**
 * Does an Anthropic request carry more marks of a cache point than the API takes, or in another order? Shares no code with the writer.
 */
import type { Report } from './rule-breach.js'
import { objectOf, type Json } from './validator-json.js'

/** "A maximum of 4 blocks with cache_control may be provided." */
const MARKS_MAX = 4
const REASONING: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking'])

/** Counts system text first, then messages; what a result holds counts too. An hour may not stand behind less. */
export function checkCacheMarks({ system, messages }: Json, report: Report): void {
  let marks = 0
  let hasShort = false
  const look = (blocks: unknown, pointer: string): void => {
    if (!Array.isArray(blocks)) return
    blocks.forEach((value, at) => {
      const block = objectOf(value)
      const place = `${pointer}/${String(at)}`
      if (block?.['type'] === 'tool_result') look(block['content'], `${place}/content`)
      const mark = block?.['cache_control']
      if (mark === undefined || mark === null) return
      marks += 1
      const isLong = objectOf(mark)?.['ttl'] === '1h'
      const isLate = isLong && hasShort
      hasShort ||= !isLong
      if (!isMark(objectOf(mark)) || marks > MARKS_MAX || isLate || REASONING.has(block?.['type']))
        report('cache-marks', `${place}/cache_control`)
    })
  }
  look(system, '/system')
  if (!Array.isArray(messages)) return
  messages.forEach((message, at) => look(objectOf(message)?.['content'], `/messages/${String(at)}/content`))
}

function isMark(mark: Json | null): boolean {
  const { type, ttl = '5m', ...others } = mark ?? {}
  return type === 'ephemeral' && (ttl === '5m' || ttl === '1h') && Object.keys(others).length === 0
}
