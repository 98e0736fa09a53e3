/**
 * What does a set of items cost, which items are admitted, and which are protected, read from the requirements? Shares no
 * code with the kernel but the counter's bound, which the plan names.
 */
import type { CallerInput } from '../../src/contract/caller.js'
import type { ContextItemInput } from '../../src/contract/context-item.js'
import { SENSITIVITY_LEVELS, TRUST_LEVELS } from '../../src/contract/labels.js'
import { jointSafeTokens } from '../../src/base/tokens/estimate.js'
import { COUNTER } from './item-of.js'
import { naivePairing } from './pairing-oracle.js'

/** The counts a plan uses, in tokens: what is claimed, raised to one token in 32 code units. */
export function countsOf(item: ContextItemInput): { readonly expected: number; readonly safe: number } {
  const shown = item.content ?? item.contentRef?.summary ?? ''
  const least = Math.ceil(shown.length / 32)
  return { expected: Math.max(item.tokens.expected, least), safe: Math.max(item.tokens.safe, least) }
}

/** What items cost together at most, without the overhead of the plan. */
export function costOfItems(items: readonly ContextItemInput[], perMessageTokens: number): number {
  const own = items.filter((item) => item.tokens.counter === COUNTER).map(countsOf)
  const foreign = items.filter((item) => item.tokens.counter !== COUNTER).map(countsOf)
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const joint = jointSafeTokens({
    items: own.length,
    expectedSum: sum(own.map(({ expected }) => expected)),
    safeSum: sum(own.map(({ safe }) => safe)),
    safeMax: own.reduce((most, { safe }) => Math.max(most, safe), 0),
  })
  return perMessageTokens * items.length + joint + sum(foreign.map(({ safe }) => safe))
}

/** What a whole plan costs at most; an empty one costs nothing. */
export function totalOfItems(
  items: readonly ContextItemInput[],
  budget: { readonly perMessageTokens: number; readonly perPlanTokens: number },
): number {
  return items.length === 0 ? 0 : budget.perPlanTokens + costOfItems(items, budget.perMessageTokens)
}

/** Whether an item is trusted at least so far, under the caller's ceiling. */
export function isTrusted(
  item: ContextItemInput,
  level: (typeof TRUST_LEVELS)[number],
  caller: CallerInput,
): boolean {
  const rank = (trust: (typeof TRUST_LEVELS)[number]) => TRUST_LEVELS.indexOf(trust)
  return Math.min(rank(item.labels.trust), rank(caller.trustCeiling)) >= rank(level)
}

/** The first reason against showing an item, or null. */
export function denialReason(item: ContextItemInput, caller: CallerInput, now: string): string | null {
  const { scope, sinks, sensitivity } = item.labels
  const rank = (level: (typeof SENSITIVITY_LEVELS)[number]) => SENSITIVITY_LEVELS.indexOf(level)
  const isSame = (one: { kind: string; id: readonly string[] }) =>
    JSON.stringify(one) === JSON.stringify(plainScope(scope))
  if (item.expiresAt !== undefined && item.expiresAt <= now) return 'expired'
  if (!caller.scopes.map(plainScope).some(isSame)) return 'scope_denied'
  if (!sinks.includes('*') && !sinks.includes(caller.sink.sink)) return 'sink_denied'
  if (rank(sensitivity) > rank(caller.sink.clearance)) return 'sensitivity_denied'
  if (sensitivity === 'restricted' && caller.sink.locality === 'remote') return 'sensitivity_denied'
  const role = item.binding?.role
  const isSystem = item.kind === 'system-policy' || role === 'system' || role === 'developer'
  return isSystem && !isTrusted(item, 'verified', caller) ? 'untrusted_system_policy' : null
}

function plainScope({ kind, id }: { kind: string; id: readonly string[] }) {
  return { kind, id: [...id] }
}

export function isUserMessage(item: ContextItemInput): boolean {
  return item.kind === 'message' && item.binding?.role === 'user'
}

/** Whether a mark asks for protection, trusted or not. */
export function isMarked(item: ContextItemInput): boolean {
  const { binding } = item
  if (item.pinned || item.kind === 'pin') return true
  if (binding === undefined) return false
  const openTask = binding.taskState !== undefined && binding.taskState !== 'terminal'
  const openTool = binding.toolOutcome === 'pending' || binding.toolOutcome === 'unknown'
  const named = [
    binding.approval,
    binding.question,
    binding.humanTask,
    binding.cwd,
    binding.worktree,
    binding.permissionCeiling,
    binding.budgetRevision,
  ]
  return (
    openTask || openTool || binding.requiredForRecovery === true || named.some((mark) => mark !== undefined)
  )
}

/** Items required for recovery, whose mark counts. */
export function isRecoveryItem(item: ContextItemInput, caller: CallerInput): boolean {
  return item.binding?.requiredForRecovery === true && isTrusted(item, 'user', caller)
}

/** The ids of every item that may not be shown for its own sake. */
export function barredIds(
  items: readonly ContextItemInput[],
  caller: CallerInput,
  now: string,
): ReadonlySet<string> {
  return new Set(items.filter((item) => denialReason(item, caller, now) !== null).map(({ itemId }) => itemId))
}

/** The ids of every item that must be in a plan. */
export function protectedIds(
  items: readonly ContextItemInput[],
  caller: CallerInput,
  now: string,
): ReadonlySet<string> {
  const { conversation, live } = naivePairing(items, barredIds(items, caller, now))
  const ids = new Set<string>(live)
  const current = conversation.findLast(isUserMessage)
  if (current !== undefined) ids.add(current.itemId)
  for (const item of items) {
    if (isMarked(item) && isTrusted(item, 'user', caller)) ids.add(item.itemId)
    if (item.kind === 'system-policy' && isTrusted(item, 'verified', caller)) ids.add(item.itemId)
  }
  return ids
}
