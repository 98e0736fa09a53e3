/**
 * Which texts pass between a model and its tools in the real sessions? Arguments as they were written and results as
 * they came back; what people and models say to each other is left out.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const CALL_TYPES = new Set(['tool_use', 'toolCall', 'function_call'])
const RESULT_TYPES = new Set(['tool_result', 'function_call_output'])

/** The texts of every session file under a folder of transcripts, by file. */
export function toolTraffic(folder: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    if (!/\.jsonl?$/.test(name) || name.startsWith('malformed')) continue
    const texts: string[] = []
    for (const value of valuesOf(readFileSync(join(folder, name), 'utf8'))) collect(value, texts)
    if (texts.length > 0) found.set(name, texts)
  }
  return found
}

/** The values of a JSON file, or of each line. */
function valuesOf(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return text.split('\n').flatMap((line) => {
      try {
        return [JSON.parse(line) as unknown]
      } catch {
        return []
      }
    })
  }
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, texts)
    return
  }
  const entry = value as Record<string, unknown>
  const type = typeof entry['type'] === 'string' ? entry['type'] : ''
  if (CALL_TYPES.has(type)) texts.push(written(entry['arguments'] ?? entry['input']))
  else if (RESULT_TYPES.has(type)) texts.push(textOf(entry['content'] ?? entry['output']))
  else if (entry['role'] === 'tool' || entry['role'] === 'toolResult') texts.push(textOf(entry['content']))
  else if (typeof entry['observation'] === 'string') texts.push(textOf(entry['content']))
  else if (typeof entry['action'] === 'string') texts.push(written(entry['code'] ?? entry['command']))
  else {
    const called = entry['function'] as { readonly arguments?: unknown } | undefined
    if (typeof called?.arguments === 'string') texts.push(called.arguments)
    for (const inner of Object.values(entry)) collect(inner, texts)
  }
}

function written(input: unknown): string {
  return typeof input === 'string' ? input : (JSON.stringify(input) ?? '')
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => String((part as { readonly text?: unknown } | null)?.text ?? '')).join('\n')
}
