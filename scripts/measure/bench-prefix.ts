/**
 * What does a stable prefix save? Recorded sessions are replayed at three windows; cost and retained share beside a plain
 * sliding tail, over the requests after the first one at which something falls out.
 */
import { orThrow, type ContextItem, type ContextPlan, type PlanRequestInput } from '../../src/index.js'
import {
  addSums,
  commonPrefixTokens,
  isBroken,
  NO_SUMS,
  UNCACHED,
  type ReplaySums,
} from '../../src/hosts/cli/replay-sums.js'
import { isCrowded } from '../../src/hosts/cli/replay-session.js'
import { modelCalls } from '../../src/hosts/transcripts/model-calls.js'
import type { Figure } from './figures.js'
import { addPlan, RECALLED } from './replay-session.js'
import { AT, CALLER, counter, kernel, SCOPE } from './measured-kernel.js'
import { readSessions } from './recorded-sessions.js'

const PRICES = { readThousandths: 100, writeThousandths: 1_250 }
/** What is asked at each window: cost of the sliding tail's, share of its history, what a block adds, in percent. */
const BOUNDS = [
  { windowTokens: 8_000, cost: 38, retained: 84, recalled: 14 },
  { windowTokens: 32_000, cost: 31, retained: 87, recalled: 7 },
  { windowTokens: 128_000, cost: 32, retained: 92, recalled: 4 },
] as const

type Bound = (typeof BOUNDS)[number]
type Log = (line: string) => void
type Sessions = readonly (readonly ContextItem[])[]

export function benchPrefix(log: Log): readonly Figure[] {
  const sessions = readSessions()
  if (sessions === null) {
    log('no data folder: set CMK_SHARED_DATA or place it at ../shared/data')
    return [{ name: 'prefix-sessions', value: 0, operator: '>=', bound: 1 }]
  }
  const longest = sessions.reduce((a, b) => (tokensOf(b) > tokensOf(a) ? b : a))
  log('cost: cache read 0.1, write 1.25; requests: after the first overflow; retained: of the sliding tail')
  log('window     policy           requests  cost %sliding  cost %uncached  retained %  breaks')
  const figures = BOUNDS.flatMap((bound) => figuresAt(bound, sessions, { log, series: '' }))
  const [, , widest] = BOUNDS
  log(`the longest session, ${String(tokensOf(longest))} tokens, followed by itself:`)
  return [...figures, ...figuresAt(widest, [followedByItself(longest)], { log, series: 'long-' })]
}

function figuresAt(
  bound: Bound,
  sessions: Sessions,
  { log, series }: { log: Log; series: string },
): readonly Figure[] {
  const { windowTokens } = bound
  const base = sessions
    .map((items) => replaySliding(items, windowTokens))
    .reduce((a, b) => ({ ...addBoth(a, b), from: [...a.from, ...b.from] }), NOTHING)
  const epochs = (replay: Replay) =>
    sessions
      .map((items, at) => replayEpochs(items, { windowTokens, from: base.from[at] ?? Infinity, ...replay }))
      .reduce(addSums, NO_SUMS)
  const row = (name: string, sums: ReplaySums) => {
    log(rowOf({ windowTokens, name, sums, base }))
    return sums
  }
  row('sliding tail', base.sliding)
  const free = row('epochs', epochs({ recalled: 'none', priced: false }))
  row('epochs, priced', epochs({ recalled: 'none', priced: true }))
  const block = row('block a turn', epochs({ recalled: 'turn', priced: false }))
  row('  priced', epochs({ recalled: 'turn', priced: true }))
  row('block in front', epochs({ recalled: 'request', priced: false }))
  const retained = percent(free.historyTokens, base.sliding.historyTokens)
  const least = percent(
    (base.sliding.tokens * PRICES.readThousandths * bound.retained) / 100,
    base.sliding.costThousandths,
  )
  log(
    `${''.padEnd(11)}no plan that retains ${String(bound.retained)} % costs less than ${least.toFixed(1)} %`,
  )
  const cost = percent(free.costThousandths, base.sliding.costThousandths)
  const added = percent(block.costThousandths, base.sliding.costThousandths) - cost
  const name = (what: string) => `prefix-${series}${String(windowTokens)}-${what}`
  return [
    { name: name('cost-percent'), value: cost, operator: '<=', bound: bound.cost },
    { name: name('retained-percent'), value: retained, operator: '>=', bound: bound.retained },
    { name: name('recalled-points'), value: added, operator: '<=', bound: bound.recalled },
  ]
}

interface Base {
  readonly sliding: ReplaySums
  readonly uncached: ReplaySums
  /** Of each session, the length of the first request at which something fell out for want of room. */
  readonly from: readonly number[]
}

const NOTHING: Base = { sliding: NO_SUMS, uncached: NO_SUMS, from: [] }

function addBoth(a: Base, b: Base): Pick<Base, 'sliding' | 'uncached'> {
  return { sliding: addSums(a.sliding, b.sliding), uncached: addSums(a.uncached, b.uncached) }
}

function rowOf(shown: { windowTokens: number; name: string; sums: ReplaySums; base: Base }): string {
  const { windowTokens, name, sums, base } = shown
  return [
    String(windowTokens).padEnd(10),
    name.padEnd(16),
    String(sums.requests).padStart(8),
    percent(sums.costThousandths, base.sliding.costThousandths).toFixed(1).padStart(14),
    percent(sums.costThousandths, base.uncached.costThousandths).toFixed(1).padStart(15),
    percent(sums.historyTokens, base.sliding.historyTokens).toFixed(1).padStart(11),
    String(sums.breaks).padStart(7),
  ].join(' ')
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole
}

function tokensOf(items: readonly ContextItem[]): number {
  return items.reduce((sum, { tokens }) => sum + tokens.expected, 0)
}

function replaySliding(items: readonly ContextItem[], windowTokens: number): Base {
  let base = NOTHING
  let from = Infinity
  let before: ContextPlan | null = null
  for (const length of modelCalls(items)) {
    const plan = planOf({ items: items.slice(0, length), budget: { windowTokens } })
    if (plan === null) continue
    if (isCrowded(plan)) from = Math.min(from, length)
    if (length >= from) {
      const reused = commonPrefixTokens(before, plan)
      const broke = isBroken(before, plan)
      base = {
        from: [],
        sliding: addPlan(base.sliding, { plan, reused, broke, prices: PRICES }),
        uncached: addPlan(base.uncached, { plan, reused: 0, broke: true, prices: UNCACHED }),
      }
    }
    before = plan
  }
  return { ...base, from: [from] }
}

interface Replay {
  /** A recalled block of 1,000 tokens: none, one a user turn, or one a request that stands before the history. */
  readonly recalled: 'none' | 'turn' | 'request'
  readonly priced: boolean
}

function replayEpochs(
  items: readonly ContextItem[],
  { windowTokens, from, recalled, priced }: Replay & { windowTokens: number; from: number },
): ReplaySums {
  let sums = NO_SUMS
  let before: ContextPlan | null = null
  for (const length of from === Infinity ? [] : modelCalls(items)) {
    const base: PlanRequestInput = { items: items.slice(0, length), budget: { windowTokens } }
    const plan: ContextPlan | null = planOf({
      ...withRecalled(base, recalled),
      ...(before === null ? {} : { previous: before }),
      ...(priced ? { cachePrices: PRICES } : {}),
    })
    if (plan === null) continue
    if (length >= from) {
      const broke = plan.prefixBreak !== undefined
      sums = addPlan(sums, { plan, reused: plan.reusablePrefixTokens, broke, prices: PRICES })
    }
    before = plan
  }
  return sums
}

/** A session twice as long: the second half says the same under other ids. */
function followedByItself(items: readonly ContextItem[]): readonly ContextItem[] {
  const again = items.map((item) => ({
    ...item,
    itemId: `${item.itemId}.2`,
    source: {
      ...item.source,
      id: `${item.source.id}.2`,
      sequence: items.length + (item.source.sequence ?? 0),
    },
    ...(item.binding?.boundTo === undefined
      ? {}
      : { binding: { ...item.binding, boundTo: item.binding.boundTo.map((itemId) => `${itemId}.2`) } }),
  }))
  return orThrow(kernel.sealItems({ items: [...items, ...again] }, CALLER))
}

/** A plan, or null where what is protected cannot stand in the window. */
function planOf(request: PlanRequestInput): ContextPlan | null {
  const plan = kernel.planContext(request, CALLER)
  if (plan.ok) return plan.value
  if (plan.error._tag === 'ProtectedOverBudget') return null
  throw new Error(plan.error.message)
}

/** What a block costs with its overhead. */
const BLOCK_TOKENS = 1_010
const BLOCKS = new Map<string, ContextItem>()

/** The blocks of the user turns so far; what was recalled for a turn is handed over again with every later request. */
function withRecalled(request: PlanRequestInput, recalled: Replay['recalled']): PlanRequestInput {
  const history = request.items as readonly ContextItem[]
  if (recalled === 'none') return request
  if (recalled === 'request')
    return {
      ...request,
      partitions: { evidence: { minTokens: BLOCK_TOKENS } },
      placement: 'stable-prefix',
      items: [...history, blockFor(String(history.length))],
    }
  const turns = history.filter(({ kind, binding }) => kind === 'message' && binding?.role === 'user')
  return {
    ...request,
    partitions: { evidence: { minTokens: BLOCK_TOKENS } },
    items: [...history, ...turns.map(({ itemId }) => blockFor(itemId))],
  }
}

function blockFor(name: string): ContextItem {
  const known = BLOCKS.get(name)
  if (known !== undefined) return known
  const content = `What was recalled for ${name}. `.repeat(120)
  const [item] = orThrow(
    kernel.sealItems(
      {
        items: [
          {
            itemId: `${RECALLED}${name.replaceAll(':', '-')}`,
            kind: 'history-evidence',
            labels: { scope: SCOPE, trust: 'external', sensitivity: 'internal', sinks: ['*'] },
            source: { store: 'recall', id: name },
            provenance: { origin: 'recall', observedAt: AT },
            tokens: { expected: 1_000, safe: 1_000, counter: counter.manifest.id },
            priority: 500_000,
            pinned: false,
            createdAt: AT,
            content,
          },
        ],
      },
      CALLER,
    ),
  )
  BLOCKS.set(name, item as ContextItem)
  return item as ContextItem
}
