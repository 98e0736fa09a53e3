/**
 * What exactly is written for the conversations that break other writers, and what is refused?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { MESSAGE_FORMATS, type Turn, type TurnPart } from '../../../src/hosts/transcripts/turn.js'
import type { WriteInput } from '../../../src/hosts/transcripts/message-payload.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { inputOf, itemOf, originalsOf, partText, planOf, type Item } from './written-conversations.js'

const call = (callId: string, name = 'read', argumentsJson = '{}'): TurnPart => ({
  _tag: 'Call',
  callId,
  name,
  argumentsJson,
})
const result = (callId: string, text: string, isError = false): TurnPart => ({
  _tag: 'Result',
  callId,
  content: text === '' ? [] : [{ _tag: 'Text', text }],
  isError,
})

function turnsOf(...said: readonly (readonly [Turn['role'], ...TurnPart[]])[]): readonly Turn[] {
  return said.map(([role, ...parts], message) => {
    return { itemId: `m:${String(message + 1)}`, role, parts, place: { message, from: 0, to: parts.length } }
  })
}

function openAi(input: WriteInput) {
  const written = writeMessages('openai-chat', input)
  if (!written.ok) throw new Error(written.error.message)
  assert.equal(validateMessages('openai-chat', written.value.payload), [])
  return written.value
}

function anthropic(input: WriteInput) {
  const written = writeMessages('anthropic-messages', input)
  if (!written.ok) throw new Error(written.error.message)
  assert.equal(validateMessages('anthropic-messages', written.value.payload), [])
  return written.value
}

const text = (said: string) => ({ type: 'text', text: said })

test('REQ-HOST-255 a result that comes after the next user message moves up to its call', () => {
  const turns = turnsOf(
    ['user', partText('go')],
    ['assistant', call('a'), call('b')],
    ['tool', result('b', 'B')],
    ['user', partText('hurry')],
    ['tool', result('a', 'A', true)],
  )
  const called = (id: string) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })
  const { payload, omitted } = openAi(inputOf(turns))
  assert.equal(payload.messages, [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [called('a'), called('b')] },
    { role: 'tool', tool_call_id: 'b', content: 'B' },
    { role: 'tool', tool_call_id: 'a', content: 'A' },
    { role: 'user', content: 'hurry' },
  ])
  assert.equal(omitted, [{ itemId: 'm:5', why: 'error-flag-not-portable' }])
  const use = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} })
  assert.equal(anthropic(inputOf(turns)).payload.messages, [
    { role: 'user', content: [text('go')] },
    { role: 'assistant', content: [use('a'), use('b')] },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'b', content: 'B' },
        { type: 'tool_result', tool_use_id: 'a', content: 'A', is_error: true },
        text('hurry'),
      ],
    },
  ])
})

test('REQ-HOST-255 one answer on several lines is one message again, later calls stay later', () => {
  const signed: TurnPart = { _tag: 'Thinking', text: 'hm', signature: 'c2ln' }
  const turns = turnsOf(
    ['user', partText('go')],
    ['assistant', signed],
    ['assistant', partText('first')],
    ['assistant', call('a')],
    ['assistant', call('b')],
    ['tool', result('a', 'A')],
    ['tool', result('b', 'B')],
    ['assistant', call('c')],
    ['tool', result('c', 'C')],
  )
  const { messages } = anthropic(inputOf(turns)).payload
  const shape = messages.map(({ role, content }) => [
    role,
    (content as { type: string }[]).map(({ type }) => type),
  ])
  assert.equal(shape, [
    ['user', ['text']],
    ['assistant', ['thinking', 'text', 'tool_use', 'tool_use']],
    ['user', ['tool_result', 'tool_result']],
    ['assistant', ['tool_use']],
    ['user', ['tool_result']],
  ])
})

test('REQ-HOST-255 an id used twice stays two exchanges', () => {
  const turns = turnsOf(
    ['user', partText('go')],
    ['assistant', call('call 0', 'first')],
    ['tool', result('call 0', 'one')],
    ['assistant', call('call 0', 'second')],
    ['tool', result('call 0', 'two')],
  )
  const blocks = anthropic(inputOf(turns)).payload.messages.flatMap(
    ({ content }) => content as Record<string, unknown>[],
  )
  assert.equal(
    blocks.slice(1).map((block) => [block['id'] ?? block['tool_use_id'], block['name'] ?? block['content']]),
    [
      ['call_0', 'first'],
      ['call_0', 'one'],
      ['call_0_2', 'second'],
      ['call_0_2', 'two'],
    ],
  )
  const sent = openAi(inputOf(turns))
    .payload.messages.map((message) => message['tool_call_id'])
    .filter(Boolean)
  assert.equal(sent, ['call 0', 'call 0'])
})

test('REQ-HOST-255 the first message is the users, and the last has no white space at its end', () => {
  const written = anthropic(inputOf(turnsOf(['assistant', partText('so far \n\u0085')])))
  assert.equal(written.payload.messages, [
    { role: 'user', content: [text('(earlier messages are not shown)')] },
    { role: 'assistant', content: [text('so far')] },
  ])
  assert.equal(written.omitted, [{ itemId: 'm:1', why: 'trailing-space' }])
  assert.is(written.endsWithAssistant, true)
})

test('REQ-HOST-255 reasoning goes back signed and in front, or not at all', () => {
  const turns = turnsOf(
    ['user', partText('go')],
    ['assistant', partText('well'), { _tag: 'Thinking', text: 'hm', signature: 'c2ln' }, call('a')],
    ['tool', result('a', 'A')],
    ['assistant', { _tag: 'Thinking', text: 'unsigned' }, partText('done')],
    ['assistant', { _tag: 'Thinking', text: '', redacted: 'ZGF0YQ' }],
  )
  const { payload, omitted } = anthropic(inputOf(turns))
  assert.equal(payload.messages[1]?.['content'], [
    { type: 'thinking', thinking: 'hm', signature: 'c2ln' },
    text('well'),
    { type: 'tool_use', id: 'a', name: 'read', input: {} },
  ])
  assert.equal(omitted, [
    { itemId: 'm:4', why: 'reasoning-not-portable' },
    { itemId: 'm:5', why: 'reasoning-at-end' },
  ])
})

test('REQ-HOST-255 users are neighbours again where only reasoning stood between them', () => {
  const turns = turnsOf(
    ['user', partText('go')],
    ['assistant', { _tag: 'Thinking', text: 'hm', signature: 'c2ln' }],
    ['user', partText('on')],
  )
  const { payload, omitted } = anthropic(inputOf(turns))
  assert.equal(payload.messages, [{ role: 'user', content: [text('go'), text('on')] }])
  assert.equal(omitted, [
    { itemId: 'm:2', why: 'reasoning-at-end' },
    { itemId: 'm:2', why: 'empty' },
  ])
})

test('REQ-HOST-255 a text in place of several results stands once', () => {
  const turns = turnsOf(
    ['user', partText('go')],
    ['assistant', call('a'), call('b')],
    ['tool', result('a', 'A'), result('b', 'B')],
  )
  const items = turns.map((turn, index) => (index < 2 ? itemOf(turn) : { ...itemOf(turn), content: 'both' }))
  const { messages } = openAi({ plan: planOf(items), items, originals: originalsOf(turns) }).payload
  assert.equal(
    messages.slice(2).map(({ content }) => content),
    ['both', ''],
  )
})

test('REQ-HOST-255 images are converted, and marked where they cannot go', () => {
  const png = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }
  const url = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }
  const media = (raw: unknown): TurnPart => ({ _tag: 'Media', media: 'image', raw })
  const turns = turnsOf([
    'user',
    partText('see'),
    media(png),
    media(url),
    media({ type: 'image', mimeType: 'image/png', data: 'AAAA' }),
  ])
  assert.equal(openAi(inputOf(turns)).payload.messages[0]?.['content'], [text('see'), url, url, url])
  assert.equal(anthropic(inputOf(turns)).payload.messages[0]?.['content'], [text('see'), png, png, png])
  const odd = turnsOf(['user', partText('see'), { _tag: 'Media', media: 'audio', raw: { type: 'x' } }])
  for (const write of [openAi, anthropic]) {
    const { payload, omitted } = write(inputOf(odd))
    assert.equal(payload.messages[0]?.['content'], [text('see'), text('[audio]')])
    assert.equal(omitted, [{ itemId: 'm:1', why: 'media-not-portable' }])
  }
})

test('REQ-HOST-255 an image of a type the provider does not take is marked', () => {
  const raw = { type: 'image', mimeType: 'image/tiff', data: 'AAAA' }
  const turns = turnsOf(['user', { _tag: 'Media', media: 'image', raw }])
  assert.equal(anthropic(inputOf(turns)).payload.messages[0]?.['content'], [text('[image]')])
})

test('REQ-HOST-255 words after a call wait for its result', () => {
  const turns = turnsOf(
    ['user', partText('go')],
    ['assistant', call('a')],
    ['assistant', partText('meanwhile')],
    ['tool', result('a', 'A')],
  )
  const { messages } = anthropic(inputOf(turns)).payload
  assert.equal(
    messages.map(({ role }) => role),
    ['user', 'assistant', 'user', 'assistant'],
  )
  assert.equal(messages[3]?.['content'], [text('meanwhile')])
})

test('REQ-HOST-255 of two calls with one id in one message the second is open', () => {
  const go = turnsOf(
    ['user', partText('go')],
    ['assistant', call('a', 'x'), call('a', 'y')],
    ['tool', result('a', 'A')],
  )
  const input = { plan: planOf(go.map(itemOf), 100), items: go.map(itemOf), originals: originalsOf(go) }
  const { messages } = openAi({ ...input, awaiting: 'mark' }).payload
  assert.equal(
    messages.slice(2).map((message) => [message['tool_call_id'], message['content']]),
    [
      ['a', 'A'],
      ['a_2', 'interrupted: no result was recorded'],
    ],
  )
  const twice = inputOf([...go, { ...(go[2] as Turn), itemId: 'm:4' }])
  const refused = writeMessages('openai-chat', { ...twice, awaiting: 'mark' })
  assert.ok(!refused.ok && refused.error.rule === 'duplicate-result')
})

test('REQ-HOST-255 texts that say nothing are left out of results', () => {
  const content = ['', 'A', ''].map((said) => ({ _tag: 'Text' as const, text: said }))
  const answer: TurnPart = { _tag: 'Result', callId: 'a', content, isError: false }
  const turns = turnsOf(['user', partText('go')], ['assistant', call('a')], ['tool', answer])
  assert.is(openAi(inputOf(turns)).payload.messages[2]?.['content'], 'A')
  const block = { type: 'tool_result', tool_use_id: 'a', content: 'A' }
  assert.equal(anthropic(inputOf(turns)).payload.messages[2]?.['content'], [block])
})

test('REQ-HOST-255 a raw result of white space keeps its other fields', () => {
  const raw = { type: 'tool_result', tool_use_id: 'a', content: ' ', cache_control: { type: 'ephemeral' } }
  const turns = turnsOf(['user', partText('go')], ['assistant', call('a')], ['tool', result('a', ' ')])
  const entries = [null, null, { role: 'user', content: [raw] }]
  const items = turns.map(itemOf)
  const originals = { ...originalsOf(turns, 'anthropic-messages'), entries }
  const { messages } = anthropic({ plan: planOf(items), items, originals }).payload
  const { content: _, ...rest } = raw
  assert.equal(messages[2], { role: 'user', content: [rest] })
})

test('REQ-HOST-255 rising pieces of one result are one result', () => {
  const turns = turnsOf(
    ['user', partText('go')],
    ['assistant', call('a')],
    ['tool', result('a', '1')],
    ['tool', result('a', '2')],
  )
  const items = turns.map((turn, index): Item => {
    const item = itemOf(turn, index)
    return index < 2 ? item : { ...item, binding: { role: 'tool', results: [{ callId: 'a', part: index }] } }
  })
  const input = { plan: planOf(items), items, originals: originalsOf(turns) }
  assert.equal(openAi(input).payload.messages.at(-1)?.['content'], [text('1'), text('2')])
  assert.is((anthropic(input).payload.messages.at(-1)?.['content'] as unknown[]).length, 1)
  const level = items.map((item, index): Item => {
    return index < 2 ? item : { ...item, binding: { role: 'tool', results: [{ callId: 'a', part: 2 }] } }
  })
  const refused = writeMessages('openai-chat', { ...input, items: level })
  assert.ok(!refused.ok && refused.error.rule === 'duplicate-result')
})

test('REQ-HOST-255 what the host put in place of a turn is what is shown', () => {
  const turns = turnsOf(
    ['user', partText('my key is hunter2')],
    ['assistant', call('a', 'read', '{"key":"hunter2"}')],
    ['tool', result('a', 'hunter2')],
  )
  const [user, caller, tool] = turns.map(itemOf) as [Item, Item, Item]
  const { content: _, ...bare } = tool
  const contentRef = {
    store: 's',
    objectId: 'o',
    digest: `sha256:${'0'.repeat(64)}`,
    byteLength: 7,
    summary: 'a key',
    recoverable: true,
  }
  const items: Item[] = [
    { ...user, content: 'my key is ***' },
    { ...caller, content: 'read ***' },
    { ...bare, contentRef },
  ]
  for (const write of [openAi, anthropic]) {
    const { payload, omitted } = write({ plan: planOf(items), items, originals: originalsOf(turns) })
    const sent = JSON.stringify(payload)
    assert.not.match(sent, 'hunter2')
    for (const shown of ['my key is ***', 'read ***', 'a key', '"a"']) assert.match(sent, shown)
    assert.equal(
      omitted.map(({ why }) => why),
      ['by-reference', 'by-reference', 'by-reference'],
    )
  }
})

test('REQ-HOST-255 supplements stand where the plan laid them, rules among the system text', () => {
  const [message] = turnsOf(['user', partText('go')]) as [Turn]
  const supplement = (itemId: string, kind: Item['kind'], trust: Item['labels']['trust']): Item => {
    const { binding: _, labels, ...item } = itemOf({ itemId, role: 'user', parts: [partText(`<${itemId}>`)] })
    return { ...item, kind, labels: { ...labels, trust } }
  }
  const items = [
    supplement('rule', 'project-rule', 'host'),
    { ...supplement('found', 'memory', 'external'), binding: { role: 'user' as const } },
    itemOf(message),
  ]
  const input = { plan: planOf(items), items, originals: originalsOf([message]) }
  const framed = '[memory] "\\u003cfound\\u003e"'
  assert.equal(openAi(input).payload.messages, [
    { role: 'system', content: '<rule>' },
    { role: 'user', content: framed },
    { role: 'user', content: 'go' },
  ])
  assert.equal(anthropic(input).payload, {
    system: [text('<rule>')],
    messages: [{ role: 'user', content: [text(framed), text('go')] }],
  })
})

test('REQ-HOST-255 a call without a result is refused, or marked where the host asks for it', () => {
  const turns = turnsOf(
    ['user', partText('go')],
    ['assistant', call('a'), call('b')],
    ['tool', result('b', 'B')],
  )
  const items = turns.map(itemOf)
  const input = { plan: planOf(items, 100), items, originals: originalsOf(turns) }
  for (const format of MESSAGE_FORMATS) {
    const refused = writeMessages(format, input)
    assert.ok(!refused.ok)
    assert.equal([refused.error.rule, refused.error.itemIds], ['call-answered', ['m:2']])
  }
  const marked = { ...input, awaiting: 'mark' as const }
  const mark = 'interrupted: no result was recorded'
  assert.equal(openAi(marked).payload.messages.at(-1), { role: 'tool', tool_call_id: 'a', content: mark })
  const blocks = anthropic(marked).payload.messages.at(-1)?.['content'] as unknown[]
  assert.equal(blocks[1], { type: 'tool_result', tool_use_id: 'a', content: mark, is_error: true })
})

test('REQ-HOST-255 what cannot be written is refused by rule and item', () => {
  const go = ['user', partText('go')] as const
  const refusals: readonly (readonly [string, readonly string[], WriteInput])[] = [
    ['orphan-result', ['m:2'], inputOf(turnsOf(go, ['tool', result('a', 'A')]))],
    [
      'duplicate-result',
      ['m:4'],
      inputOf(turnsOf(go, ['assistant', call('a')], ['tool', result('a', 'A')], ['tool', result('a', 'B')])),
    ],
    ['known-item', ['m:1'], { ...inputOf(turnsOf(go)), items: [] }],
    ['known-call', ['m:1'], { ...inputOf(turnsOf(['assistant', call('a')])), originals: originalsOf([]) }],
    ['no-messages', ['m:1'], inputOf(turnsOf(['user', partText('')]))],
    ['no-messages', [], inputOf([])],
  ]
  for (const format of MESSAGE_FORMATS) {
    for (const [rule, itemIds, input] of refusals) {
      const refused = writeMessages(format, input)
      assert.ok(!refused.ok, rule)
      assert.equal(
        [refused.error._tag, refused.error.rule, refused.error.itemIds],
        ['MessagesRefused', rule, itemIds],
      )
      assert.is(refused.error.format, format)
    }
  }
  const system = writeMessages('anthropic-messages', inputOf(turnsOf(['system', partText('rules')])))
  assert.ok(!system.ok && system.error.rule === 'no-messages')
})

test('REQ-HOST-255 a change that a rule forces keeps the fields nobody knows', () => {
  const raw = { role: 'assistant', content: 'hi', tool_calls: [], seed: 7 }
  const parts = [partText('hi')]
  const turn: Turn = { itemId: 'm:1', role: 'assistant', parts, place: { message: 0, from: 0, to: 1 } }
  const originals = { ...originalsOf([turn], 'openai-chat'), entries: [raw] }
  const items = [itemOf(turn)]
  const { messages } = openAi({ plan: planOf(items), items, originals }).payload
  assert.equal(messages, [{ role: 'assistant', content: 'hi', seed: 7 }])
})

test('REQ-HOST-255 200,000 parts and 100,000 messages are written', () => {
  const many = Array.from({ length: 200_000 }, (_, index) => partText(`p${String(index)}`))
  const wide = inputOf(turnsOf(['user', ...many]))
  const sides = many
    .slice(0, 100_000)
    .map((part, index) => [index % 2 === 0 ? 'user' : 'assistant', part] as const)
  const long = inputOf(turnsOf(...sides))
  for (const write of [openAi, anthropic]) {
    assert.is((write(wide).payload.messages[0]?.['content'] as unknown[]).length, 200_000)
    assert.is(write(long).payload.messages.length, 100_000)
  }
})

test.run()
