/** The laws of the Ids port, held by every adapter and shown to catch broken ones. */
import assert from 'node:assert/strict'
import { test } from 'uvu'
import { nodeIds } from '../../src/adapters/node/index.js'
import { referenceIds } from '../../src/adapters/reference/index.js'
import { webIds } from '../../src/adapters/web/index.js'
import type { IdsPort } from '../../src/ports/ids.js'

const makers: readonly (() => IdsPort)[] = [
  referenceIds,
  () => referenceIds({ prefix: 'a' }),
  nodeIds,
  webIds,
]

const KINDS = ['memory', 'Plan', '9', 'a.b_c-d', 'k'.repeat(64)]
const NO_KINDS = ['', '-a', '.a', 'a b', 'a/b', 'a:b', 'a\n', '\u00e9', '\ud800', 'k'.repeat(65)]

type Check = { readonly says: string; readonly holds: (port: IdsPort) => void }

const CHECKS: readonly Check[] = [
  {
    says: 'an id is an identifier that shows its kind',
    holds: (port) => {
      for (const kind of KINDS) {
        const id = valueOf(port.next(kind))
        assert.match(id, /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,159}$/)
        assert.equal(id.includes(`${kind}-`), true)
      }
    },
  },
  {
    says: 'no id comes twice, whatever the kinds',
    holds: (port) => {
      const ids = Array.from({ length: 2_000 }, (_, at) =>
        valueOf(port.next(['a', 'a-1', 'a-1-1'][at % 3] as string)),
      )
      assert.equal(new Set(ids).size, ids.length)
    },
  },
  {
    says: 'a nonce has 32 lower-case hex digits and comes once',
    holds: (port) => {
      const nonces = Array.from({ length: 2_000 }, () => valueOf(port.nonce128()))
      for (const nonce of nonces) assert.match(nonce, /^[0-9a-f]{32}$/)
      assert.equal(new Set(nonces).size, nonces.length)
    },
  },
  {
    says: 'a kind that no identifier begins with is refused',
    holds: (port) => {
      for (const kind of NO_KINDS) {
        assert.deepEqual(port.next(kind), { ok: false, error: { code: 'BAD_KIND', retry: 'after-fix' } })
      }
    },
  },
]

function valueOf(result: ReturnType<IdsPort['next']>): string {
  assert.equal(result.ok, true)
  return result.ok ? result.value : ''
}

for (const { says, holds } of CHECKS) {
  test(`REQ-PORT-222 in every Ids adapter ${says}`, () => {
    for (const make of makers) holds(make())
  })
}

test('REQ-PORT-222 reference ids are the same in every run', () => {
  const run = () => {
    const ids = referenceIds({ prefix: 'a' })
    return [ids.next('plan'), ids.next('memory'), ids.nonce128(), ids.next('plan')].map(valueOf)
  }
  assert.deepEqual(run(), ['a-plan-1', 'a-memory-2', `${'0'.repeat(31)}1`, 'a-plan-3'])
  assert.deepEqual(run(), run())
  assert.throws(() => referenceIds({ prefix: 'a b' }), TypeError)
})

test('REQ-PORT-222 random ids carry at least 122 random bits', () => {
  assert.match(
    valueOf(nodeIds().next('m')),
    /^m-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  assert.match(valueOf(webIds().next('m')), /^m-[0-9a-f]{32}$/)
  const ones = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => bytes.fill(0x0f) }
  assert.equal(valueOf(webIds({ source: () => ones }).nonce128()), '0f'.repeat(16))
})

test('REQ-PORT-222 a browser without a random source is a refusal, never a weak id', () => {
  const ids = webIds({ source: () => undefined })
  const refused = { ok: false, error: { code: 'NO_RANDOM_SOURCE', retry: 'after-fix' } }
  assert.deepEqual([ids.next('m'), ids.nonce128()], [refused, refused])
})

test('REQ-PORT-222 every broken Ids adapter is caught', () => {
  const sound = nodeIds()
  const broken: Record<string, IdsPort> = {
    'one id for all': { ...sound, next: (kind) => ({ ok: true, value: `${kind}-1` }) },
    'any kind goes': { ...sound, next: (kind) => sound.next(kind === '' ? 'x' : kind) },
    'no kind in the id': {
      ...sound,
      next: (kind) => (sound.next(kind).ok ? sound.next('x') : sound.next(kind)),
    },
    'short nonces': { ...sound, nonce128: () => ({ ok: true, value: valueOf(sound.nonce128()).slice(1) }) },
    'one nonce': { ...sound, nonce128: () => ({ ok: true, value: '0'.repeat(32) }) },
  }
  for (const [name, port] of Object.entries(broken)) {
    assert.ok(
      CHECKS.some(({ holds }) => fails(() => holds(port))),
      name,
    )
  }
})

function fails(run: () => void): boolean {
  try {
    run()
    return false
  } catch {
    return true
  }
}

test.run()
