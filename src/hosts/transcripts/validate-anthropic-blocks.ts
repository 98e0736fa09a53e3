/**
 * Which rules do the blocks of one Anthropic message break, whatever stands around it? Pairs no calls.
 */
import type { Report } from './rule-breach.js'
import { checkFields } from './validate-anthropic-media.js'
import { objectOf, type Json } from './validator-json.js'

interface MessageAt {
  readonly pointer: string
  /** Whether it is the last message of the request. */
  readonly last: boolean
  readonly report: Report
}

interface BlockAt {
  readonly role: unknown
  readonly pointer: string
  readonly report: Report
}

const ID = /^[a-zA-Z0-9_-]+$/
const NAME = /^[a-zA-Z0-9_-]{1,128}$/
const REASONING: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking'])
/** Blocks of server tools are the assistant's; how they belong together is not judged here. */
const ASSISTANTS: ReadonlySet<unknown> = new Set([
  'thinking',
  'redacted_thinking',
  'tool_use',
  'server_tool_use',
  'web_search_tool_result',
  'web_fetch_tool_result',
  'code_execution_tool_result',
  'bash_code_execution_tool_result',
  'text_editor_code_execution_tool_result',
  'tool_search_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
])
const USERS: ReadonlySet<unknown> = new Set([
  'tool_result',
  'image',
  'document',
  'search_result',
  'container_upload',
])
const IN_RESULTS: ReadonlySet<unknown> = new Set([
  'text',
  'image',
  'document',
  'search_result',
  'tool_reference',
])

export function checkBlocks(message: Json, { pointer, last, report }: MessageAt): void {
  const { role, content } = message
  const place = `${pointer}/content`
  const endsRequest = last && role === 'assistant'
  if (typeof content === 'string') {
    if (isSilent(content)) report('empty-content', place)
    else if (endsRequest && endsWithSpace(content)) report('trailing-space', place)
    return
  }
  if (!Array.isArray(content)) return report('wrong-shape', place)
  if (content.length === 0) report('empty-content', place)
  content.forEach((block, at) => checkBlock(block, { role, pointer: `${place}/${String(at)}`, report }))
  const final = objectOf(content.at(-1))
  const text = final?.['type'] === 'text' ? final['text'] : null
  if (endsRequest && typeof text === 'string' && endsWithSpace(text)) {
    report('trailing-space', `${place}/${String(content.length - 1)}/text`)
  }
  if (role === 'assistant') checkReasoning(content, place, report)
}

function checkReasoning(content: readonly unknown[], place: string, report: Report): void {
  const types = content.map((block) => objectOf(block)?.['type'])
  const first = types.findIndex((type) => REASONING.has(type))
  if (first > 0 && !REASONING.has(types[0])) report('reasoning-kept', `${place}/${String(first)}`)
  if (REASONING.has(types.at(-1))) report('reasoning-last', `${place}/${String(types.length - 1)}`)
}

function checkBlock(value: unknown, { role, pointer, report }: BlockAt): void {
  const block = objectOf(value)
  const type = block?.['type']
  if (block === null || typeof type !== 'string') return report('wrong-shape', pointer)
  if (type !== 'text' && !ASSISTANTS.has(type) && !USERS.has(type)) return report('known-block', pointer)
  if (role === 'user' ? ASSISTANTS.has(type) : USERS.has(type)) report('block-placement', pointer)
  checkFields(block, pointer, report)
  switch (type) {
    case 'text':
      return checkText(block, pointer, report)
    case 'thinking':
      if (!isFilled(block['signature'])) report('reasoning-kept', `${pointer}/signature`)
      checkString(block, 'thinking', { pointer, report })
      return
    case 'redacted_thinking':
      return isFilled(block['data']) ? undefined : report('reasoning-kept', `${pointer}/data`)
    case 'tool_use':
      return checkToolUse(block, pointer, report)
    case 'tool_result':
      return checkResultContent(block['content'], `${pointer}/content`, report)
    default:
      return undefined
  }
}

function checkToolUse(block: Json, pointer: string, report: Report): void {
  const { id, name, input } = block
  if (checkString(block, 'id', { pointer, report }) && !ID.test(id as string))
    report('tool-id-format', `${pointer}/id`)
  const named = checkString(block, 'name', { pointer, report })
  if (named && !NAME.test(name as string)) report('tool-name-format', `${pointer}/name`)
  if (objectOf(input) === null) report('input-object', `${pointer}/input`)
}

/** A result may say nothing at all, but not in a text block and not in white space. */
function checkResultContent(content: unknown, pointer: string, report: Report): void {
  if (content === undefined || content === '') return
  if (typeof content === 'string') return isSilent(content) ? report('empty-content', pointer) : undefined
  if (!Array.isArray(content)) return report('wrong-shape', pointer)
  content.forEach((value, at) => {
    const block = objectOf(value)
    const place = `${pointer}/${String(at)}`
    if (block === null || typeof block['type'] !== 'string') return report('wrong-shape', place)
    if (IN_RESULTS.has(block['type'])) checkFields(block, place, report)
    if (block['type'] === 'text') checkText(block, place, report)
    else if (ASSISTANTS.has(block['type']) || block['type'] === 'tool_result')
      report('block-placement', place)
    else if (!IN_RESULTS.has(block['type'])) report('known-block', place)
  })
}

function checkText(block: Json, pointer: string, report: Report): void {
  const { text } = block
  if (checkString(block, 'text', { pointer, report }) && isSilent(text as string)) {
    report('empty-content', `${pointer}/text`)
  }
}

function checkString(block: Json, key: string, { pointer, report }: Omit<BlockAt, 'role'>): boolean {
  if (typeof block[key] === 'string') return true
  report('string-fields', `${pointer}/${key}`)
  return false
}

function isFilled(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isSilent(text: string): boolean {
  return text.trim() === ''
}

function endsWithSpace(text: string): boolean {
  return /\s/.test(text.slice(-1))
}
