/**
 * Do plans of real sessions keep the promises? Every session of the data folder at five windows, three placements and
 * every message format: what was written is validated and recounted, and every refusal is held to its word.
 */
import {
  MESSAGE_FORMATS,
  recountTotal,
  validateMessages,
  writeMessages,
} from '../../src/hosts/transcripts/index.js'
import { isWellFormedText } from '../../src/base/text/well-formed.js'
import { orThrow, type ContextPlan, type KernelError, type PlanRequestInput } from '../../src/index.js'
import type { Figure } from './figures.js'
import { readSessions, type Session } from './eval-sessions.js'
import { CALLER, counter, kernel } from './measured-kernel.js'

const WINDOWS = [500, 2_000, 8_000, 32_000, 200_000]
const PLACEMENTS = ['hybrid', 'stable-prefix', 'latest-user'] as const
const counts = {
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

/** All sessions of the data folder; the runs of one file are 60 of them, the malformed histories 18. */
const SESSIONS = 90

export function evalPlan(log: (line: string) => void): readonly Figure[] {
  const read = readSessions()
  if (read === null) {
    log('no data folder: set CMK_SHARED_DATA or place it at ../shared/data')
    return [{ name: 'plan-sessions', value: 0, operator: '>=', bound: SESSIONS }]
  }
  const { sessions, unread } = read
  for (const name of unread) log(`${name}: in no known format`)
  const lost = sessions.filter(({ isRestored }) => !isRestored)
  for (const { name } of lost) log(`${name}: not written back as it stood`)
  for (const session of sessions) {
    for (const windowTokens of WINDOWS) {
      for (const placement of PLACEMENTS) checkPlan(session, { windowTokens, placement }, log)
    }
  }
  return [
    { name: 'plan-sessions', value: sessions.length, operator: '>=', bound: SESSIONS },
    { name: 'plan-files-not-read', value: unread.length, operator: '==', bound: 0 },
    { name: 'plan-round-trips-lost', value: lost.length, operator: '==', bound: 0 },
    ...planFigures(),
  ]
}

function planFigures(): readonly Figure[] {
  return [
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
