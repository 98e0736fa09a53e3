/**
 * What becomes of a plan when a port fails or lies? A typed refusal, or a total that still keeps its bounds.
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { jointSafeTokens, type TokenSums } from '../../src/base/tokens/estimate.js'
import { prepareEnvironment, type Environment, type KernelPorts } from '../../src/kernel/index.js'
import { anyScenario } from '../support/arbitrary-request.js'
import { runs } from '../support/fc-runs.js'
import { messageOf } from '../support/item-of.js'
import { answerTo, CALLER, environmentOf, PORTS, refusalOf, requestOf } from '../support/kernel-under-test.js'
import { countsOf, isRecoveryItem, totalOfItems } from '../support/plan-oracle.js'

const SECRET = 'the port knows a secret'
const REQUEST = requestOf([messageOf('user', 1)], 1000)

/** Every way in which a synchronous port can break its word, and the reason the refusal gives. */
const BREACHES: readonly (readonly [string, () => unknown])[] = [
  [
    'threw',
    () => {
      throw new Error(SECRET)
    },
  ],
  [
    'threw',
    () => {
      throw SECRET
    },
  ],
  ['malformed-reply', () => undefined],
  ['malformed-reply', () => null],
  ['malformed-reply', () => SECRET],
  ['malformed-reply', () => Promise.resolve({ ok: true, value: 1 })],
  ['malformed-reply', () => ({ ok: 'yes', value: 1 })],
  ['malformed-reply', () => ({ ok: true })],
  ['malformed-reply', () => ({ ok: true, value: SECRET })],
  ['malformed-reply', () => ({ ok: true, value: NaN })],
  ['malformed-reply', () => ({ ok: true, value: -1 })],
  ['malformed-reply', () => ({ ok: true, value: 1.5 })],
  ['malformed-reply', () => ({ ok: true, value: Infinity })],
  ['malformed-reply', () => ({ ok: true, value: 'A'.repeat(64) })],
  ['malformed-reply', () => ({ ok: false })],
  ['malformed-reply', () => ({ ok: false, error: { code: SECRET, retry: 'later' } })],
  ['NO_VOCABULARY', () => ({ ok: false, error: { code: 'NO_VOCABULARY', retry: 'later' } })],
  [
    'threw',
    () => ({
      get ok() {
        throw new Error(SECRET)
      },
    }),
  ],
]

/** An environment prepared with good ports, whose ports then go bad. */
function broken(ports: KernelPorts): Environment {
  return { ...environmentOf(), ports: { ...PORTS, ...ports } }
}

test('REQ-PORT-224 a hash that turns bad late is refused at whichever call that is', () => {
  const items = Array.from({ length: 20 }, (_, at) => messageOf('user', at + 1))
  const request = requestOf(items, 100_000)
  for (let sound = 0; sound <= 2 * items.length; sound += 1) {
    let calls = 0
    const sha256Hex: typeof PORTS.hash.sha256Hex = (data) => {
      calls += 1
      return calls > sound ? { ok: true, value: 'A'.repeat(64) } : PORTS.hash.sha256Hex(data)
    }
    const environment = broken({ hash: { ...PORTS.hash, sha256Hex } })
    assert.is(refusalOf('PortFailed', request, { environment }).reason, 'malformed-reply')
  }
})

test('REQ-PORT-224 a hash or counter that throws, refuses or answers nonsense is a typed refusal that repeats nothing of it', () => {
  for (const [reason, breach] of BREACHES) {
    const hash = { ...PORTS.hash, sha256Hex: breach as typeof PORTS.hash.sha256Hex }
    const tokenCounter = { ...PORTS.tokenCounter, jointSafe: breach as typeof PORTS.tokenCounter.jointSafe }
    const cases = [
      ['Hash', 'sha256Hex', broken({ hash })],
      ['TokenCounter', 'jointSafe', broken({ tokenCounter })],
    ] as const
    for (const [port, method, environment] of cases) {
      const refused = refusalOf('PortFailed', REQUEST, { environment })
      assert.equal([refused.port, refused.method, refused.reason], [port, method, reason])
      assert.is(refused.code, 'CMK_PORT_FAILED')
      assert.not.ok(JSON.stringify(refused).includes(SECRET))
    }
  }
})

test('REQ-PORT-224 a failed counter is refused as such, not as a budget that its stand-in figures pass', () => {
  const tokenCounter = { ...PORTS.tokenCounter, jointSafe: () => ({ ok: true as const, value: -1 }) }
  refusalOf('PortFailed', requestOf([messageOf('user', 1)], 10), { environment: broken({ tokenCounter }) })
})

test('REQ-PORT-224 a counter without an identifier for a name is refused', () => {
  const unreadable = {
    get id(): string {
      throw new Error(SECRET)
    },
  }
  for (const manifest of [{ id: '' }, { id: 'no spaces' }, { id: 7 }, {}, null, unreadable]) {
    const tokenCounter = { ...PORTS.tokenCounter, manifest } as typeof PORTS.tokenCounter
    const refused = refusalOf('PortFailed', REQUEST, { environment: broken({ tokenCounter }) })
    assert.is(refused.method, 'manifest')
    assert.not.ok(JSON.stringify(refused).includes(SECRET))
  }
})

test('REQ-PORT-225 planning names every port it lacks', () => {
  const refused = refusalOf('PortMissing', REQUEST, { environment: { ...environmentOf(), ports: {} } })
  assert.equal([refused.operation, refused.ports], ['planContext', ['hash', 'tokenCounter']])
  const { tokenCounter: _counter, ...others } = PORTS
  assert.equal(
    refusalOf('PortMissing', REQUEST, { environment: { ...environmentOf(), ports: others } }).ports,
    ['tokenCounter'],
  )
})

test('REQ-PORT-224 options that the hash cannot digest are refused, and so are options of the wrong shape', () => {
  const hash = { ...PORTS.hash, sha256Hex: () => ({ ok: true as const, value: '' }) }
  const failed = prepareEnvironment({ ...PORTS, hash })
  assert.ok(failed._tag === 'Left' && failed.left._tag === 'PortFailed')
  for (const options of [
    null,
    [],
    'x',
    { perMessageTokens: -1 },
    { unknown: 1 },
    { perPlanTokens: undefined },
  ]) {
    const refused = prepareEnvironment(PORTS, options as never)
    assert.ok(refused._tag === 'Left' && refused.left._tag === 'DocumentRefused', JSON.stringify(options))
  }
})

/** Bounds that no honest counter gives; some of them change from call to call. */
const LIES: readonly ((sums: TokenSums, call: number) => number)[] = [
  () => 0,
  () => 9_007_199_254_740_991,
  (sums) => (sums.safeMax - 1 < 0 ? 0 : sums.safeMax - 1),
  (sums) => sums.safeSum + 1000,
  (sums) => (sums.items % 2 === 0 ? sums.safeMax : sums.safeSum),
  (sums) => Math.max(0, sums.safeSum - sums.items * sums.items),
  (sums, call) => (call % 2 === 0 ? sums.safeMax : sums.safeSum),
  (_sums, call) => (call % 3 === 0 ? 0 : 1_000_000),
]

test('REQ-PLAN-231 and REQ-PORT-224 a counter that lies never makes a plan pass its budget, nor cost less than its largest item', () => {
  let made = 0
  fc.assert(
    fc.property(anyScenario(), fc.constantFrom(...LIES), ({ request, caller, options }, lie) => {
      let calls = 0
      const jointSafe = (sums: TokenSums) => ({ ok: true as const, value: lie(sums, (calls += 1)) })
      const environment = environmentOf(options, { tokenCounter: { ...PORTS.tokenCounter, jointSafe } })
      const answer = answerTo(request, caller, environment)
      if ('error' in answer) return
      made += 1
      const ids = new Set<string>(answer.plan.selected.map(({ itemId }) => itemId))
      const chosen = request.items.filter(({ itemId }) => ids.has(itemId))
      const sum = chosen.reduce((total, item) => total + countsOf(item).safe, 0)
      const { totalTokens, budget } = answer.plan
      assert.ok(totalTokens <= budget.inputTokens)
      assert.ok(totalTokens >= Math.max(0, ...chosen.map((item) => countsOf(item).safe)))
      assert.ok(totalTokens <= sum + budget.perPlanTokens + chosen.length * budget.perMessageTokens)
    }),
    runs(200),
  )
  assert.ok(made > 20)
})

test('REQ-PLAN-231 the counter is handed whole sums, and its bound is what the total is made of', () => {
  fc.assert(
    fc.property(anyScenario(), ({ request, caller }) => {
      const jointSafe = (sums: TokenSums) => {
        assert.ok(Object.values(sums).every((sum) => Number.isSafeInteger(sum) && sum >= 0))
        assert.ok(sums.items > 0 && sums.safeMax <= sums.safeSum && sums.expectedSum <= sums.safeSum)
        return { ok: true as const, value: jointSafeTokens(sums) }
      }
      const environment = environmentOf({}, { tokenCounter: { ...PORTS.tokenCounter, jointSafe } })
      const answer = answerTo(request, caller, environment)
      if ('error' in answer) {
        assert.is.not(answer.error._tag, 'PortFailed')
        return
      }
      const chosen = request.items.filter((item) =>
        answer.plan.selected.some(({ itemId }) => itemId === item.itemId),
      )
      assert.is(answer.plan.totalTokens, totalOfItems(chosen, answer.plan.budget))
      const ordinary = chosen.filter((item) => !isRecoveryItem(item, caller))
      assert.ok(totalOfItems(ordinary, answer.plan.budget) <= answer.plan.budget.inputTokens)
    }),
    runs(100),
  )
  assert.ok('plan' in answerTo(REQUEST, CALLER))
})

test.run()
