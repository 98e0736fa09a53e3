/**
 * Which rules of the AI SDK do these messages break? Shares no code with the writer it judges.
 */
import type { Report, RuleBreach } from './rule-breach.js'
import { checkParts, checkProviderOptions } from './validate-ai-sdk-parts.js'
import { isObject, type Json } from './validator-json.js'

const ROLES: ReadonlySet<unknown> = new Set(['system', 'user', 'assistant', 'tool'])

interface Call {
  readonly message: number
  readonly pointer: string
  readonly isHosted: boolean
  answered: boolean
}

interface Reading {
  readonly report: Report
  /** By `toolCallId`, the first call that has it. */
  readonly calls: Map<string, Call>
  /** Every id that some call has, and the message that makes it first. */
  readonly firstCall: ReadonlyMap<string, number>
  /** By `approvalId`, the call that is asked about. */
  readonly requests: Map<string, unknown>
  readonly responses: Set<string>
  /** The message whose results may stand here: the nearest one that is no tool's. */
  caller: number
}

/**
 * The rules, as the schema of ModelMessage (versions 5 and 6), what `generateText` throws, and what the providers behind
 * it refuse state them:
 *
 * - Messages are of system, user, assistant or tool (`known-role`). The system's text is a string and stands in front
 *   (`system-first`: "Multiple system messages that are separated by user/assistant messages"), the conversation begins
 *   with the user (`first-role-user`). The user's parts are text, image and file; the assistant's text, file, reasoning,
 *   tool-call, tool-result and tool-approval-request; the tool's tool-result and tool-approval-response
 *   (`block-placement`); no other type is known (`known-block`). A message, and a text in it, says something
 *   (`empty-content`); an empty text without options beside other parts is taken away by the SDK and no breach. Reasoning
 *   is followed by what the model did next (`reasoning-last`).
 * - `toolCallId` and `toolName` are texts that are not empty (`string-fields`, `tool-id-format`, `tool-name-format`), an
 *   id names one call (`duplicate-call-id`), a call has an input (`input-object`), and an output is one of text, json,
 *   error-text, error-json, content and execution-denied (`known-block`), each with its value (`wrong-shape`).
 * - Media are bytes, base64, an address on the web or one that holds base64, and a file names its type (`media-source`).
 * - Every call has its result in the tool's messages directly behind its message (`call-answered`: "Tool result is
 *   missing for tool call"; `result-placement`), once (`duplicate-result`), and no result is without its call
 *   (`orphan-result`, `result-after-call`). A call that the provider ran needs none, and its result stands in a message
 *   of the assistant. A call that the last message answers the approval of is run by the SDK and needs none.
 * - A question for approval names a call before it, an answer a question, each once (`approval-paired`).
 */
export function validateAiSdk(payload: unknown): readonly RuleBreach[] {
  const breaches: RuleBreach[] = []
  const report: Report = (rule, pointer) => breaches.push({ rule, pointer })
  const messages = isObject(payload) ? payload['messages'] : null
  if (!Array.isArray(messages)) return [{ rule: 'wrong-shape', pointer: '/messages' }]
  if (messages.length === 0) return [{ rule: 'no-messages', pointer: '/messages' }]
  const reading: Reading = {
    report,
    calls: new Map(),
    firstCall: firstCalls(messages),
    requests: new Map(),
    responses: new Set(),
    caller: -1,
  }
  checkOrder(messages, report)
  messages.forEach((message: unknown, index) => {
    if (isObject(message)) checkMessage(message, index, reading)
    else report('wrong-shape', `/messages/${String(index)}`)
  })
  const toRun = callsToRun(messages.at(-1), reading)
  for (const [id, { answered, isHosted, pointer }] of reading.calls)
    if (!answered && !isHosted && !toRun.has(id)) report('call-answered', pointer)
  return breaches
}

function checkOrder(messages: readonly unknown[], report: Report): void {
  const roles = messages.map((message) => (isObject(message) ? message['role'] : null))
  const first = roles.findIndex((role) => role !== 'system')
  if (first < 0) return
  if (roles[first] === 'assistant' || roles[first] === 'tool')
    report('first-role-user', `/messages/${String(first)}`)
  roles.forEach((role, index) => {
    if (role === 'system' && index > first) report('system-first', `/messages/${String(index)}`)
  })
}

function checkMessage(message: Json, index: number, reading: Reading): void {
  const { report } = reading
  const pointer = `/messages/${String(index)}`
  const { role, content } = message
  if (!ROLES.has(role))
    return report(typeof role === 'string' ? 'known-role' : 'wrong-shape', `${pointer}/role`)
  checkProviderOptions(message, pointer, report)
  if (role !== 'tool') reading.caller = index
  if (typeof content === 'string' && role !== 'tool') {
    if (content.trim() === '') report('empty-content', `${pointer}/content`)
    return
  }
  if (!Array.isArray(content) || role === 'system') return report('wrong-shape', `${pointer}/content`)
  checkParts(content, { role: String(role), pointer, report })
  content.forEach((part: unknown, at) => {
    if (isObject(part))
      checkLinks(part, { role, index, pointer: `${pointer}/content/${String(at)}` }, reading)
  })
}

interface Place {
  readonly role: unknown
  readonly index: number
  readonly pointer: string
}

function checkLinks(part: Json, place: Place, reading: Reading): void {
  switch (part['type']) {
    case 'tool-call':
      return place.role === 'assistant' ? addCall(part, place, reading) : undefined
    case 'tool-result':
      return place.role === 'user' ? undefined : addResult(part, place, reading)
    case 'tool-approval-request':
      return place.role === 'assistant' ? addRequest(part, place, reading) : undefined
    case 'tool-approval-response':
      return place.role === 'tool' ? addResponse(part, place, reading) : undefined
    default:
  }
}

function addCall(part: Json, { index, pointer }: Place, { calls, report }: Reading): void {
  const { toolCallId: id } = part
  if (typeof id !== 'string') return
  if (calls.has(id)) return report('duplicate-call-id', `${pointer}/toolCallId`)
  calls.set(id, { message: index, pointer, isHosted: part['providerExecuted'] === true, answered: false })
}

function addResult(part: Json, { role, index, pointer }: Place, reading: Reading): void {
  const { calls, firstCall, report } = reading
  const { toolCallId: id } = part
  if (typeof id !== 'string') return
  const at = `${pointer}/toolCallId`
  const call = calls.get(id)
  if (call === undefined)
    return report((firstCall.get(id) ?? -1) > index ? 'result-after-call' : 'orphan-result', at)
  if (call.answered) return report('duplicate-result', at)
  call.answered = true
  const isPlaced = call.isHosted ? role === 'assistant' : role === 'tool' && call.message === reading.caller
  if (!isPlaced) report('result-placement', at)
}

function addRequest(part: Json, { pointer }: Place, { calls, requests, report }: Reading): void {
  const { approvalId, toolCallId } = part
  if (typeof approvalId !== 'string' || typeof toolCallId !== 'string') return
  if (requests.has(approvalId) || !calls.has(toolCallId)) return report('approval-paired', pointer)
  requests.set(approvalId, toolCallId)
}

function addResponse(part: Json, { pointer }: Place, { requests, responses, report }: Reading): void {
  const { approvalId } = part
  if (typeof approvalId !== 'string') return
  if (responses.has(approvalId) || !requests.has(approvalId)) return report('approval-paired', pointer)
  responses.add(approvalId)
}

/** The calls whose approval the last message answers: the SDK runs them, or says that they were denied. */
function callsToRun(last: unknown, { requests }: Reading): ReadonlySet<unknown> {
  const content = isObject(last) && last['role'] === 'tool' ? last['content'] : null
  const ids = new Set<unknown>()
  for (const part of Array.isArray(content) ? (content as readonly unknown[]) : [])
    if (isObject(part) && part['type'] === 'tool-approval-response')
      ids.add(requests.get(String(part['approvalId'])))
  return ids
}

function firstCalls(messages: readonly unknown[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  messages.forEach((message, index) => {
    const content = isObject(message) ? message['content'] : null
    for (const part of Array.isArray(content) ? (content as readonly unknown[]) : []) {
      const id = isObject(part) && part['type'] === 'tool-call' ? part['toolCallId'] : null
      if (typeof id === 'string' && !first.has(id)) first.set(id, index)
    }
  })
  return first
}
