/**
 * Which item does a turn of a session become? Labels, binding, tokens and content; the parts stay in the originals.
 */
import type { ContextItem, ContextItemInput, ItemKind, Role } from '../../contract/context-item.js'
import type { Trust } from '../../contract/labels.js'
import { ok, type Result } from '../../contract/result.js'
import { ExternalId, Name } from '../../contract/scalars.js'
import { isWellFormedText } from '../../base/text/well-formed.js'
import { effectiveTrust } from '../../facade/pure-rules.js'
import { contentOfText } from './content-of-text.js'
import { countTurn } from './count-parts.js'
import type { DraftTurn } from './entry-reading.js'
import { hasLoneEscape } from './lone-escape.js'
import { textOf } from './text-of.js'
import type { ProblemWord, ReadOptions } from './transcript.js'
import type { ThinkingPart, TranscriptFormat, TurnPart } from './turn.js'
import { isWellFormedValue } from './well-formed-value.js'

/** What an item is called and where and when it was said. */
export interface ItemNaming {
  readonly itemId: string
  readonly kind: ItemKind
  readonly format: TranscriptFormat
  readonly sourceId: string
  readonly sequence: number
  readonly observedAt: string
  readonly actor: unknown
  /** The item whose message this one continues. */
  readonly boundTo?: string | undefined
}

/** The most calls, or results, that one item can bind (the bound of the contract). */
export const PARTS_MAX = 1_048_576

const TRUST_OF: { readonly [R in Role]: Trust } = {
  system: 'host',
  developer: 'host',
  user: 'user',
  assistant: 'external',
  tool: 'external',
}

/**
 * Makes the item of a turn.
 *
 * @param draft a turn that {@link problemOfDraft} found nothing wrong with.
 * @returns failed: `PortFailed` when the counter or the hash does not answer.
 */
export function itemOfTurn(draft: DraftTurn, naming: ItemNaming, options: ReadOptions): Result<ContextItem> {
  const tokens = countTurn(draft.parts, options.counter)
  if (!tokens.ok) return tokens
  const content = contentOfText(textOf(draft.parts), naming.sourceId, options)
  if (!content.ok) return content
  const item: ContextItemInput = {
    itemId: naming.itemId,
    kind: naming.kind,
    labels: {
      scope: options.scope,
      trust: effectiveTrust(draft.trust ?? TRUST_OF[draft.role], options.trustCeiling),
      sensitivity: options.sensitivity ?? 'internal',
      sinks: ['*'],
    },
    source: { store: options.store, id: naming.sourceId, sequence: naming.sequence },
    provenance: {
      origin: naming.format,
      observedAt: naming.observedAt,
      ...(Name.is(naming.actor) ? { actor: naming.actor } : {}),
    },
    tokens: { ...tokens.value, counter: options.counter.manifest.id },
    priority: 500_000,
    pinned: false,
    createdAt: naming.observedAt,
    ...content.value,
    ...(naming.kind === 'summary' ? {} : { binding: bindingOf(draft, naming.boundTo) }),
  }
  return ok(item as ContextItem)
}

/** Why a turn cannot be an item, `null` when it can. Ids are compared as they stand, so they are never mended. */
export function problemOfDraft({ parts }: DraftTurn): ProblemWord | null {
  if (parts.length > PARTS_MAX) return 'too-many-parts'
  if (!isWellFormedText(textOf(parts))) return 'ill-formed-text'
  for (const part of parts) {
    if (!hasSoundNames(part)) return 'malformed-message'
    if (hasHiddenIllFormedText(part)) return 'ill-formed-text'
  }
  return null
}

function hasSoundNames(part: TurnPart): boolean {
  if (part._tag !== 'Call' && part._tag !== 'Result') return true
  return ExternalId.is(part.callId) && (part.name === undefined || ExternalId.is(part.name))
}

/** Texts that go back to a provider and are not shown as they stand. */
function hasHiddenIllFormedText(part: TurnPart): boolean {
  if (part._tag === 'Call') return hasLoneEscape(part.argumentsJson)
  if (part._tag === 'Media') return !isWellFormedValue(part.raw)
  if (part._tag === 'Result') return part.content.some(hasHiddenIllFormedText)
  return part._tag === 'Thinking' && !isWellFormedText(hiddenTextOf(part))
}

function hiddenTextOf({ signature, redacted, encrypted }: ThinkingPart): string {
  return `${signature ?? ''}|${redacted ?? ''}|${encrypted ?? ''}`
}

function bindingOf(
  { role, parts }: DraftTurn,
  boundTo: string | undefined,
): NonNullable<ContextItemInput['binding']> {
  const calls: { callId: string; name: string }[] = []
  const results: { callId: string }[] = []
  for (const part of parts) {
    if (part._tag === 'Call') calls.push({ callId: part.callId, name: part.name })
    if (part._tag === 'Result') results.push({ callId: part.callId })
  }
  return {
    role,
    ...(calls.length > 0 ? { calls } : {}),
    ...(results.length > 0 ? { results } : {}),
    ...(boundTo === undefined ? {} : { boundTo: [boundTo] }),
  }
}
