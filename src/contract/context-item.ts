/**
 * What is one thing a model may be shown? A message, a rule, a memory, a tool result: text with labels,
 * a source, a token count, and what it is bound to.
 */
import { field, sealed } from './sealed.js'
import { flag, integer, list, oneOf, text } from './primitives.js'
import type { Rule } from './shape.js'
import { Labels } from './labels.js'
import { ContentRef, Provenance, SourceRef } from './source.js'
import { ExternalId, Identifier, Instant, Name, TokenCount } from './scalars.js'
import type { Plain, TypeOf } from './type-of.js'

/** The name of the item document; also the domain of an item's digest. @since 0.1.0 */
export const CONTEXT_ITEM_SCHEMA = 'cmk/context-item/v1'

/** The largest content of an item, in code points; a larger one is handed over by reference. @since 0.1.0 */
export const CONTENT_MAX = 4_194_304

/**
 * What an item can be. The kind decides which partition pays ({@link PARTITION_OF}) and where the item stands. Of
 * items equally wanted and equally old the kind named earlier goes first.
 *
 * @since 0.1.0
 */
export const ITEM_KINDS = [
  'system-policy',
  'project-rule',
  'skill',
  'tool-schema',
  'memory',
  'pin',
  'summary',
  'message',
  'tool-evidence',
  'artifact-ref',
  'task-state',
  'history-evidence',
  'project-snippet',
] as const
/** One word of {@link ITEM_KINDS}. @since 0.1.0 */
export const ItemKind = oneOf('ItemKind', ITEM_KINDS)
/** One word of {@link ITEM_KINDS}. @since 0.1.0 */
export type ItemKind = TypeOf<typeof ItemKind>

/**
 * Who speaks in a message. `system` and `developer` need trust `verified` or better, or the item is dropped as
 * `untrusted_system_policy`; the newest `user` message is the current request.
 *
 * @since 0.1.0
 */
export const Role = oneOf('Role', ['system', 'developer', 'user', 'assistant', 'tool'])
/** One of `system`, `developer`, `user`, `assistant`, `tool`. @since 0.1.0 */
export type Role = TypeOf<typeof Role>

/** How many calls, results or bonds one item may have: a message with 200,000 parts is legal. */
const PARTS_MAX = 1_048_576

/**
 * What the content of an item costs, without the overhead of a message: whole tokens, `expected` at most `safe`. A
 * `safe` below the lower bound of the text (its length in code units, divided by 32) is raised in planning and
 * reported.
 *
 * @since 0.1.0
 */
export const ItemTokens = sealed({
  name: 'ItemTokens',
  description: 'How many tokens the content costs.',
  required: {
    expected: field(TokenCount, 'The count the counter expects.'),
    safe: field(TokenCount, 'The count the counter does not expect to be passed; at least `expected`.'),
    counter: field(Identifier, 'The counter that made both figures.'),
  },
})

/**
 * A call that an item makes. The nearest later result with the same id answers it; an id may be used again once it is
 * answered.
 *
 * @since 0.1.0
 */
export const ToolCall = sealed({
  name: 'ToolCall',
  description: 'A call the item makes.',
  required: { callId: field(ExternalId, 'The id a result answers; ids may be reused later.') },
  optional: { name: field(text('ToolName', { max: 512 }), 'The tool that is called.') },
})

/**
 * An answer to the nearest open call of this id that stands before the item. Rising `part` numbers make several items
 * one result; without `part` the result is whole.
 *
 * @since 0.1.0
 */
export const ToolResult = sealed({
  name: 'ToolResult',
  description: 'A call the item answers.',
  required: { callId: field(ExternalId, 'The id of the call that is answered.') },
  optional: {
    part: field(integer('ResultPart', 0, 2_147_483_647), 'Position among the parts of one result, rising.'),
  },
})

/**
 * What an item belongs to. Its marks (open approvals, pending tools, recovery and so on) protect it only with trust
 * `user` or better; `boundTo` works one way: the item falls with what it is bound to, never the other way.
 *
 * @since 0.1.0
 */
export const Binding = sealed({
  name: 'Binding',
  description: 'What the item belongs to: a role, calls, results, other items, open work, an environment.',
  required: {},
  optional: {
    role: field(Role, 'Who speaks.'),
    calls: field(list('ToolCalls', ToolCall, { min: 0, max: PARTS_MAX }), 'The calls the item makes.'),
    results: field(
      list('ToolResults', ToolResult, { min: 0, max: PARTS_MAX }),
      'The calls the item answers.',
    ),
    boundTo: field(
      list('Bonds', Identifier, { min: 0, max: 4096 }),
      'Items this one travels with: it falls with any of them, unless its own position protects it.',
    ),
    taskState: field(
      oneOf('TaskState', ['pending', 'running', 'waiting', 'terminal']),
      'How far the task is.',
    ),
    toolOutcome: field(
      oneOf('ToolOutcome', ['pending', 'succeeded', 'failed', 'unknown']),
      'How the tool call ended.',
    ),
    approval: field(ExternalId, 'An approval that is still open.'),
    question: field(ExternalId, 'A question to a person that is still open.'),
    humanTask: field(ExternalId, 'A task of a person that is still open.'),
    requiredForRecovery: field(flag('RequiredForRecovery'), 'Whether a restart cannot do without the item.'),
    cwd: field(text('Cwd', { max: 4096 }), 'The working directory the item establishes.'),
    worktree: field(text('Worktree', { max: 4096 }), 'The work tree the item establishes.'),
    permissionCeiling: field(Name, 'The permission ceiling the item establishes.'),
    budgetRevision: field(ExternalId, 'The budget revision the item establishes.'),
  },
})
/** The bonds and marks of an item; every field may be absent. @since 0.1.0 */
export type Binding = TypeOf<typeof Binding>

const required = {
  itemId: field(Identifier, 'The id of the item, unique in a request.'),
  kind: field(ItemKind, 'What the item is.'),
  labels: field(Labels, 'Whose it is, how far trusted, how sensitive, where it may go.'),
  source: field(SourceRef, 'Where it was read.'),
  provenance: field(Provenance, 'Who made it and when it was observed.'),
  tokens: field(ItemTokens, 'What it costs.'),
  priority: field(integer('Priority', 0, 1_000_000), 'How much the host wants it, higher first.'),
  pinned: field(flag('Pinned'), 'Whether a plan must carry it; needs trust user or better.'),
  createdAt: field(Instant, 'When it was made, in UTC.'),
}

const optional = {
  expiresAt: field(Instant, 'The instant from which it is no longer shown.'),
  content: field(text('Content', { max: CONTENT_MAX }), 'The text itself.'),
  contentRef: field(ContentRef, 'Where the text lies, and what is shown in its place.'),
  binding: field(Binding, 'What the item belongs to.'),
}

type Shaped = import('./sealed.js').Sealed<typeof required, typeof optional>

const CONVERSATION: ReadonlySet<string> = new Set(['message', 'tool-evidence', 'artifact-ref'])

/**
 * Whether items of this kind have a position in the conversation: `message`, `tool-evidence`, `artifact-ref`.
 *
 * @since 0.1.0
 */
export function isConversationKind(kind: ItemKind): boolean {
  return CONVERSATION.has(kind)
}

/**
 * What makes an item sound beyond its shape: exactly one content, a sequence for conversation kinds, `expected` within
 * `safe`, calls in the conversation only, and an expiry that is not before the creation. Each breach is an issue of
 * `DocumentRefused` with the rule's id.
 *
 * @since 0.1.0
 */
export const CONTEXT_ITEM_RULES: readonly Rule<Shaped>[] = [
  {
    id: 'one-content',
    text: 'an item has exactly one of content and contentRef',
    breach: (item) => ((item.content === undefined) === (item.contentRef === undefined) ? '/content' : null),
  },
  {
    id: 'sequence-of-conversation',
    text: 'an item of a conversation kind has source.sequence',
    breach: (item) =>
      isConversationKind(item.kind) && item.source.sequence === undefined ? '/source/sequence' : null,
  },
  {
    id: 'expected-within-safe',
    text: 'tokens.expected is at most tokens.safe',
    breach: (item) => (item.tokens.expected > item.tokens.safe ? '/tokens/safe' : null),
  },
  {
    id: 'calls-in-conversation',
    text: 'only an item of a conversation kind makes or answers calls',
    breach: (item) => {
      if (item.binding === undefined || isConversationKind(item.kind)) return null
      if (item.binding.calls !== undefined) return '/binding/calls'
      return item.binding.results === undefined ? null : '/binding/results'
    },
  },
  {
    id: 'expiry-after-creation',
    text: 'expiresAt is not before createdAt',
    breach: (item) => (item.expiresAt !== undefined && item.expiresAt < item.createdAt ? '/expiresAt' : null),
  },
]

/**
 * One thing a model may be shown. Unknown keys are refused; {@link CONTEXT_ITEM_RULES} are checked after the shape.
 *
 * @since 0.1.0
 */
export const ContextItem = sealed({
  name: 'ContextItem',
  description: 'One thing a model may be shown.',
  required,
  optional,
  rules: CONTEXT_ITEM_RULES,
})
/** An item that was decoded; hosts write a {@link ContextItemInput}. @since 0.1.0 */
export type ContextItem = TypeOf<typeof ContextItem>
/** An item as a host writes it: the same shape with plain texts and numbers. @since 0.1.0 */
export type ContextItemInput = Plain<ContextItem>
