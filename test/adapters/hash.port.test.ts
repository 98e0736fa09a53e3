/** The laws of the Hash port, held by every adapter and shown to catch broken ones. */
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { test } from 'uvu'
import { nodeHash } from '../../src/adapters/node/index.js'
import { referenceHash } from '../../src/adapters/reference/index.js'
import { webHash } from '../../src/adapters/web/index.js'
import type { HashPort } from '../../src/ports/hash.js'

/** FIPS 180-4 examples of NIST (empty, one block, two blocks). */
const SHA256: readonly (readonly [string, string])[] = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  [
    'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
    'cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1',
  ],
]

type HmacCase = { readonly id: string; readonly key: Uint8Array; readonly text: string; readonly hex: string }

/** RFC 4231, the cases whose data is text (3 and 4 have bytes above 0x7f; 5 is truncated). */
const HMAC: readonly HmacCase[] = [
  {
    id: 'rfc4231-1',
    key: new Uint8Array(20).fill(0x0b),
    text: 'Hi There',
    hex: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  },
  {
    id: 'rfc4231-2',
    key: Buffer.from('Jefe'),
    text: 'what do ya want for nothing?',
    hex: '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  },
  {
    id: 'rfc4231-6',
    key: new Uint8Array(131).fill(0xaa),
    text: 'Test Using Larger Than Block-Size Key - Hash Key First',
    hex: '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
  },
  {
    id: 'rfc4231-7',
    key: new Uint8Array(131).fill(0xaa),
    text:
      'This is a test using a larger than block-size key and a larger than block-size data. ' +
      'The key needs to be hashed before being used by the HMAC algorithm.',
    hex: '9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2',
  },
]

const KEYS = new Map<string, string | Uint8Array>([
  ...HMAC.map(({ id, key }) => [id, key] as const),
  ['text', 'cl\u00e9'],
  ['bytes', Buffer.from('cl\u00e9', 'utf8')],
  ['ill-formed', 'k\ud800'],
])

const ADAPTERS: readonly HashPort[] = [
  referenceHash({ keys: KEYS }),
  nodeHash({ keys: KEYS }),
  nodeHash({ keys: KEYS, oneShot: false }),
  await webHash({ keys: KEYS }),
]

type Check = { readonly says: string; readonly holds: (port: HashPort) => void }

const yes = (value: string) => ({ ok: true, value })
const no = (code: string) => ({ ok: false, error: { code, retry: 'after-fix' } })

const CHECKS: readonly Check[] = [
  {
    says: 'the examples of FIPS 180-4 come out, as text and as bytes',
    holds: (port) => {
      for (const [text, hex] of SHA256) {
        assert.deepEqual(port.sha256Hex(text), yes(hex))
        assert.deepEqual(port.sha256Hex(Buffer.from(text)), yes(hex))
      }
    },
  },
  {
    says: 'the cases of RFC 4231 come out',
    holds: (port) => {
      for (const { id, text, hex } of HMAC) assert.deepEqual(port.hmacSha256Hex(id, text), yes(hex))
    },
  },
  {
    says: 'a key given as text is its UTF-8',
    holds: (port) => {
      const tagged = port.hmacSha256Hex('text', 'm')
      assert.equal(tagged.ok, true)
      assert.deepEqual(tagged, port.hmacSha256Hex('bytes', 'm'))
    },
  },
  {
    says: 'ill-formed text is refused and well-formed emoji are not',
    holds: (port) => {
      for (const text of ['\ud800', 'a\udc00', '\udc00\ud800', `${'a'.repeat(5000)}\ud83d`]) {
        assert.deepEqual(port.sha256Hex(text), no('ILL_FORMED_TEXT'))
        assert.deepEqual(port.hmacSha256Hex('text', text), no('ILL_FORMED_TEXT'))
        assert.deepEqual(port.hmacSha256Hex('nobody', text), no('ILL_FORMED_TEXT'))
      }
      assert.deepEqual(port.sha256Hex('\u{1f600}'), port.sha256Hex(Buffer.from('\u{1f600}')))
    },
  },
  {
    says: 'a text is hashed as its UTF-8, at every length of a code point',
    holds: (port) => {
      for (const text of [
        '\u007f\u0080',
        '\u07ff\u0800',
        '\ud7ff\ue000',
        '\uffff\u{10000}',
        '\u{10ffff}\u0000',
      ]) {
        assert.deepEqual(port.sha256Hex(text), port.sha256Hex(Buffer.from(text, 'utf8')))
      }
    },
  },
  {
    says: 'an unknown key and an ill-formed key are refused',
    holds: (port) => {
      for (const id of ['nobody', '', '__proto__', 'toString']) {
        assert.deepEqual(port.hmacSha256Hex(id, 'm'), no('UNKNOWN_KEY'))
      }
      assert.deepEqual(port.hmacSha256Hex('ill-formed', 'm'), no('ILL_FORMED_KEY'))
    },
  },
  {
    says: 'bytes are hashed where they stand in a larger buffer and left as they were',
    holds: (port) => {
      const buffer = Uint8Array.from({ length: 200 }, (_, at) => at)
      const before = buffer.slice()
      assert.deepEqual(port.sha256Hex(buffer.subarray(7, 120)), port.sha256Hex(before.slice(7, 120)))
      assert.deepEqual(buffer, before)
    },
  },
]

for (const { says, holds } of CHECKS) {
  test(`REQ-PORT-220 in every Hash adapter ${says}`, () => {
    for (const port of ADAPTERS) holds(port)
  })
}

test('REQ-PORT-220 all Hash adapters answer the same digits for any text and any bytes', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 })
  fc.assert(
    fc.property(text, fc.uint8Array({ maxLength: 200 }), (given, bytes) => {
      for (const data of [given, bytes]) {
        const digests = ADAPTERS.map((port) => port.sha256Hex(data))
        for (const digest of digests) assert.deepEqual(digest, digests[0])
        assert.match(digests[0]?.ok === true ? digests[0].value : '', /^[0-9a-f]{64}$/)
      }
      const tags = ADAPTERS.map((port) => port.hmacSha256Hex('text', given))
      for (const tag of tags) assert.deepEqual(tag, tags[0])
    }),
  )
})

test('REQ-PORT-220 a million times a has the digest of the NIST example', () => {
  const text = 'a'.repeat(1_000_000)
  const hex = 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'
  for (const port of ADAPTERS) assert.deepEqual(port.sha256Hex(text), yes(hex))
})

test('REQ-PORT-220 every length around a block boundary is padded alike', () => {
  for (let length = 0; length <= 260; length += 1) {
    const bytes = new Uint8Array(length).fill(0x61)
    for (const port of ADAPTERS) assert.deepEqual(port.sha256Hex(bytes), ADAPTERS[1]?.sha256Hex(bytes))
  }
})

test('REQ-PORT-220 a key taken away is unknown at the next call', async () => {
  const keys = new Map([['k', 'secret']])
  for (const port of [referenceHash({ keys }), nodeHash({ keys }), await webHash({ keys })]) {
    keys.set('k', 'secret')
    assert.equal(port.hmacSha256Hex('k', 'm').ok, true)
    keys.delete('k')
    assert.deepEqual(port.hmacSha256Hex('k', 'm'), no('UNKNOWN_KEY'))
  }
  assert.deepEqual(referenceHash().hmacSha256Hex('k', 'm'), no('UNKNOWN_KEY'))
})

test('REQ-PORT-220 the missing web library is one error that names the install command', async () => {
  const load = () => Promise.reject(new Error('Cannot find package'))
  await assert.rejects(webHash({ load }), /npm install @noble\/hashes/)
})

test('REQ-PORT-220 every broken Hash adapter is caught', () => {
  const sound = nodeHash({ keys: KEYS })
  const upper = (text: string) => text.toUpperCase()
  const broken: Record<string, HashPort> = {
    'upper-case digits': { ...sound, sha256Hex: (data) => mapped(sound.sha256Hex(data), upper) },
    'repairs ill-formed text': {
      ...sound,
      sha256Hex: (data) => sound.sha256Hex(Buffer.from(data as string)),
    },
    'hashes the key with the text': {
      ...sound,
      hmacSha256Hex: (keyId, text) => sound.sha256Hex(keyId + text),
    },
    'hashes the whole buffer behind a view': {
      ...sound,
      sha256Hex: (data) =>
        sound.sha256Hex(typeof data === 'string' ? data : new Uint8Array(data.buffer as ArrayBuffer)),
    },
    'makes up unknown keys': {
      ...sound,
      hmacSha256Hex: (keyId, text) => sound.hmacSha256Hex(KEYS.has(keyId) ? keyId : 'text', text),
    },
  }
  for (const [name, port] of Object.entries(broken)) {
    assert.ok(
      CHECKS.some(({ holds }) => fails(() => holds(port))),
      name,
    )
  }
})

function mapped(result: ReturnType<HashPort['sha256Hex']>, change: (text: string) => string) {
  return result.ok ? { ok: true as const, value: change(result.value) } : result
}

function fails(run: () => void): boolean {
  try {
    run()
    return false
  } catch {
    return true
  }
}

test.run()
