/**
 * Is each rule of a provider caught where it is broken, and only there?
 */
import { readFileSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { payloadKeyOf } from '../../../src/hosts/transcripts/payload-items.js'
import { MESSAGE_FORMATS, type MessageFormat } from '../../../src/hosts/transcripts/turn.js'
import { PROVIDER_RULES, validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { BROKEN_PARTS } from './broken-media.js'

interface RuleCase {
  readonly rule: string
  readonly says: string
  readonly valid: unknown
  readonly invalid: unknown
  readonly pointer: string
}

function casesOf(format: MessageFormat): readonly RuleCase[] {
  const file = new URL(`../../../fixtures/provider-rules/${format}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as readonly RuleCase[]
}

for (const format of MESSAGE_FORMATS) {
  for (const { rule, says, valid, invalid, pointer } of casesOf(format)) {
    test(`REQ-HOST-254 ${format}: ${says} (${rule} at ${pointer})`, () => {
      assert.equal(validateMessages(format, valid), [])
      const breaches = validateMessages(format, invalid)
      assert.ok(
        breaches.some((breach) => breach.rule === rule && breach.pointer === pointer),
        JSON.stringify(breaches),
      )
    })
  }
}

test('REQ-HOST-254 every rule has a case', () => {
  const covered = new Set(MESSAGE_FORMATS.flatMap(casesOf).map(({ rule }) => rule))
  for (const { rule } of BROKEN_PARTS) covered.add(rule)
  for (const { rule } of validateMessages('gpt' as 'openai-chat', {})) covered.add(rule)
  assert.equal([...covered].sort(), [...PROVIDER_RULES].sort())
})

test('REQ-HOST-254 anything that is not the format is named, never thrown', () => {
  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error('read')
      },
    },
  )
  const circle: Record<string, unknown> = { role: 'user' }
  circle['content'] = circle
  for (const format of MESSAGE_FORMATS) {
    for (const payload of [null, undefined, 7, 'x', [], {}, trap, { messages: {} }, { messages: [trap] }]) {
      assert.is(validateMessages(format, payload)[0]?.rule, 'wrong-shape', `${format} ${typeof payload}`)
    }
    const key = payloadKeyOf(format)
    assert.is(validateMessages(format, { [key]: [trap] })[0]?.rule, 'wrong-shape')
    assert.ok(validateMessages(format, { [key]: [circle] }).length > 0)
    assert.ok(validateMessages(format, { [key]: [null, 1, [], 'x'] }).length >= 4)
  }
})

test('REQ-HOST-254 a message of 200,000 calls is judged in full', () => {
  const ids = Array.from({ length: 200_000 }, (_, index) => `c${String(index)}`)
  const uses = ids.map((id) => ({ type: 'tool_use', id, name: 'read', input: {} }))
  const results = ids.slice(1).map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'x' }))
  const messages = [
    { role: 'user', content: 'hi' },
    { role: 'assistant', content: uses },
    { role: 'user', content: results },
  ]
  assert.equal(validateMessages('anthropic-messages', { messages }), [
    { rule: 'call-answered', pointer: '/messages/1/content/0' },
  ])
})

test.run()
