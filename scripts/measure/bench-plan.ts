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
/** The largest window of the acceptance table; most of 10,000 items fall out of it. */
const WINDOW = 200_000
/** The largest window there is: everything stands in the plan, so every item is digested. */
const WHOLE = 16_777_216

export function benchPlan(log: (line: string) => void): readonly Figure[] {
  const hash = nodeHash()
  const kernel = orThrow(
    createKernel({ ports: { hash, clock: referenceClock({ at: AT }), tokenCounter: featureCounter() } }),
  )
  const small = session(SMALL)
  const large = session(LARGE)
  const sealed = [...orThrow(kernel.sealItems({ items: small }, CALLER)), message(SMALL)]
  const primitive = () => {
    for (const item of small) hash.sha256Hex(JSON.stringify(item))
  }
  const ratios = {
    fresh: [] as number[],
    whole: [] as number[],
    again: [] as number[],
    scale: [] as number[],
  }
  log(`item: ${String(JSON.stringify(small[7]).length)} bytes; ${String(ROUNDS)} rounds; medians of ratios`)
  for (let round = -2; round < ROUNDS; round++) {
    const p = timed(primitive)
    const fresh = timed(() => void plan(kernel, small, WINDOW))
    const whole = timed(() => void plan(kernel, small, WHOLE))
    const again = timed(() => void plan(kernel, sealed, WINDOW))
    if (round < 0) continue
    ratios.fresh.push(fresh / p)
    ratios.whole.push(whole / p)
    ratios.again.push(again / p)
  }
  for (let round = -1; round < 5; round++) {
    const one = timed(() => void plan(kernel, small, WINDOW))
    const ten = timed(() => void plan(kernel, large, WINDOW))
    if (round >= 0) ratios.scale.push(ten / one)
  }
  return [
    figure('plan-fresh-10000-over-p', ratios.fresh, 2.0),
    figure('plan-fresh-10000-all-kept-over-p', ratios.whole, 2.0),
    figure('plan-again-sealed-over-p', ratios.again, 0.15),
    figure('plan-100000-over-10000', ratios.scale, 11),
  ]
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
    tokens: { expected: 9, safe: 13, counter: 'feature-v1' },
    priority: 500_000,
    pinned: false,
    createdAt: AT,
    content: `step ${String(index)} reads the next file of the project`,
    binding: { role, ...calls, ...results },
  }
}
