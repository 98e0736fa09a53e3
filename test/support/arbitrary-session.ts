/**
 * Which sessions does planning meet? Sound turns, then everything that goes wrong with them: reused ids, parallel
 * and interleaved calls, open tails, orphans, duplicates, parts, odd labels and marks; and supplements of every kind.
 */
import fc from 'fast-check'
import type { ContextItemInput } from '../../src/contract/context-item.js'
import { anyCallId, anyText } from './arbitrary-content.js'
import {
  BEFORE,
  COUNTER,
  FOREIGN_SCOPE,
  itemOf,
  NOW,
  SESSION_SCOPE,
  type ItemBinding,
  type ItemLabels,
  type ItemSpec,
} from './item-of.js'

/** An item before it has an id and a place. */
export type Draft = Omit<ItemSpec, 'sequence'>

const anyTrust = fc.constantFrom('untrusted', 'external', 'user', 'verified', 'host')

/** Labels that the test caller's gate admits. */
export const admittedLabels: fc.Arbitrary<ItemLabels> = fc.record({
  scope: fc.constant(SESSION_SCOPE),
  trust: anyTrust,
  sensitivity: fc.constantFrom('public', 'internal', 'personal'),
  sinks: fc.constantFrom(['*'], ['model'], ['other', 'model'], ['*', 'other']),
})

/** Labels, and perhaps an expiry, that deny. */
export const denyingSpec: fc.Arbitrary<Pick<Draft, 'labels' | 'expiresAt'>> = fc
  .tuple(
    admittedLabels,
    fc.constantFrom<Pick<Draft, 'labels' | 'expiresAt'>>(
      { labels: { scope: FOREIGN_SCOPE } },
      { labels: { scope: { kind: 'tenant', id: ['acme', 's1'] } } },
      { labels: { sinks: [] } },
      { labels: { sinks: ['Model', 'model '] } },
      { labels: { sensitivity: 'secret' } },
      { labels: { sensitivity: 'restricted' } },
      { expiresAt: NOW },
      { expiresAt: '2026-02-28T23:59:59.999Z' },
    ),
  )
  .map(([labels, denial]) => ({ ...denial, labels: { ...labels, ...denial.labels } }))

const anyLabelling: fc.Arbitrary<Pick<Draft, 'labels' | 'expiresAt'>> = fc.oneof(
  { weight: 12, arbitrary: admittedLabels.map((labels) => ({ labels })) },
  {
    weight: 1,
    arbitrary: admittedLabels.map((labels) => ({ labels, expiresAt: '2026-03-01T12:00:00.001Z' })),
  },
  { weight: 1, arbitrary: denyingSpec },
)

const anyMark: fc.Arbitrary<ItemBinding> = fc.oneof(
  { weight: 14, arbitrary: fc.constant({}) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<ItemBinding>(
      { approval: 'ap' },
      { question: '' },
      { humanTask: 'h' },
      { requiredForRecovery: true },
      { requiredForRecovery: false },
      { cwd: '/' },
      { worktree: '' },
      { permissionCeiling: 'read' },
      { budgetRevision: '1' },
      { taskState: 'running' },
      { taskState: 'terminal' },
      { toolOutcome: 'unknown' },
      { toolOutcome: 'succeeded' },
    ),
  },
)

const anyCount: fc.Arbitrary<NonNullable<Draft['tokens']>> = fc.oneof(
  { weight: 10, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ counter: 'other-v1' }) },
  { weight: 1, arbitrary: fc.constantFrom({ expected: 0, safe: 0 }, { expected: 0, safe: 1 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 900 }).map((safe) => ({ expected: safe >> 1, safe })) },
)

const REFERENCE: NonNullable<ItemSpec['contentRef']> = {
  store: 'objects',
  objectId: '',
  digest: `sha256:${'a'.repeat(64)}`,
  byteLength: 1_000_000,
  summary: 'a large log',
  recoverable: true,
}

const anyBody: fc.Arbitrary<Draft> = fc.oneof(
  { weight: 9, arbitrary: anyText.map((content) => ({ content })) },
  { weight: 1, arbitrary: fc.constant({ contentRef: REFERENCE }) },
)

const anyExtra: fc.Arbitrary<Draft & { readonly binding: ItemBinding }> = fc
  .record({
    body: anyBody,
    labelling: anyLabelling,
    binding: anyMark,
    tokens: anyCount,
    pinned: fc.oneof(
      { weight: 14, arbitrary: fc.constant(false) },
      { weight: 1, arbitrary: fc.constant(true) },
    ),
    priority: fc.oneof(fc.constant(500_000), fc.constantFrom(0, 1, 999_999, 1_000_000)),
    createdAt: fc.constantFrom(BEFORE, '2026-02-02T00:00:00.000Z', '1970-01-01T00:00:00.000Z'),
  })
  .map(({ body, labelling, ...rest }) => ({ ...body, ...labelling, ...rest }))

/** A draft with everything drawn at random but what `fixed` says. */
function draft(fixed: Draft): fc.Arbitrary<Draft> {
  return anyExtra.map((extra) => ({ ...extra, ...fixed, binding: { ...extra.binding, ...fixed.binding } }))
}

const spoken = (role: NonNullable<ItemBinding['role']>) => draft({ kind: 'message', binding: { role } })

const call = (callIds: readonly string[]) =>
  draft({ kind: 'message', binding: { role: 'assistant', calls: callIds.map((callId) => ({ callId })) } })

const answer = (results: NonNullable<ItemBinding['results']>) =>
  draft({ kind: 'tool-evidence', binding: { role: 'tool', results } })

/** A message of calls and the results that answer each of them once, in any order, some of them in parts. */
const soundExchange: fc.Arbitrary<readonly Draft[]> = fc
  .uniqueArray(anyCallId, { minLength: 1, maxLength: 4 })
  .chain((ids) =>
    fc.record({
      order: fc.shuffledSubarray(ids, { minLength: ids.length }),
      parts: fc.integer({ min: 0, max: 2 }),
      together: fc.boolean(),
      ids: fc.constant(ids),
    }),
  )
  .chain(({ ids, order, parts, together }) => {
    const results = order.flatMap((callId) =>
      parts === 0 ? [{ callId }] : Array.from({ length: parts }, (_, part) => ({ callId, part })),
    )
    const answers = together ? [answer(results)] : results.map((result) => answer([result]))
    return fc.tuple(call(ids), ...answers)
  })

/** Two exchanges, the second begun before the first is done. */
const interleaved: fc.Arbitrary<readonly Draft[]> = fc
  .tuple(call(['x']), call(['y', 'z']), answer([{ callId: 'x' }]), answer([{ callId: 'z' }, { callId: 'y' }]))
  .map((drafts) => [...drafts])

const openCall = fc
  .uniqueArray(anyCallId, { minLength: 1, maxLength: 3 })
  .chain(call)
  .map((one) => [one])

const lone = (one: fc.Arbitrary<Draft>): fc.Arbitrary<readonly Draft[]> => one.map((only) => [only])

const anyBlock: fc.Arbitrary<readonly Draft[]> = fc.oneof(
  { weight: 5, arbitrary: lone(spoken('user')) },
  { weight: 4, arbitrary: lone(spoken('assistant')) },
  { weight: 1, arbitrary: lone(spoken('system')) },
  { weight: 1, arbitrary: lone(spoken('developer')) },
  { weight: 5, arbitrary: soundExchange },
  { weight: 2, arbitrary: interleaved },
  { weight: 1, arbitrary: openCall },
  { weight: 1, arbitrary: lone(anyCallId.chain((callId) => answer([{ callId }]))) },
  { weight: 1, arbitrary: lone(draft({ kind: 'artifact-ref' })) },
)

/** What goes wrong between a session and its log: an entry is lost, doubled, or out of place. */
interface Mishap {
  readonly what: 'lose' | 'double' | 'move'
  readonly at: number
  readonly to: number
}

const anyMishap: fc.Arbitrary<Mishap> = fc.record({
  what: fc.constantFrom('lose', 'double', 'move'),
  at: fc.nat(1000),
  to: fc.nat(1000),
})

function withMishap(drafts: readonly Draft[], { what, at, to }: Mishap): readonly Draft[] {
  const index = at % Math.max(1, drafts.length)
  const one = drafts[index]
  if (one === undefined) return drafts
  const rest = drafts.filter((_, other) => other !== index)
  if (what === 'lose') return rest
  const place = to % (drafts.length + 1)
  return what === 'double' ? drafts.toSpliced(place, 0, one) : rest.toSpliced(place, 0, one)
}

/** The conversation of a session, in order. */
export const anyConversation: fc.Arbitrary<readonly Draft[]> = fc
  .tuple(fc.array(anyBlock, { maxLength: 9 }), fc.array(anyMishap, { maxLength: 2 }))
  .map(([blocks, mishaps]) => mishaps.reduce(withMishap, blocks.flat()))

const SUPPLEMENT_KINDS = [
  'system-policy',
  'project-rule',
  'skill',
  'tool-schema',
  'memory',
  'pin',
  'summary',
  'task-state',
  'history-evidence',
  'project-snippet',
] as const satisfies readonly ContextItemInput['kind'][]

const anySupplement: fc.Arbitrary<Draft> = fc
  .constantFrom(...SUPPLEMENT_KINDS)
  .chain((kind) => draft({ kind }))

/** A bond between two items of a session, by number; a number past the end dangles. */
interface Bond {
  readonly from: number
  readonly to: number
}

const anyBond: fc.Arbitrary<Bond> = fc.record({ from: fc.nat(40), to: fc.nat(40) })

/** What is drawn for a session. */
export interface SessionShape {
  readonly bonds?: boolean
  readonly supplements?: boolean
}

/** The items of a session: conversation by rising sequence with gaps, supplements after it. */
export function anySession(shape: SessionShape = {}): fc.Arbitrary<readonly ContextItemInput[]> {
  return fc
    .record({
      conversation: anyConversation,
      supplements: fc.array(anySupplement, { maxLength: shape.supplements === false ? 0 : 9 }),
      first: fc.constantFrom(0, 1, 7, 9_007_199_254_740_000),
      gap: fc.constantFrom(1, 1, 3),
      bonds: fc.array(anyBond, { maxLength: shape.bonds === false ? 0 : 2 }),
    })
    .map(({ conversation, supplements, first, gap, bonds }) => {
      const talk = conversation.map((one, at) => itemOf(`m:${String(at)}`, sequenced(one, first + at * gap)))
      const rest = supplements.map((one, at) => itemOf(`s/${String(at)}`, { ...one }))
      return withBonds([...talk, ...rest], bonds)
    })
}

/** The draft with a place in the conversation. */
export function sequenced(one: Draft, sequence: number): ItemSpec {
  return { ...one, sequence }
}

function withBonds(items: readonly ContextItemInput[], bonds: readonly Bond[]): readonly ContextItemInput[] {
  return items.map((item, index) => {
    const boundTo = bonds
      .filter(({ from }) => from % Math.max(1, items.length) === index)
      .map(({ to }) => items[to % (items.length + 1)]?.itemId ?? 'nobody')
    return boundTo.length === 0 ? item : { ...item, binding: { ...item.binding, boundTo } }
  })
}

/** The same session counted by the plan's counter only, with honest counts. */
export function honest(items: readonly ContextItemInput[]): readonly ContextItemInput[] {
  return items.map((item) => ({ ...item, tokens: { ...item.tokens, counter: COUNTER } }))
}
