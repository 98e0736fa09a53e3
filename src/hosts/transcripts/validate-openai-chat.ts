/**
 * Which rules of OpenAI Chat Completions do these messages break? Shares no code with the writer it judges.
 */
import type { Report, RuleBreach } from './rule-breach.js'
import { checkChatMedia } from './validate-openai-media.js'
import { objectOf, type Json } from './validator-json.js'

const ROLES: ReadonlySet<unknown> = new Set(['system', 'developer', 'user', 'assistant', 'tool'])
const NAME = /^[a-zA-Z0-9_-]{1,64}$/
const SPEAKER_NAME = /^[^\s<|\\/>]+$/
const MEDIA_TYPES: ReadonlySet<unknown> = new Set(['image_url', 'input_audio', 'file'])
const ID_LENGTH_MAX = 40

/** Calls by id: first and last message that makes one, for results that stand elsewhere. */
interface CallPlaces {
  readonly first: ReadonlyMap<string, number>
}

/** The message whose calls may be answered here, and which of them are. */
interface OpenCalls {
  readonly message: number
  readonly ids: ReadonlyMap<string, number>
  readonly answered: Set<string>
}

/**
 * The rules, as the API states them when it answers 400:
 *
 * - An assistant message with `tool_calls` is followed directly by one `tool` message for each of its calls, in any
 *   order, before any other message (`call-answered`, `last-role` where it is the last one, `result-placement`); a
 *   `tool` message answers a call of the assistant message before it (`orphan-result`, `result-after-call`), once
 *   (`duplicate-result`). Ids may be used again in a later message, not twice in one (`duplicate-call-id`).
 * - `content` of system, developer and user messages says something; that of the assistant may be null where there
 *   are calls, a refusal or audio; a tool's is a text, which may be empty, or text parts (`empty-content`).
 *   `tool_calls` is absent or has at least one call.
 * - Ids have 1 to 40 characters, names `^[a-zA-Z0-9_-]{1,64}$`, arguments are a text, never an object.
 * - Parts are texts, refusals, images, sounds and files (`known-block`); only the user shows the last three, only the
 *   assistant refuses (`block-placement`). An image is at an address or in one, as PNG, JPEG, GIF or WebP, a sound is base64
 *   of `wav` or `mp3`, a file is data or an id (`media-source`).
 * - The `name` of a speaker matches `^[^\s<|\\/>]+$` (`speaker-name-format`).
 */
export function validateOpenAiChat(payload: unknown): readonly RuleBreach[] {
  const breaches: RuleBreach[] = []
  const report: Report = (rule, pointer) => breaches.push({ rule, pointer })
  const messages = objectOf(payload)?.['messages']
  if (!Array.isArray(messages)) return [{ rule: 'wrong-shape', pointer: '/messages' }]
  if (messages.length === 0) return [{ rule: 'no-messages', pointer: '/messages' }]
  const places = callPlaces(messages)
  let open: OpenCalls | null = null
  for (let index = 0; index < messages.length; index += 1) {
    const pointer = `/messages/${String(index)}`
    const message = objectOf(messages[index])
    if (message === null) report('wrong-shape', pointer)
    else if (!ROLES.has(message['role'])) report('known-role', `${pointer}/role`)
    checkSpeaker(message, pointer, report)
    if (message?.['role'] === 'tool') {
      checkResult(message, { index, pointer, open, places, report })
      continue
    }
    reportOpen(open, false, report)
    open = null
    if (message === null) continue
    checkContent(message, pointer, report)
    if (message['role'] === 'assistant') open = checkCalls(message, { index, pointer, report })
    else if ('tool_calls' in message) report('block-placement', `${pointer}/tool_calls`)
  }
  reportOpen(open, open?.message === messages.length - 1, report)
  return breaches
}

function checkSpeaker(message: Json | null, pointer: string, report: Report): void {
  const name = message?.['name']
  if (name === undefined) return
  if (typeof name !== 'string') report('string-fields', `${pointer}/name`)
  else if (!SPEAKER_NAME.test(name)) report('speaker-name-format', `${pointer}/name`)
}

function reportOpen(open: OpenCalls | null, last: boolean, report: Report): void {
  if (open === null) return
  for (const [id, at] of open.ids) {
    if (open.answered.has(id)) continue
    report(last ? 'last-role' : 'call-answered', `/messages/${String(open.message)}/tool_calls/${String(at)}`)
  }
}

interface At {
  readonly index: number
  readonly pointer: string
  readonly report: Report
}

function checkCalls(message: Json, { index, pointer, report }: At): OpenCalls | null {
  if (!('tool_calls' in message)) return null
  const calls = message['tool_calls']
  if (!Array.isArray(calls)) {
    report('wrong-shape', `${pointer}/tool_calls`)
    return null
  }
  if (calls.length === 0) report('empty-content', `${pointer}/tool_calls`)
  const ids = new Map<string, number>()
  calls.forEach((value, at) => {
    const place = `${pointer}/tool_calls/${String(at)}`
    const call = objectOf(value)
    if (call === null) return report('wrong-shape', place)
    checkCallee(call, place, report)
    const id = call['id']
    if (typeof id !== 'string') return report('string-fields', `${place}/id`)
    if (id.length === 0 || id.length > ID_LENGTH_MAX) report('tool-id-format', `${place}/id`)
    if (ids.has(id)) report('duplicate-call-id', `${place}/id`)
    else ids.set(id, at)
  })
  return { message: index, ids, answered: new Set() }
}

function checkCallee(call: Json, pointer: string, report: Report): void {
  const custom = call['type'] === 'custom'
  const key = custom ? 'custom' : 'function'
  const callee = objectOf(call[key])
  if ((call['type'] !== 'function' && !custom) || callee === null) return report('wrong-shape', pointer)
  const [name, given] = [callee['name'], callee[custom ? 'input' : 'arguments']]
  if (typeof given !== 'string')
    report('string-fields', `${pointer}/${key}/${custom ? 'input' : 'arguments'}`)
  if (typeof name !== 'string') report('string-fields', `${pointer}/${key}/name`)
  else if (!NAME.test(name)) report('tool-name-format', `${pointer}/${key}/name`)
}

interface ResultAt extends At {
  readonly open: OpenCalls | null
  readonly places: CallPlaces
}

function checkResult(message: Json, { index, pointer, open, places, report }: ResultAt): void {
  const { content, tool_call_id: id } = message
  if (Array.isArray(content)) checkParts(content, { role: 'tool', pointer, report })
  else if (typeof content !== 'string') report('string-fields', `${pointer}/content`)
  if (typeof id !== 'string') return report('string-fields', `${pointer}/tool_call_id`)
  if (open?.ids.has(id) === true) {
    if (open.answered.has(id)) report('duplicate-result', `${pointer}/tool_call_id`)
    open.answered.add(id)
    return
  }
  const called = places.first.get(id)
  const rule =
    called === undefined ? 'orphan-result' : called < index ? 'result-placement' : 'result-after-call'
  report(rule, `${pointer}/tool_call_id`)
}

function checkContent(message: Json, pointer: string, report: Report): void {
  const { role, content, audio = null } = message
  const isHeard = role === 'assistant' && isText(objectOf(audio)?.['id'])
  if (audio !== null && !isHeard) report('media-source', `${pointer}/audio`)
  if (Array.isArray(content) && content.length > 0) return checkParts(content, { role, pointer, report })
  if (typeof content === 'string' && content !== '') return
  const absent = content === undefined || content === null || content === '' || Array.isArray(content)
  if (!absent) return report('string-fields', `${pointer}/content`)
  const spoken = 'tool_calls' in message || isText(message['refusal']) || objectOf(message['audio']) !== null
  const mayBeSilent = role === 'assistant' && spoken && !Array.isArray(content)
  if (!mayBeSilent) report('empty-content', `${pointer}/content`)
}

interface PartsAt {
  readonly role: unknown
  readonly pointer: string
  readonly report: Report
}

function checkParts(parts: readonly unknown[], { role, pointer, report }: PartsAt): void {
  if (parts.length === 0) report('empty-content', `${pointer}/content`)
  parts.forEach((value, at) => {
    const place = `${pointer}/content/${String(at)}`
    const part = objectOf(value)
    const type = part?.['type']
    if (part === null || typeof type !== 'string') return report('wrong-shape', place)
    if (type === 'text' || (type === 'refusal' && role === 'assistant')) {
      if (typeof part[type] !== 'string') report('string-fields', `${place}/${type}`)
      else if (part[type] === '') report('empty-content', `${place}/${type}`)
    } else if (!MEDIA_TYPES.has(type) && type !== 'refusal') report('known-block', place)
    else if (role !== 'user' || type === 'refusal') report('block-placement', place)
    else checkChatMedia(part, place, report)
  })
}

function callPlaces(messages: readonly unknown[]): CallPlaces {
  const first = new Map<string, number>()
  messages.forEach((value, index) => {
    const calls = objectOf(value)?.['tool_calls']
    if (!Array.isArray(calls)) return
    for (const call of calls) {
      const id = objectOf(call)?.['id']
      if (typeof id === 'string' && !first.has(id)) first.set(id, index)
    }
  })
  return { first }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}
