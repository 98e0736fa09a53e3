/**
 * How does a test write an item in one line? By what matters to it; everything else is plain and admitted.
 */
import type { ContextItemInput } from '../../src/contract/context-item.js'
import { estimateTokens } from '../../src/base/tokens/estimate.js'

export type ItemBinding = NonNullable<ContextItemInput['binding']>
export type ItemLabels = ContextItemInput['labels']

export const NOW = '2026-03-01T12:00:00.000Z'
export const BEFORE = '2026-02-01T00:00:00.000Z'
export const COUNTER = 'feature-v3'

export const SESSION_SCOPE: ItemLabels['scope'] = { kind: 'session', id: ['acme', 's1'] }
export const FOREIGN_SCOPE: ItemLabels['scope'] = { kind: 'session', id: ['acme', 's2'] }

/** What a test may say of an item. */
export interface ItemSpec {
  readonly kind?: ContextItemInput['kind']
  readonly content?: string
  readonly contentRef?: ContextItemInput['contentRef']
  readonly sequence?: number
  readonly binding?: ItemBinding
  readonly labels?: Partial<ItemLabels>
  readonly priority?: number
  readonly pinned?: boolean
  readonly createdAt?: string
  readonly expiresAt?: string
  readonly tokens?: Partial<ContextItemInput['tokens']>
}

/** An item; a conversation kind without a sequence gets none and is refused. */
export function itemOf(itemId: string, spec: ItemSpec = {}): ContextItemInput {
  const content = spec.contentRef === undefined ? (spec.content ?? `content of ${itemId}`) : undefined
  return {
    itemId,
    kind: spec.kind ?? 'message',
    labels: { ...ADMITTED, ...spec.labels },
    source: {
      store: 'log',
      id: itemId,
      ...(spec.sequence === undefined ? {} : { sequence: spec.sequence }),
    },
    provenance: { origin: 'test', observedAt: BEFORE },
    tokens: { ...countOf(content ?? spec.contentRef?.summary ?? ''), ...spec.tokens },
    priority: spec.priority ?? 500_000,
    pinned: spec.pinned ?? false,
    createdAt: spec.createdAt ?? BEFORE,
    ...(spec.expiresAt === undefined ? {} : { expiresAt: spec.expiresAt }),
    ...(content === undefined ? {} : { content }),
    ...(spec.contentRef === undefined ? {} : { contentRef: spec.contentRef }),
    ...(spec.binding === undefined ? {} : { binding: spec.binding }),
  }
}

/** A message of a role; users are trusted as users, the system as the host, everybody else as external. */
export function messageOf(
  role: NonNullable<ItemBinding['role']>,
  sequence: number,
  spec: ItemSpec = {},
): ContextItemInput {
  const trust = role === 'user' ? 'user' : role === 'system' || role === 'developer' ? 'host' : 'external'
  return itemOf(`${role}-${String(sequence)}`, {
    ...spec,
    sequence,
    binding: { role, ...spec.binding },
    labels: { trust, ...spec.labels },
  })
}

/** An assistant message that makes calls. */
export function callOf(sequence: number, callIds: readonly string[], spec: ItemSpec = {}): ContextItemInput {
  return messageOf('assistant', sequence, {
    ...spec,
    binding: { calls: callIds.map((callId) => ({ callId })), ...spec.binding },
  })
}

/** Tool evidence that answers calls. */
export function resultOf(
  sequence: number,
  callIds: readonly string[],
  spec: ItemSpec = {},
): ContextItemInput {
  return messageOf('tool', sequence, {
    kind: 'tool-evidence',
    ...spec,
    binding: { results: callIds.map((callId) => ({ callId })), ...spec.binding },
  })
}

const ADMITTED: ItemLabels = { scope: SESSION_SCOPE, trust: 'user', sensitivity: 'internal', sinks: ['*'] }

function countOf(text: string): ContextItemInput['tokens'] {
  return { ...estimateTokens(text), counter: COUNTER }
}
