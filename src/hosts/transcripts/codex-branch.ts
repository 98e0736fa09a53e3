/**
 * Which lines of a Codex session did its user take back? A note says how many turns; the lines stay in the log.
 */
import { codexItemOf } from './codex-entry.js'
import { asRecord, type JsonRecord } from './json-record.js'

/** How a message begins that Codex wrote in the user's name, to say where it runs or what the user did elsewhere. */
const WRITTEN_BY_CODEX = /^\s*(?:<(?:environment_context|turn_aborted|user_shell_command)>)/
/** How a message begins that carries the user's standing rules; it begins no turn. */
const RULES = /^\s*(?:<user_instructions>|# AGENTS\.md instructions)/

/** Whether nobody typed this message of the user's role. */
export function isWrittenByCodex(item: JsonRecord): boolean {
  return item['role'] === 'user' && WRITTEN_BY_CODEX.test(firstTextOf(item))
}

/** The lines that were taken back, by index; a turn begins with a message that a person typed. */
export function takenBackOf(entries: readonly unknown[]): ReadonlySet<number> {
  const takenBack = new Set<number>()
  const standing: number[] = []
  const turns: number[] = []
  for (const [index, entry] of entries.entries()) {
    const count = takenBackBy(entry)
    if (count > 0 && turns.length > 0) {
      const start = turns.splice(Math.max(0, turns.length - count))[0] ?? index
      while ((standing.at(-1) ?? -1) >= start) takenBack.add(standing.pop() ?? index)
      continue
    }
    const item = codexItemOf(entry)
    if (item !== null && beginsTurn(item)) turns.push(index)
    standing.push(index)
  }
  return takenBack
}

function takenBackBy(value: unknown): number {
  const entry = asRecord(value)
  const payload = entry?.['type'] === 'event_msg' ? asRecord(entry['payload']) : null
  const count = payload?.['type'] === 'thread_rolled_back' ? payload['num_turns'] : 0
  return typeof count === 'number' && Number.isSafeInteger(count) ? count : 0
}

function beginsTurn(item: JsonRecord): boolean {
  return item['role'] === 'user' && !isWrittenByCodex(item) && !RULES.test(firstTextOf(item))
}

function firstTextOf({ content }: JsonRecord): string {
  const text =
    typeof content === 'string' ? content : Array.isArray(content) ? asRecord(content[0])?.['text'] : ''
  return typeof text === 'string' ? text : ''
}
