/**
 * What does planning cost beside the primitive P: `JSON.stringify` and SHA-256 of every item through the same Hash
 * port? Rounds interleave the contenders, so that a slow machine slows all of them.
 */
import {
  createKernel,
  orThrow,
  type CallerInput,
  type ContextItemInput,
  type Kernel,
} from '../../src/index.js'
import type { HashPort } from '../../src/ports/hash.js'
import { nodeHash } from '../../src/adapters/node/index.js'
import { referenceClock } from '../../src/adapters/reference/index.js'
import { featureCounter } from '../../src/adapters/tokens/index.js'
import { median, timed, type Figure } from './figures.js'

const AT = '2026-01-01T00:00:00.000Z'
const SCOPE = { kind: 'session', id: ['bench'] } as const
const CALLER: CallerInput = {
  writer: 'bench',
  trustCeiling: 'host',
  scopes: [SCOPE],
  sink: { sink: 'model', locality: 'remote', clearance: 'internal' },
}
const ROUNDS = 15
const SMALL = 10_000
const LARGE = 100_000
/** A usual window: a session of 10,000 items has outgrown it. */
const WINDOW = 32_000
/** The largest window there is: every item stands in the plan, and is digested and named in it. */
const WHOLE = 16_777_216

export function benchPlan(log: (line: string) => void): readonly Figure[] {
  const hash = nodeHash()
  const kernel = orThrow(
    createKernel({ ports: { hash, clock: referenceClock({ at: AT }), tokenCounter: featureCounter() } }),
  )
  const small = session(SMALL)
  log(`${String(ROUNDS)} rounds, medians of ratios; item of ${String(JSON.stringify(small[7]).length)} bytes`)
  const { fresh, again } = besidePrimitive(kernel, hash, small)
  log(`window ${String(WINDOW)}: fresh ${shown(fresh.usual)} x P, again ${shown(again.usual)} x P`)
  log(`everything kept: fresh ${shown(fresh.whole)} x P, again ${shown(again.whole)} x P`)
  return [
    figure('plan-fresh-10000-over-p', fresh.usual, 2.0),
    figure('plan-again-sealed-over-p', again.usual, 0.15),
    figure('plan-100000-over-10000', growth(kernel, small), 11),
  ]
}

/** Ratios to P, for a usual window and for one that holds everything. */
interface Ratios {
  readonly usual: number[]
  readonly whole: number[]
}

function besidePrimitive(
  kernel: Kernel,
  hash: HashPort,
  items: readonly ContextItemInput[],
): { readonly fresh: Ratios; readonly again: Ratios } {
  const sealed = [...orThrow(kernel.sealItems({ items }, CALLER)), message(items.length)]
  const fresh: Ratios = { usual: [], whole: [] }
  const again: Ratios = { usual: [], whole: [] }
  for (let round = -3; round < ROUNDS; round++) {
    const p = timed(() => {
      for (const item of items) hash.sha256Hex(JSON.stringify(item))
    })
    const measured: readonly (readonly [number[], number])[] = [
      [fresh.usual, timed(() => void plan(kernel, items, WINDOW))],
      [again.usual, timed(() => void plan(kernel, sealed, WINDOW))],
      [fresh.whole, timed(() => void plan(kernel, items, WHOLE))],
      [again.whole, timed(() => void plan(kernel, sealed, WHOLE))],
    ]
    if (round >= 0) for (const [ratios, ms] of measured) ratios.push(ms / p)
  }
  return { fresh, again }
}

/** How many times the time of 10,000 items 100,000 take. */
function growth(kernel: Kernel, small: readonly ContextItemInput[]): readonly number[] {
  const large = session(LARGE)
  const ratios: number[] = []
  for (let round = -1; round < 5; round++) {
    const one = timed(() => void plan(kernel, small, WINDOW))
    const ten = timed(() => void plan(kernel, large, WINDOW))
    if (round >= 0) ratios.push(ten / one)
  }
  return ratios
}

function shown(ratios: readonly number[]): string {
  return median(ratios).toFixed(3)
}

function figure(name: string, values: readonly number[], bound: number): Figure {
  return { name, value: median(values), operator: '<=', bound }
}

function plan(kernel: Kernel, items: readonly ContextItemInput[], windowTokens: number): number {
  const result = orThrow(kernel.planContext({ items, budget: { windowTokens } }, CALLER))
  return result.selected.length
}

function session(count: number): readonly ContextItemInput[] {
  return Array.from({ length: count }, (_, index) => message(index))
}

/** A conversation in which every fourth pair of items is a call and its result; about 400 bytes an item. */
function message(index: number): ContextItemInput {
  const step = index % 8
  const role = step === 0 ? 'user' : step === 3 ? 'tool' : 'assistant'
  const callId = `call_${String(index - (step === 3 ? 1 : 0))}`
  const calls = step === 2 ? { calls: [{ callId, name: 'read' }] } : {}
  const results = step === 3 ? { results: [{ callId }] } : {}
  return {
    itemId: `m:${String(index)}`,
    kind: step === 3 ? 'tool-evidence' : 'message',
    labels: {
      scope: SCOPE,
      trust: role === 'user' ? 'user' : 'external',
      sensitivity: 'internal',
      sinks: ['*'],
    },
    source: { store: 'bench', id: String(index), sequence: index },
    provenance: { origin: 'bench', observedAt: AT },
    tokens: { expected: 9, safe: 13, counter: 'feature-v3' },
    priority: 500_000,
    pinned: false,
    createdAt: AT,
    content: `step ${String(index)} reads the next file of the project`,
    binding: { role, ...calls, ...results },
  }
}
