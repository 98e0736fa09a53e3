import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { decode } from '../../src/contract/decode.js'
import {
  ContextItem,
  DEFAULT_KERNEL_OPTIONS,
  decodeDocument,
  KernelOptions,
} from '../../src/contract/index.js'
import { sampleItem } from './support/samples.js'

test('REQ-CON-213 a host that reads a document gets the very value back in a plain result', () => {
  const item = sampleItem()
  const read = decodeDocument(ContextItem, item)
  assert.equal(Object.keys(read).sort(), ['ok', 'value'])
  assert.ok(read.ok && read.value === item)
})

const REFUSED = [
  ['REQ-CON-211', 'an unknown key', { ...sampleItem(), extra: 1 }],
  ['REQ-CON-213', 'a shape that is none', 'PLANTED-b7c1'],
  ['REQ-CON-216', 'a broken rule', { ...sampleItem(), expiresAt: '1970-01-01T00:00:00.000Z' }],
] as const

for (const [id, name, value] of REFUSED) {
  test(`${id} a host that reads a document with ${name} gets the refusal of the kernel as an error`, () => {
    const read = decodeDocument(ContextItem, value)
    const inside = decode(ContextItem, value)
    assert.ok(!read.ok && inside._tag === 'Left')
    assert.is(read.error.code, 'CMK_DOCUMENT_REFUSED')
    assert.equal(read.error, inside.left)
    assert.not.ok(JSON.stringify(read).includes('PLANTED-b7c1'))
  })
}

test('REQ-CON-215 a host that reads a document of a newer version gets a refusal that says so', () => {
  const read = decodeDocument(KernelOptions, { ...DEFAULT_KERNEL_OPTIONS, schema: 'cmk/kernel-options/v2' })
  assert.ok(!read.ok)
  assert.is(read.error.code, 'CMK_DOCUMENT_NEWER')
})

const SAYINGS = [
  [{ ...sampleItem(), extra: 1 }, 'it holds a key that ContextItem does not know'],
  [{ ...sampleItem(), binding: { extra: 1 } }, '`/binding` holds a key that is not known there'],
  [{ ...sampleItem(), tokens: { safe: 1, counter: 'c' } }, 'it lacks `/tokens/expected`'],
  [{ ...sampleItem(), priority: -1 }, 'at `/priority`: expected Priority'],
  [[], 'the whole document: expected ContextItem'],
] as const

test('REQ-CON-213 the message says in plain words where a document fails and for what', () => {
  for (const [value, saying] of SAYINGS) {
    const read = decodeDocument(ContextItem, value)
    assert.ok(!read.ok)
    assert.is(read.error.message, `ContextItem is refused: ${saying}; correct the document and call again`)
  }
})

test.run()
