/**
 * Which rules do the fields and parts of one item of OpenAI Responses break? Looks at that item alone and shares no code
 * with the writer it judges.
 */
import type { Report } from './rule-breach.js'
import { checkResponsesMedia } from './validate-openai-media.js'
import { objectOf, type Json } from './validator-json.js'
import { checkKnown } from './validator-media.js'

const ROLES = new Set<unknown>(['system', 'developer', 'user', 'assistant'])
const INPUT_PARTS = new Set<unknown>(['input_text', 'input_image', 'input_file'])
const OUTPUT_PARTS = new Set<unknown>(['output_text', 'refusal'])
const ID_LENGTH_MAX = 64

interface KindRules {
  readonly fields: string
  readonly idPrefix: string
}

const KINDS = new Map<string, KindRules>([
  ['message', { fields: 'type role content id status phase', idPrefix: 'msg' }],
  ['function_call', { fields: 'type id call_id name namespace arguments status', idPrefix: 'fc' }],
  ['function_call_output', { fields: 'type id call_id output status', idPrefix: 'fc' }],
  ['custom_tool_call', { fields: 'type id call_id name namespace input status', idPrefix: 'ctc' }],
  ['custom_tool_call_output', { fields: 'type id call_id output status', idPrefix: 'ctc' }],
  ['reasoning', { fields: 'type id summary content encrypted_content', idPrefix: 'rs' }],
])

interface ItemAt {
  readonly type: string
  readonly pointer: string
  readonly report: Report
}

/** Fields and ids of the kinds that have rules for them. */
export function checkItemFields(item: Json, { type, pointer, report }: ItemAt): void {
  const rules = KINDS.get(type)
  if (rules === undefined) return
  const known = rules.fields.split(' ')
  for (const key of Object.keys(item)) {
    if (!known.includes(key)) report('known-field', `${pointer}/${escaped(key)}`)
  }
  const { id } = item
  if (id === undefined || id === null) return
  if (typeof id !== 'string') report('string-fields', `${pointer}/id`)
  else if (!id.startsWith(rules.idPrefix) || id.length > ID_LENGTH_MAX)
    report('item-id-format', `${pointer}/id`)
}

export function checkMessage(item: Json, pointer: string, report: Report): void {
  const { role, content } = item
  if (!ROLES.has(role)) return report('known-role', `${pointer}/role`)
  if (content === '' || content === null || content === undefined)
    return report('empty-content', `${pointer}/content`)
  if (typeof content === 'string') return
  if (!Array.isArray(content)) return report('string-fields', `${pointer}/content`)
  checkParts(content, { isModels: role === 'assistant', pointer: `${pointer}/content`, report })
}

/** The output of a function or a custom tool: a text, which may be empty, or parts as a user's. */
export function checkOutputContent(item: Json, pointer: string, report: Report): void {
  const { output } = item
  if (typeof output === 'string') return
  if (!Array.isArray(output)) return report('string-fields', `${pointer}/output`)
  checkParts(output, { isModels: false, pointer: `${pointer}/output`, report })
}

interface PartsAt {
  readonly isModels: boolean
  readonly pointer: string
  readonly report: Report
}

function checkParts(parts: readonly unknown[], { isModels, pointer, report }: PartsAt): void {
  if (parts.length === 0) report('empty-content', pointer)
  const own = isModels ? OUTPUT_PARTS : INPUT_PARTS
  parts.forEach((value, at) => {
    const place = `${pointer}/${String(at)}`
    const part = objectOf(value)
    const type = part?.['type']
    if (part === null || typeof type !== 'string') return report('wrong-shape', place)
    if (!INPUT_PARTS.has(type) && !OUTPUT_PARTS.has(type)) return report('known-block', place)
    if (!own.has(type)) return report('block-placement', place)
    if (type === 'input_image' || type === 'input_file') return checkResponsesMedia(part, place, report)
    checkText(part, type, { pointer: place, report })
  })
}

const TEXT_FIELDS = new Map<string, string>([
  ['refusal', 'type refusal'],
  ['input_text', 'type text'],
  ['output_text', 'type text annotations logprobs'],
])

function checkText(
  part: Json,
  type: string,
  at: { readonly pointer: string; readonly report: Report },
): void {
  const { pointer, report } = at
  checkKnown(part, TEXT_FIELDS.get(type) ?? '', at)
  const key = type === 'refusal' ? 'refusal' : 'text'
  if (typeof part[key] !== 'string') report('string-fields', `${pointer}/${key}`)
  else if (part[key] === '') report('empty-content', `${pointer}/${key}`)
  for (const list of ['annotations', 'logprobs']) {
    const given = part[list]
    const isList = Array.isArray(given) && given.every((entry) => objectOf(entry) !== null)
    if (given !== undefined && !isList) report('wrong-shape', `${pointer}/${list}`)
  }
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
