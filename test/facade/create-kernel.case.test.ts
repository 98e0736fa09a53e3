/**
 * What does a host get? Plain results over plain data, the time from its own clock, and typed refusals.
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { referenceClock } from '../../src/adapters/reference/index.js'
import type { PlanRequestInput } from '../../src/contract/plan-request.js'
import { KernelFailure, orThrow, type Result } from '../../src/contract/result.js'
import type { KernelError } from '../../src/contract/kernel-error.js'
import { createKernel, type Kernel } from '../../src/facade/create-kernel.js'
import type { KernelPorts } from '../../src/kernel/index.js'
import { itemOf, messageOf, NOW } from '../support/item-of.js'
import { CALLER, planOf, PORTS, requestOf } from '../support/kernel-under-test.js'

const PLAN: PlanRequestInput = { items: [messageOf('user', 1)], budget: { windowTokens: 1000 } }

function kernelOf(ports: KernelPorts = {}): Kernel {
  return orThrow(createKernel({ ports: { ...PORTS, clock: referenceClock({ at: NOW }), ...ports } }))
}

function refusalOf<T extends KernelError['_tag']>(
  tag: T,
  result: Result<unknown>,
): Extract<KernelError, { _tag: T }> {
  if (result.ok || result.error._tag !== tag)
    throw new Error(`no ${tag}: ${JSON.stringify(result).slice(0, 200)}`)
  return result.error as Extract<KernelError, { _tag: T }>
}

test('REQ-PLAN-230 a kernel plans for the instant of its clock, as the kernel form does for the same instant', () => {
  const result = kernelOf().planContext(PLAN, CALLER)
  assert.ok(result.ok)
  assert.equal(result.value, planOf(requestOf(PLAN.items, 1000)))
})

test('REQ-PEER-107 a request that brings a time of its own is refused, and cannot revive what has expired', () => {
  const expired = itemOf('memory', { kind: 'memory', expiresAt: '2026-02-02T00:00:00.000Z' })
  const request = { ...PLAN, items: [...PLAN.items, expired] }
  const kernel = kernelOf()
  for (const now of ['2026-02-01T00:00:00.000Z', NOW, undefined, null, 0]) {
    const refused = refusalOf(
      'DocumentRefused',
      kernel.planContext({ ...request, now } as PlanRequestInput, CALLER),
    )
    assert.is(refused.issues[0]?.pointer, '/now')
  }
  const inherited = Object.assign(Object.create({ now: '2026-02-01T00:00:00.000Z' }) as object, request)
  refusalOf('DocumentRefused', kernel.planContext(inherited as PlanRequestInput, CALLER))
  assert.is(orThrow(kernel.planContext(request, CALLER)).explanation.dropped[0]?.reason, 'expired')
})

test('REQ-PLAN-241 an item is shown until its instant of expiry and not from it on', () => {
  const clock = referenceClock({ at: '2026-03-01T11:59:59.999Z' })
  const kernel = kernelOf({ clock })
  const request = { ...PLAN, items: [...PLAN.items, itemOf('memory', { kind: 'memory', expiresAt: NOW })] }
  assert.is(orThrow(kernel.planContext(request, CALLER)).selected.length, 2)
  clock.advance(1)
  assert.is(orThrow(kernel.planContext(request, CALLER)).selected.length, 1)
})

test('REQ-PORT-225 each operation names the ports it lacks, and only when it is called', () => {
  const kernel = orThrow(createKernel({ ports: {} }))
  const plan = refusalOf('PortMissing', kernel.planContext(PLAN, CALLER))
  assert.equal([plan.operation, plan.ports], ['planContext', ['hash', 'clock', 'tokenCounter']])
  const seal = refusalOf('PortMissing', kernel.sealItems({ items: [] }, CALLER))
  assert.equal([seal.operation, seal.ports], ['sealItems', ['hash']])
})

test('REQ-PORT-225 a kernel without a configuration is a kernel without ports', () => {
  const create = createKernel as (configuration?: unknown) => Result<Kernel>
  for (const given of [[], [undefined], [null], [{}], [{ ports: null }]]) {
    const missing = refusalOf('PortMissing', orThrow(create(...given)).planContext(PLAN, CALLER))
    assert.equal(missing.ports, ['hash', 'clock', 'tokenCounter'])
  }
})

test('REQ-CON-213 a refused request is called by the name of the document that a host writes', () => {
  const kernel = kernelOf()
  const bad: readonly (readonly [unknown, string])[] = [
    [null, 'the whole document: expected PlanRequest'],
    [{ ...PLAN, extra: 1 }, 'it holds a key that PlanRequest does not know'],
    [{ budget: PLAN.budget }, 'at `/items`: expected Items'],
    [
      { ...PLAN, items: [{ ...messageOf('user', 1), priority: -1 }] },
      'at `/items/0/priority`: expected Priority',
    ],
    [
      { ...PLAN, budget: { windowTokens: 1, perPlanTokens: undefined } },
      'at `/budget/perPlanTokens`: expected TokenCount',
    ],
  ]
  for (const [request, saying] of bad) {
    const refused = refusalOf('DocumentRefused', kernel.planContext(request as PlanRequestInput, CALLER))
    assert.is(refused.document, 'PlanRequest')
    assert.ok(refused.message.startsWith(`PlanRequest is refused: ${saying};`), refused.message)
    assert.not.match(JSON.stringify(refused), /Stamped/)
  }
})

test('REQ-PORT-224 a clock that throws, fails or answers no instant is a typed refusal', () => {
  const readings: readonly (readonly [string, () => unknown])[] = [
    [
      'threw',
      () => {
        throw new Error('no')
      },
    ],
    ['malformed-reply', () => NOW],
    ['malformed-reply', () => ({ ok: true, value: '2026-02-30T00:00:00.000Z' })],
    ['malformed-reply', () => ({ ok: true, value: 0 })],
    ['CLOCK_OUT_OF_RANGE', () => ({ ok: false, error: { code: 'CLOCK_OUT_OF_RANGE', retry: 'later' } })],
  ]
  for (const [reason, now] of readings) {
    const clock = { ...referenceClock({ at: NOW }), now: now as () => { ok: true; value: string } }
    const refused = refusalOf('PortFailed', kernelOf({ clock }).planContext(PLAN, CALLER))
    assert.equal([refused.port, refused.method, refused.reason], ['Clock', 'now', reason])
  }
})

test('REQ-CON-213 hostile requests, callers and options are refusals, never exceptions', () => {
  const kernel = kernelOf()
  const bomb = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('bang')
      },
      getPrototypeOf: () => {
        throw new Error('bang')
      },
    },
  )
  const trap = Object.defineProperty({ ...PLAN }, 'budget', {
    enumerable: true,
    get: () => {
      throw new Error('bang')
    },
  })
  for (const bad of [null, undefined, 1, 'x', [], () => 1, bomb, trap, new Date(0), [PLAN]]) {
    refusalOf('DocumentRefused', kernel.planContext(bad as PlanRequestInput, CALLER))
    refusalOf('DocumentRefused', kernel.sealItems(bad as PlanRequestInput, CALLER))
    refusalOf('DocumentRefused', kernel.planContext(PLAN, bad as typeof CALLER))
    if (bad !== undefined)
      refusalOf('DocumentRefused', createKernel({ ports: PORTS, options: bad as object }))
  }
})

test('REQ-PLAN-237 items sealed through the facade plan as fresh ones', () => {
  const kernel = kernelOf()
  const items = orThrow(kernel.sealItems({ items: PLAN.items }, CALLER))
  assert.equal(kernel.planContext({ ...PLAN, items }, CALLER), kernel.planContext(PLAN, CALLER))
})

test('REQ-CON-218 a refusal can be had as an exception with the same code', () => {
  const refused = kernelOf().planContext({ ...PLAN, budget: { windowTokens: 1 } }, CALLER)
  try {
    orThrow(refused)
    assert.unreachable()
  } catch (thrown) {
    assert.ok(thrown instanceof KernelFailure)
    assert.is(thrown.code, 'CMK_PROTECTED_OVER_BUDGET')
  }
})

test.run()
