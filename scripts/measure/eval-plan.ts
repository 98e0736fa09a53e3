/**
 * Do plans of real sessions keep the promises? Every session of the data folder at five windows, three placements and
 * both message formats: what was written is validated and recounted, and every refusal is held to its word.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeHash } from '../../src/adapters/node/index.js'
import { referenceClock } from '../../src/adapters/reference/index.js'
import { featureCounter } from '../../src/adapters/tokens/index.js'
import {
  detectFormat,
  MESSAGE_FORMATS,
  readTranscript,
  recountTotal,
  splitSessions,
  validateMessages,
  writeMessages,
  type Transcript,
} from '../../src/hosts/transcripts/index.js'
import { isWellFormedText } from '../../src/base/text/well-formed.js'
import {
  createKernel,
  orThrow,
  type CallerInput,
  type ContextPlan,
  type KernelError,
  type PlanRequestInput,
} from '../../src/index.js'
import type { Figure } from './figures.js'
import { readMalformedSessions } from './malformed-sessions.js'
import { sharedPath } from './shared-data.js'

const AT = '2026-06-01T00:00:00.000Z'
const WINDOWS = [500, 2_000, 8_000, 32_000, 200_000]
const PLACEMENTS = ['hybrid', 'stable-prefix', 'latest-user'] as const
const SCOPE = { kind: 'session', id: ['eval'] } as const
const CALLER: CallerInput = {
  writer: 'eval',
  trustCeiling: 'host',
  scopes: [SCOPE],
  sink: { sink: 'model', locality: 'remote', clearance: 'internal' },
}
const counter = featureCounter()
const kernel = orThrow(
  createKernel({ ports: { hash: nodeHash(), clock: referenceClock({ at: AT }), tokenCounter: counter } }),
)

/** A session under a name a person can find again. */
interface Session {
  readonly name: string
  readonly transcript: Transcript
}

const counts = {
  sessions: 0,
  plans: 0,
  refusals: 0,
  overBudget: 0,
  providerBreaches: 0,
  lostProtected: 0,
  illFormed: 0,
  recountAbove: 0,
  unwritten: 0,
  wrongRefusals: 0,
}

export function evalPlan(log: (line: string) => void): readonly Figure[] {
  const sessions = readSessions()
  if (sessions === null) {
    log('no data folder: set CMK_SHARED_DATA or place it at ../shared/data')
    return [{ name: 'plan-sessions', value: 0, operator: '>=', bound: 1 }]
  }
  counts.sessions = sessions.length
  for (const session of sessions) {
    for (const windowTokens of WINDOWS) {
      for (const placement of PLACEMENTS) checkPlan(session, { windowTokens, placement }, log)
    }
  }
  return [
    { name: 'plan-sessions', value: counts.sessions, operator: '>=', bound: 83 },
    { name: 'plan-plans', value: counts.plans, operator: '>=', bound: 1 },
    { name: 'plan-refusals', value: counts.refusals, operator: '>=', bound: 0 },
    { name: 'plan-plans-over-budget', value: counts.overBudget, operator: '==', bound: 0 },
    { name: 'plan-provider-rule-breaches', value: counts.providerBreaches, operator: '==', bound: 0 },
    { name: 'plan-plans-not-written', value: counts.unwritten, operator: '==', bound: 0 },
    { name: 'plan-lost-protected-items', value: counts.lostProtected, operator: '==', bound: 0 },
    { name: 'plan-ill-formed-texts', value: counts.illFormed, operator: '==', bound: 0 },
    { name: 'plan-recounts-above-the-plan', value: counts.recountAbove, operator: '==', bound: 0 },
    { name: 'plan-refusals-that-do-not-hold', value: counts.wrongRefusals, operator: '==', bound: 0 },
  ]
}

interface Terms {
  readonly windowTokens: number
  readonly placement: (typeof PLACEMENTS)[number]
}

function checkPlan(session: Session, terms: Terms, log: (line: string) => void): void {
  const request = requestOf(session, terms)
  const planned = kernel.planContext(request, CALLER)
  const where = `${session.name} window ${String(terms.windowTokens)} ${terms.placement}`
  if (!planned.ok) {
    counts.refusals += 1
    if (!holds(planned.error, session, terms)) {
      counts.wrongRefusals += 1
      log(`${where}: refused with ${planned.error.code}, which does not hold`)
    }
    return
  }
  counts.plans += 1
  const plan = planned.value
  if (plan.totalTokens > terms.windowTokens || plan.totalTokens > plan.budget.inputTokens)
    counts.overBudget += 1
  const lost = protectedIds(session).filter((id) => !plan.selected.some((item) => item.itemId === id))
  counts.lostProtected += lost.length
  if (lost.length > 0) log(`${where}: lost ${lost.join(', ')}`)
  for (const format of MESSAGE_FORMATS) checkWritten({ session, plan, where, log }, format)
}

interface Written {
  readonly session: Session
  readonly plan: ContextPlan
  readonly where: string
  readonly log: (line: string) => void
}

function checkWritten(
  { session, plan, where, log }: Written,
  format: (typeof MESSAGE_FORMATS)[number],
): void {
  const { items, originals } = session.transcript
  const written = writeMessages(format, { plan, items, originals, awaiting: 'mark' })
  if (!written.ok) {
    counts.unwritten += 1
    log(`${where} ${format}: not written, ${written.error.message}`)
    return
  }
  const { payload } = written.value
  const breaches = validateMessages(format, payload)
  counts.providerBreaches += breaches.length
  for (const { rule, pointer } of breaches.slice(0, 3))
    log(`${where} ${format}: breaks ${rule} at ${pointer}`)
  if (!isWellFormedText(JSON.stringify(payload)) || hasLoneEscape(JSON.stringify(payload)))
    counts.illFormed += 1
  const { perMessageTokens, perPlanTokens, inputTokens } = plan.budget
  const recount = orThrow(recountTotal(format, payload, { counter, perMessageTokens, perPlanTokens }))
  const limit = plan.awaiting.length === 0 ? plan.totalTokens : inputTokens
  if (recount > limit) {
    counts.recountAbove += 1
    log(`${where} ${format}: recounted ${String(recount)} above ${String(limit)}`)
  }
}

/** JSON writes a lone surrogate as an escape; a well-formed pair is never escaped. */
function hasLoneEscape(json: string): boolean {
  return /(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F][0-9a-fA-F]{2}/.test(json)
}

/** A refusal holds where planning at the window it names succeeds and one token less is refused. */
function holds(error: KernelError, session: Session, terms: Terms): boolean {
  if (error._tag !== 'ProtectedOverBudget') return false
  const smallest = error.smallestWindowTokens
  if (smallest <= terms.windowTokens) return false
  const plan = (windowTokens: number) =>
    kernel.planContext(requestOf(session, { ...terms, windowTokens }), CALLER)
  return plan(smallest).ok && !plan(smallest - 1).ok
}

function requestOf({ transcript }: Session, { windowTokens, placement }: Terms): PlanRequestInput {
  return { items: transcript.items, budget: { windowTokens }, placement }
}

/** By position, read off the session itself: the newest user message, and calls at the end with their results. */
function protectedIds({ transcript: { items } }: Session): readonly string[] {
  const conversation = items.filter(({ kind }) => kind === 'message' || kind === 'tool-evidence')
  const newest = conversation.findLast(({ kind, binding }) => kind === 'message' && binding?.role === 'user')
  const lastCalling = conversation.findLastIndex(({ binding }) => (binding?.calls?.length ?? 0) > 0)
  const calls = new Set(conversation[lastCalling]?.binding?.calls?.map(({ callId }) => callId))
  const after = conversation.slice(lastCalling + 1)
  const isLive =
    lastCalling >= 0 &&
    after.every(
      ({ binding }) =>
        (binding?.results?.length ?? 0) > 0 && binding?.results?.every(({ callId }) => calls.has(callId)),
    )
  const live = isLive ? conversation.slice(lastCalling) : []
  const policy = items.filter(({ kind }) => kind === 'system-policy')
  return [...(newest === undefined ? [] : [newest]), ...live, ...policy].map(({ itemId }) => itemId)
}

function readSessions(): readonly Session[] | null {
  const root = sharedPath('transcripts')
  if (root === null) return null
  const files = ['pi', 'claude-code', 'openai-chat'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .map((name) => join(folder, name)),
  )
  const fromFiles = files.flatMap((name) => readFile(name, readFileSync(join(root, name), 'utf8')))
  const malformed = readMalformedSessions(join(root, 'malformed/cases.json')).flatMap(({ id, messages }) =>
    readFile(`malformed/${id}`, JSON.stringify(messages)),
  )
  return [...fromFiles, ...malformed]
}

function readFile(name: string, text: string): readonly Session[] {
  const format = detectFormat(text)
  if (format === null) throw new Error(`${name} is in no known format`)
  return orThrow(splitSessions(text, format)).map((source, index, all) => ({
    name: all.length === 1 ? name : `${name}#${String(index + 1)}`,
    transcript: orThrow(
      readTranscript(source, {
        scope: SCOPE,
        counter,
        hash: nodeHash(),
        trustCeiling: 'host',
        store: 'session',
        observedAt: AT,
      }),
    ),
  }))
}
