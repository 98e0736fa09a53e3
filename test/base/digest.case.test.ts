/** Cases of digests: what is hashed, what is left out, and that nothing else is. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { test } from 'uvu'
import { digestOf, digestOfCanonical, digestOfText } from '../../src/base/digest.js'

const sha256Hex = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')

function digest(schema: string, value: unknown): string {
  const made = digestOf(sha256Hex, schema, value)
  assert.equal(made._tag, 'Right')
  return (made as { right: string }).right
}

test('REQ-BASE-202 a digest is SHA-256 over the schema, a line feed and the canonical text', () => {
  const expected = `sha256:${sha256Hex('cmk/note/v1\n{"a":1,"b":"\u00e9"}')}`
  assert.equal(digest('cmk/note/v1', { b: '\u00e9', a: 1 }), expected)
  assert.equal(digestOfCanonical(sha256Hex, 'cmk/note/v1', '{"a":1,"b":"\u00e9"}'), expected)
  assert.match(expected, /^sha256:[0-9a-f]{64}$/)
})

test('REQ-BASE-202 a digest is the same in every release', () => {
  assert.equal(
    digest('cmk/note/v1', { text: 'h\u00e9llo', n: [1, 2.5, -0] }),
    'sha256:990f8d0fa6febb5aac5d1a6472a0730dbd6d0d8cc5a885f829ace0ac28b01ed4',
  )
})

test('REQ-BASE-202 the digest written into a document does not change its digest', () => {
  const note = { schema: 'cmk/note/v1', parts: [{ digest: 'sha256:0' }] }
  const sealed = { ...note, digest: digest('cmk/note/v1', note) }
  assert.equal(digest('cmk/note/v1', sealed), sealed.digest)
  const hostile = Object.defineProperty({ ...note }, 'digest', {
    get: () => assert.fail('run'),
    enumerable: true,
  })
  assert.equal(digest('cmk/note/v1', hostile), sealed.digest)
})

test('REQ-BASE-202 a digest further down is part of the document', () => {
  assert.notEqual(digest('cmk/note/v1', { a: { digest: 'x' } }), digest('cmk/note/v1', { a: {} }))
  assert.notEqual(digest('cmk/note/v1', [{ digest: 'x' }]), digest('cmk/note/v1', [{}]))
})

test('REQ-BASE-202 one document under two schemas has two digests', () => {
  assert.notEqual(digest('cmk/note/v1', {}), digest('cmk/note/v2', {}))
  assert.notEqual(digest('cmk/note/v1', ''), digestOfText(sha256Hex, '""'))
})

test('REQ-BASE-202 key order never reaches a digest, and every value does', () => {
  const flat = fc.dictionary(fc.string({ unit: 'binary', maxLength: 4 }), fc.integer(), { maxKeys: 6 })
  fc.assert(
    fc.property(flat, fc.nat(), (record, pick) => {
      const entries = Object.entries(record)
      assert.equal(
        digest('s', Object.fromEntries([...entries].reverse())),
        digest('s', Object.fromEntries(entries)),
      )
      const at = entries[pick % Math.max(1, entries.length)]
      if (at === undefined || at[0] === 'digest') return
      const changed = entries.map(([key, value]) => [key, key === at[0] ? value + 1 : value] as const)
      assert.notEqual(digest('s', Object.fromEntries(changed)), digest('s', Object.fromEntries(entries)))
    }),
  )
})

test('REQ-BASE-203 a document without a canonical text has no digest', () => {
  assert.deepEqual(digestOf(sha256Hex, 'cmk/note/v1', { digest: 'x', at: Number.NaN }), {
    _tag: 'Left',
    left: { _tag: 'NotCanonical', pointer: '/at', reason: 'not-finite' },
  })
})

test('REQ-BASE-202 raw content is hashed as it stands, so that any tool can check it', () => {
  const expected = 'sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  assert.equal(digestOfText(sha256Hex, 'abc'), expected)
})

test.run()
