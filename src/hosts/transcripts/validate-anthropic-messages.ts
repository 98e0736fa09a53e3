/**
 * Which rules of Anthropic Messages do these messages break? Shares no code with the writer it judges.
 */
import { checkBlocks } from './validate-anthropic-blocks.js'
import { checkFields as checkBlockFields } from './validate-anthropic-media.js'
import { checkCacheMarks } from './validate-cache-marks.js'
import type { Report, RuleBreach } from './rule-breach.js'
import { objectOf, type Json } from './validator-json.js'

/** The calls of the message before, by id, and which are answered. */
interface OpenCalls {
  readonly message: number
  readonly ids: ReadonlyMap<string, number>
}

interface Checking {
  readonly report: Report
  /** By id, the first message that makes the call. */
  readonly firstCall: ReadonlyMap<string, number>
  readonly seenIds: Set<string>
}

/**
 * The rules, as the API states them when it answers 400:
 *
 * - Roles are `user` and `assistant` (`known-role`), the first is the user's (`first-role-user`), and they alternate
 *   (`roles-alternate`): the API joins neighbours of one role by itself, but then results may no longer stand first.
 * - Every `tool_use` has one `tool_result` in the very next message (`call-answered`, `last-role` where there is no
 *   next one, `duplicate-result`), at the front of it, before any text (`result-placement`); a result whose call is
 *   not in the message before is refused (`orphan-result`, `result-after-call`, `result-placement`). Ids are unique in
 *   a request (`duplicate-call-id`) and match `^[a-zA-Z0-9_-]+$`, names `^[a-zA-Z0-9_-]{1,128}$`; `input` is an object.
 * - Messages have content, and text blocks have more than white space (`empty-content`); an assistant message that
 *   stands last does not end with white space (`trailing-space`).
 * - `thinking` goes back with its signature and `redacted_thinking` with its data, first in their message
 *   (`reasoning-kept`), and never last (`reasoning-last`).
 * - Calls and reasoning are the assistant's; results, images and documents are the user's (`block-placement`); a block
 *   of a type the API does not have is refused (`known-block`), and a field of a message beside `role` and `content`
 *   or of a block beyond those of its type ("Extra inputs are not permitted", `known-field`). An image is PNG, JPEG, GIF or
 *   WebP, a document PDF or a text; each names its data, an address over HTTPS or a file (`media-source`).
 * - At most four blocks of a request carry `cache_control` (`ephemeral`, for `5m` or `1h`), and reasoning none (`cache-marks`); tools, which stand
 *   beside these messages, may use up some of the four.
 */
export function validateAnthropicMessages(payload: unknown): readonly RuleBreach[] {
  const breaches: RuleBreach[] = []
  const report: Report = (rule, pointer) => breaches.push({ rule, pointer })
  const request = objectOf(payload)
  const messages = request?.['messages']
  if (request === null || !Array.isArray(messages)) return [{ rule: 'wrong-shape', pointer: '/messages' }]
  checkSystem(request['system'], report)
  if (messages.length === 0) report('no-messages', '/messages')
  const checking: Checking = { report, firstCall: callPlaces(messages), seenIds: new Set() }
  let open: OpenCalls | null = null
  let role: unknown = null
  messages.forEach((value, index) => {
    const pointer = `/messages/${String(index)}`
    const message = objectOf(value)
    if (message === null) return report('wrong-shape', pointer)
    checkFields(message, pointer, report)
    checkRole(message['role'], role, { index, pointer, report })
    role = message['role']
    checkBlocks(message, { pointer, last: index === messages.length - 1, report })
    checkResults(message, { index, pointer, open, checking })
    open = checkCallIds(message, { index, pointer, checking })
  })
  reportOpen(open, new Set(), { rule: 'last-role', report })
  checkCacheMarks(request, report)
  return breaches
}

function checkSystem(system: unknown, report: Report): void {
  if (system === undefined || typeof system === 'string') return
  if (!Array.isArray(system)) return report('wrong-shape', '/system')
  system.forEach((value, at) => {
    const text = objectOf(value)?.['type'] === 'text' ? objectOf(value)?.['text'] : null
    const block = objectOf(value)
    if (block?.['type'] === 'text') checkBlockFields(block, `/system/${String(at)}`, report)
    if (text === null) report('wrong-shape', `/system/${String(at)}`)
    else if (typeof text !== 'string') report('string-fields', `/system/${String(at)}/text`)
    else if (text.trim() === '') report('empty-content', `/system/${String(at)}/text`)
  })
}

interface At {
  readonly index: number
  readonly pointer: string
}

function checkFields(message: Json, pointer: string, report: Report): void {
  for (const key of Object.keys(message)) {
    if (key === 'role' || key === 'content') continue
    report('known-field', `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

function checkRole(
  role: unknown,
  before: unknown,
  { index, pointer, report }: At & { report: Report },
): void {
  if (role !== 'user' && role !== 'assistant') report('known-role', `${pointer}/role`)
  else if (index === 0 && role !== 'user') report('first-role-user', `${pointer}/role`)
  else if (role === before) report('roles-alternate', `${pointer}/role`)
}

interface ResultsAt extends At {
  readonly open: OpenCalls | null
  readonly checking: Checking
}

function checkResults(message: Json, { index, pointer, open, checking }: ResultsAt): void {
  const { report, firstCall } = checking
  const answered = new Set<string>()
  let others = false
  blocksOf(message).forEach((block, at) => {
    if (block?.['type'] !== 'tool_result') {
      others = true
      return
    }
    const id = block['tool_use_id']
    const place = `${pointer}/content/${String(at)}`
    if (typeof id !== 'string') return report('string-fields', `${place}/tool_use_id`)
    if (open?.ids.has(id) === true) {
      if (answered.has(id)) report('duplicate-result', place)
      else if (others) report('result-placement', place)
      answered.add(id)
      return
    }
    const called = firstCall.get(id)
    report(
      called === undefined ? 'orphan-result' : called < index ? 'result-placement' : 'result-after-call',
      place,
    )
  })
  reportOpen(open, answered, { rule: 'call-answered', report })
}

function reportOpen(
  open: OpenCalls | null,
  answered: ReadonlySet<string>,
  { rule, report }: { rule: 'call-answered' | 'last-role'; report: Report },
): void {
  if (open === null) return
  for (const [id, at] of open.ids) {
    if (!answered.has(id)) report(rule, `/messages/${String(open.message)}/content/${String(at)}`)
  }
}

function checkCallIds(
  message: Json,
  { index, pointer, checking }: At & { checking: Checking },
): OpenCalls | null {
  if (message['role'] !== 'assistant') return null
  const ids = new Map<string, number>()
  blocksOf(message).forEach((block, at) => {
    const id = block?.['type'] === 'tool_use' ? block['id'] : null
    if (typeof id !== 'string') return
    if (checking.seenIds.has(id)) checking.report('duplicate-call-id', `${pointer}/content/${String(at)}/id`)
    checking.seenIds.add(id)
    if (!ids.has(id)) ids.set(id, at)
  })
  return ids.size === 0 ? null : { message: index, ids }
}

function callPlaces(messages: readonly unknown[]): ReadonlyMap<string, number> {
  const first = new Map<string, number>()
  messages.forEach((value, index) => {
    for (const block of blocksOf(objectOf(value))) {
      const id = block?.['type'] === 'tool_use' ? block['id'] : null
      if (typeof id === 'string' && !first.has(id)) first.set(id, index)
    }
  })
  return first
}

function blocksOf(message: Json | null): readonly (Json | null)[] {
  const content = message?.['content']
  return Array.isArray(content) ? content.map(objectOf) : []
}
