/**
 * What does each item of a plan say? Its own turn, or the text that stands in its place; in the order of the plan. It
 * decides nothing about a provider.
 */
import type { ContextItem, Role } from '../../contract/context-item.js'
import { ok, type Result } from '../../contract/result.js'
import type { Plain } from '../../contract/type-of.js'
import type { MessagesRefused } from '../../contract/kernel-error.js'
import { codexItemOf } from './codex-entry.js'
import { asRecord, type JsonRecord } from './json-record.js'
import { refuseMessages } from './messages-refused.js'
import { rawBlockFinder, type FindRawBlocks } from './raw-blocks.js'
import { renderSupplement, supplementRole } from './render-supplement.js'
import { textOf } from './text-of.js'
import { SYSTEM_PLACE } from './transcript.js'
import type { WholeInput } from './whole-input.js'
import type { CallPart, MessageFormat, Originals, ResultPart, TextPart, Turn, TurnPart } from './turn.js'

type Item = Plain<ContextItem>

/** What an item of the plan says. */
export interface ShownTurn {
  readonly itemId: string
  readonly role: Role
  readonly parts: readonly TurnPart[]
  /** Of each result among the parts, its number where it is one piece of a longer result. */
  readonly pieces: readonly (number | undefined)[]
  /** Whether the item's text stands in place of its turn. */
  readonly replaced: boolean
  /** The message it was read from, where the session has the very format that is written. */
  readonly raw: JsonRecord | null
  /** Of each part, the block of the raw message it was read from, or null. */
  readonly blocks: readonly (JsonRecord | null)[]
}

/**
 * Looks up what every selected item says.
 *
 * @returns failed: `MessagesRefused` with rule `known-item` where the plan names an item that is not given, or
 *          `known-call` where an item makes calls but no original says with which arguments.
 */
export function showTurns(
  format: MessageFormat,
  input: WholeInput,
): Result<readonly ShownTurn[], MessagesRefused> {
  const items = new Map(input.items.map((item) => [item.itemId, item]))
  const native = isNative(format, input.originals) ? nativeOf(input.originals) : null
  const shown: ShownTurn[] = []
  const unknown: string[] = []
  const callsUnknown: string[] = []
  for (const { itemId } of input.plan.selected) {
    const item = items.get(itemId)
    const turn = input.originals.turns.get(itemId)
    if (item === undefined) unknown.push(itemId)
    else if (turn !== undefined) shown.push(showTurn(item, turn, native))
    else if ((item.binding?.calls?.length ?? 0) > 0) callsUnknown.push(itemId)
    else shown.push(showSupplement(item))
  }
  if (unknown.length > 0) {
    return refuseMessages(format, {
      rule: 'known-item',
      itemIds: unknown,
      remedy: 'give every item the plan selected',
    })
  }
  if (callsUnknown.length > 0) {
    const remedy = 'give the originals these calls were read from'
    return refuseMessages(format, { rule: 'known-call', itemIds: callsUnknown, remedy })
  }
  return ok(shown)
}

/** A session in the format that is written: a raw message may go as it came. */
interface Native {
  readonly originals: Originals
  readonly blocksOf: FindRawBlocks
}

/** A Codex session holds items of OpenAI Responses. */
function isNative(format: MessageFormat, { format: read }: Originals): boolean {
  return format === read || (format === 'openai-responses' && read === 'codex')
}

function nativeOf(originals: Originals): Native {
  return { originals, blocksOf: rawBlockFinder() }
}

function showTurn(item: Item, turn: Turn, native: Native | null): ShownTurn {
  const pieces = (item.binding?.results ?? []).map((result) => result.part)
  const { itemId } = item
  const own = item.content !== undefined && item.content === textOf(turn.parts)
  if (!own) {
    const parts = replacedParts(turn, item.content ?? item.contentRef?.summary ?? '')
    return {
      itemId,
      role: turn.role,
      parts,
      pieces,
      replaced: true,
      raw: null,
      blocks: parts.map(() => null),
    }
  }
  const raw = native === null ? null : rawMessage(turn, native.originals)
  const { role, parts } = turn
  const blocks = native?.blocksOf(turn, raw) ?? parts.map(() => null)
  return { itemId, role, parts, pieces, replaced: false, raw, blocks }
}

/** The text stands once, where the first result or the message stood; calls keep their ids and names. */
function replacedParts(turn: Turn, text: string): readonly TurnPart[] {
  const calls = turn.parts.flatMap((part): CallPart[] =>
    part._tag === 'Call' ? [{ ...part, argumentsJson: '{}' }] : [],
  )
  const shown: readonly TextPart[] = text === '' ? [] : [{ _tag: 'Text', text }]
  const results = turn.parts
    .filter((part) => part._tag === 'Result')
    .map((part, index): ResultPart => ({ ...part, content: index === 0 ? shown : [] }))
  return results.length > 0 ? [...results, ...calls] : [...shown, ...calls]
}

function showSupplement(item: Item): ShownTurn {
  const text: TextPart = { _tag: 'Text', text: renderSupplement(item) }
  const results = item.binding?.results ?? []
  const parts: readonly TurnPart[] =
    results.length === 0
      ? [text]
      : results.map(({ callId }, index): ResultPart => {
          const isError = item.binding?.toolOutcome === 'failed'
          return { _tag: 'Result', callId, content: index === 0 ? [text] : [], isError }
        })
  const role = results.length === 0 ? supplementRole(item) : 'tool'
  const pieces = results.map((result) => result.part)
  return {
    itemId: item.itemId,
    role,
    parts,
    pieces,
    replaced: false,
    raw: null,
    blocks: parts.map(() => null),
  }
}

function rawMessage(turn: Turn, { format, entries, envelope }: Originals): JsonRecord | null {
  const entry = entries[turn.place.message]
  if (format === 'codex') return codexItemOf(entry)
  if (turn.place.message !== SYSTEM_PLACE) return asRecord(entry)
  const system = asRecord(envelope)?.['system']
  return system === undefined ? null : { content: system }
}
