/**
 * What does planning need to know of an item, whoever asks? Facts depend on the item alone, so a sealed item
 * carries them, with its seal, from plan to plan.
 */
import type { PairingEntry } from '../../base/pairing.js'
import { lowerBoundTokens } from '../../base/tokens/estimate.js'
import {
  ITEM_KINDS,
  isConversationKind,
  type ContextItem,
  type ItemKind,
} from '../../contract/context-item.js'
import type { KeepReason } from '../../contract/context-plan.js'
import { PARTITION_OF, PARTITIONS, type Partition } from '../../contract/partition.js'
import type { Seal } from './seal.js'
import { SIGNAL } from './signals.js'

export interface ItemFacts {
  readonly item: ContextItem
  readonly itemId: ContextItem['itemId']
  readonly labels: ContextItem['labels']
  readonly expiresAt: string | undefined
  /** The counter that made the figures. */
  readonly counter: string
  readonly partition: Partition
  /** Position in the order in which kinds are laid out and ties are broken. */
  readonly kindRank: number
  /** Position in the conversation, or -1 for kinds that have none. */
  readonly sequence: number
  /** In tokens, never below the lower bound of the text. */
  readonly expected: number
  readonly safe: number
  /** The mark that asks for protection, where there is one; it counts only with trust. */
  readonly mark: KeepReason | null
  /** Bits of `SIGNAL`. */
  readonly signals: number
  /** What it calls and answers. */
  readonly entry: PairingEntry
  /** Ids of the items it travels with. */
  readonly boundTo: readonly string[]
  /** What sealing added; null where the item is not sealed. */
  readonly seal: Seal | null
}

const PARTITION_RANK = new Map<Partition, number>(PARTITIONS.map((partition, rank) => [partition, rank]))
const KIND_RANK = new Map<ItemKind, number>(ITEM_KINDS.map((kind, rank) => [kind, rank]))

/** The place of a partition in the order in which partitions are filled. */
export function partitionRank(partition: Partition): number {
  return PARTITION_RANK.get(partition) ?? 0
}

/** The facts of a decoded item, with its seal where it has one. */
export function factsOf(item: ContextItem, seal: Seal | null = null): ItemFacts {
  const bound = lowerBound(item)
  const expected = Math.max(item.tokens.expected, bound)
  const safe = Math.max(item.tokens.safe, bound)
  const partition = PARTITION_OF[item.kind]
  return {
    item,
    itemId: item.itemId,
    labels: item.labels,
    expiresAt: item.expiresAt,
    counter: item.tokens.counter,
    partition,
    kindRank: KIND_RANK.get(item.kind) ?? 0,
    sequence: isConversationKind(item.kind) ? (item.source.sequence ?? -1) : -1,
    expected,
    safe,
    mark: markOf(item),
    signals: signalsOf(item, {
      partition,
      isRaised: expected !== item.tokens.expected || safe !== item.tokens.safe,
    }),
    entry: entryOf(item),
    boundTo: item.binding?.boundTo ?? NO_BONDS,
    seal,
  }
}

function signalsOf(
  item: ContextItem,
  { partition, isRaised }: { readonly partition: Partition; readonly isRaised: boolean },
): number {
  const { binding, kind } = item
  const role = binding?.role
  const isPolicy = kind === 'system-policy'
  const isMarked = isPolicy || markOf(item) !== null
  return (
    (kind === 'message' && role === 'user' ? SIGNAL.userMessage : 0) |
    (isPolicy || role === 'system' || role === 'developer' ? SIGNAL.speaksAsSystem : 0) |
    (binding?.approval === undefined ? 0 : SIGNAL.approval) |
    (binding?.requiredForRecovery === true ? SIGNAL.recovery : 0) |
    (isMarked ? SIGNAL.marked : 0) |
    (binding?.boundTo === undefined ? 0 : SIGNAL.bound) |
    (isRaised ? SIGNAL.raised : 0) |
    (item.expiresAt === undefined ? 0 : SIGNAL.expires) |
    (kind === 'summary' ? SIGNAL.summary : 0) |
    (partition === 'instructions' || partition === 'tools' ? SIGNAL.instruction : 0) |
    (binding?.calls === undefined && binding?.results === undefined ? 0 : SIGNAL.exchange)
  )
}

const NO_BONDS: readonly string[] = []
const NO_CALLS: PairingEntry = { calls: [], results: [] }

function entryOf({ binding }: ContextItem): PairingEntry {
  if (binding?.calls === undefined && binding?.results === undefined) return NO_CALLS
  return {
    calls: (binding.calls ?? []).map((call) => call.callId),
    results: (binding.results ?? []).map(({ callId, part }) =>
      part === undefined ? { id: callId } : { id: callId, part },
    ),
  }
}

/** A megabyte of text cannot claim one token; a reference is judged by what is shown in its place. */
function lowerBound(item: ContextItem): number {
  const shown = item.content ?? item.contentRef?.summary ?? ''
  return lowerBoundTokens(shown.length)
}

/** Whether an item may be shown by reference instead of in full. */
export function isOffloadable(item: ContextItem): boolean {
  if (item.content === undefined) return false
  return item.kind === 'tool-evidence' || item.kind === 'history-evidence' || item.kind === 'project-snippet'
}

function markOf(item: ContextItem): KeepReason | null {
  if (item.pinned || item.kind === 'pin') return 'pinned'
  return item.binding === undefined ? null : markOfBinding(item.binding)
}

function markOfBinding(binding: NonNullable<ContextItem['binding']>): KeepReason | null {
  const { taskState, toolOutcome } = binding
  if (taskState !== undefined && taskState !== 'terminal') return 'open_task'
  if (toolOutcome === 'pending' || toolOutcome === 'unknown') return 'open_tool'
  if (binding.approval !== undefined) return 'open_approval'
  if (binding.question !== undefined) return 'open_question'
  if (binding.humanTask !== undefined) return 'open_human_task'
  if (binding.requiredForRecovery === true) return 'required_for_recovery'
  const { cwd, worktree, permissionCeiling, budgetRevision } = binding
  const environment = cwd ?? worktree ?? permissionCeiling ?? budgetRevision
  return environment === undefined ? null : 'environment'
}
