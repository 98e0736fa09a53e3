/**
 * Which conversations can a writer meet? Well-formed ones of every kind the formats allow, as turns in shared words, and
 * selections of their items that hold no half of an exchange. Every text is unique, so that it can be found again.
 */
import fc from 'fast-check'
import { pairExchanges } from '../../../src/base/pairing.js'
import { featureCounter } from '../../../src/adapters/tokens/index.js'
import type { ContextItem } from '../../../src/contract/context-item.js'
import type { ContextPlan } from '../../../src/contract/context-plan.js'
import type { Plain } from '../../../src/contract/type-of.js'
import { countTurn } from '../../../src/hosts/transcripts/count-parts.js'
import type { WriteInput } from '../../../src/hosts/transcripts/message-payload.js'
import { textOf } from '../../../src/hosts/transcripts/text-of.js'
import type { Originals, ResultPart, Turn, TurnPart } from '../../../src/hosts/transcripts/turn.js'

export type Item = Plain<ContextItem>

export const COUNTER = featureCounter()

/** What the default options charge. */
export const OVERHEAD = { perMessageTokens: 4, perPlanTokens: 32 }

export function partText(text: string): TurnPart {
  return { _tag: 'Text', text }
}

/** An item that says exactly what its turn says. */
export function itemOf({ itemId, role, parts }: Omit<Turn, 'place'>, sequence = 0): Item {
  const counted = countTurn(parts, COUNTER)
  if (!counted.ok) throw new Error(counted.error.message)
  const calls = parts.flatMap((part) =>
    part._tag === 'Call' ? [{ callId: part.callId, name: part.name }] : [],
  )
  const results = parts.flatMap((part) => (part._tag === 'Result' ? [{ callId: part.callId }] : []))
  return {
    itemId,
    kind: role === 'tool' ? 'tool-evidence' : 'message',
    labels: { scope: { kind: 'session', id: ['s'] }, trust: 'user', sensitivity: 'internal', sinks: ['*'] },
    source: { store: 'session', id: itemId, sequence },
    provenance: { origin: 'test', observedAt: '2026-01-01T00:00:00.000Z' },
    tokens: { ...counted.value, counter: COUNTER.manifest.id },
    priority: 500_000,
    pinned: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    content: textOf(parts),
    binding: {
      role,
      ...(calls.length > 0 ? { calls } : null),
      ...(results.length > 0 ? { results } : null),
    },
  }
}

/** Turns by item id, as a reader of another format would leave them. */
export function originalsOf(turns: readonly Turn[], format: Originals['format'] = 'pi'): Originals {
  return { format, entries: [], envelope: null, turns: new Map(turns.map((turn) => [turn.itemId, turn])) }
}

/** A plan of these items in their order, with the total that the kernel charges and no room beyond it. */
export function planOf(items: readonly Item[], roomTokens = 0): Plain<ContextPlan> {
  const total = totalOf(items)
  const plan = {
    selected: items.map((item) => ({ itemId: item.itemId, segment: 'conversation' })),
    awaiting: [],
    totalTokens: total,
    budget: { inputTokens: total + roomTokens, ...OVERHEAD },
  }
  return plan as unknown as Plain<ContextPlan>
}

/** jointSafe over the items, overhead of each and of the plan. */
export function totalOf(items: readonly Item[]): number {
  const sums = { expectedSum: 0, safeSum: 0, safeMax: 0, items: items.length }
  for (const { tokens } of items) {
    sums.expectedSum += tokens.expected
    sums.safeSum += tokens.safe
    sums.safeMax = Math.max(sums.safeMax, tokens.safe)
  }
  const joint = COUNTER.jointSafe(sums)
  if (!joint.ok) throw new Error(joint.error.code)
  return joint.value + OVERHEAD.perMessageTokens * items.length + OVERHEAD.perPlanTokens
}

export function inputOf(turns: readonly Turn[], chosen: readonly Item[] = turns.map(itemOf)): WriteInput {
  return { plan: planOf(chosen), items: chosen, originals: originalsOf(turns) }
}

type Step =
  | {
      readonly does: 'say'
      readonly role: 'user' | 'assistant'
      readonly parts: number
      readonly odd: number
    }
  | { readonly does: 'instruct' }
  | { readonly does: 'call'; readonly ids: readonly string[]; readonly odd: number; readonly thinks: number }
  | { readonly does: 'answer'; readonly pick: number; readonly many: number; readonly odd: number }

const anyId = fc.constantFrom(
  'call_0',
  'call_1',
  'toolu_01',
  'call_0',
  '',
  'a.b',
  'a b',
  'toString',
  'ä',
  'x'.repeat(60),
)
const odd = fc.nat(9)

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('say' as const),
      role: fc.constantFrom('user' as const, 'assistant' as const),
      parts: fc.integer({ min: 1, max: 3 }),
      odd,
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('instruct' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      does: fc.constant('call' as const),
      ids: fc.uniqueArray(anyId, { minLength: 1, maxLength: 3 }),
      odd,
      thinks: fc.nat(5),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('answer' as const),
      pick: fc.nat(9),
      many: fc.integer({ min: 1, max: 3 }),
      odd,
    }),
  },
)

const ARGUMENTS = [
  '{"at":"@"}',
  '{ "at" : "@",\n "n" : 1.50 }',
  'not json @',
  '["@"]',
  '{"at":"@","at":"twice"}',
  '{"at":"@","big":123456789012345678901}',
]
const IMAGE = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0=' } }

/** Replays steps: unanswered calls are answered at the end, so that the whole is well-formed. */
function turnsOf(steps: readonly Step[]): readonly Turn[] {
  const turns: Turn[] = []
  const waiting: string[] = []
  let serial = 0
  const word = () => `w${String((serial += 1))}x`
  const add = (role: Turn['role'], parts: readonly TurnPart[]) => {
    const message = turns.length
    turns.push({ itemId: `m:${String(message)}`, role, parts, place: { message, from: 0, to: parts.length } })
  }
  const result = (callId: string, how: number): ResultPart => {
    const media: ResultPart['content'] = how === 1 ? [{ _tag: 'Media', media: 'image', raw: IMAGE }] : []
    const texts = how === 0 ? [] : [{ _tag: 'Text' as const, text: how === 2 ? '  ' : `says ${word()}` }]
    return { _tag: 'Result', callId, content: [...texts, ...media], isError: how === 3 }
  }
  const answer = (pick: number, many: number, how: number) => {
    const results: ResultPart[] = []
    for (let left = Math.min(many, waiting.length); left > 0; left -= 1) {
      const [callId = ''] = waiting.splice(pick % waiting.length, 1)
      results.push(result(callId, how))
    }
    if (results.length > 0) add('tool', results)
  }
  for (const step of steps) {
    if (step.does === 'say') {
      const texts = Array.from({ length: step.parts }, () => partText(`says ${word()}`))
      const silent = step.odd === 0 ? [partText('')] : step.odd === 1 ? [partText(' \n')] : texts
      const media: TurnPart[] = step.odd === 2 ? [{ _tag: 'Media', media: 'image', raw: IMAGE }] : []
      const tail = step.odd === 3 ? [partText(`says ${word()} \n`)] : []
      add(step.role, [...silent, ...media, ...tail])
    } else if (step.does === 'instruct') {
      add('system', [partText(`rules ${word()}`)])
    } else if (step.does === 'call') {
      const thought = `thinks ${word()}`
      const thinking: TurnPart[] =
        step.thinks === 0
          ? [{ _tag: 'Thinking', text: thought, signature: 'c2ln' }]
          : step.thinks === 1
            ? [{ _tag: 'Thinking', text: thought }]
            : []
      const spoken = step.odd % 2 === 0 ? [partText(`calls ${word()}`)] : []
      const calls = step.ids.map((callId): TurnPart => {
        const argumentsJson = (ARGUMENTS[step.odd % ARGUMENTS.length] as string).replaceAll('@', word())
        return { _tag: 'Call', callId, name: step.odd === 9 ? 'ns.read' : 'read', argumentsJson }
      })
      waiting.push(...step.ids)
      add('assistant', [...thinking, ...spoken, ...calls])
    } else answer(step.pick, step.many, step.odd)
  }
  while (waiting.length > 0) answer(0, 3, 9)
  return turns
}

export interface Conversation {
  readonly turns: readonly Turn[]
  readonly items: readonly Item[]
  /** Items of whole exchanges, in order; never empty of words. */
  readonly chosen: readonly Item[]
}

/** A conversation, and items of it that hold no half of an exchange. */
export const anyConversation: fc.Arbitrary<Conversation> = fc
  .record({
    steps: fc.array(anyStep, { minLength: 1, maxLength: 24 }),
    keep: fc.array(fc.boolean(), { maxLength: 40 }),
  })
  .map(({ steps, keep }) => {
    const turns = [...turnsOf(steps), lastWord(steps.length)]
    const items = turns.map(itemOf)
    const { exchangeOf } = pairExchanges(
      items.map(({ binding }) => ({
        calls: (binding?.calls ?? []).map(({ callId }) => callId),
        results: (binding?.results ?? []).map(({ callId }) => ({ id: callId })),
      })),
    )
    const kept = (index: number) => {
      const exchange = exchangeOf[index] ?? -1
      return index === turns.length - 1 || (keep[exchange < 0 ? index : exchange] ?? true)
    }
    return { turns, items, chosen: items.filter((_, index) => kept(index)) }
  })

function lastWord(serial: number): Turn {
  const place = { message: 0, from: 0, to: 1 }
  return {
    itemId: 'm:last',
    role: serial % 2 === 0 ? 'user' : 'assistant',
    parts: [partText('says goodbye')],
    place,
  }
}
