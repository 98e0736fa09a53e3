/**
 * Is each media part that a provider refuses caught where it is broken, and does it never go out as it came?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
import { payloadItems } from '../../../src/hosts/transcripts/payload-items.js'
import { MESSAGE_FORMATS, type MessageFormat } from '../../../src/hosts/transcripts/turn.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { BROKEN_PARTS, type BrokenPart } from './broken-media.js'
import { mediaPayload, PNG, VALID_PARTS } from './media-parts.js'
import { readOnly } from './session-reading.js'
import { inputOf, itemOf, originalsOf, partText, planOf } from './written-conversations.js'

/** A conversation with the broken part first among what is shown, or answered. */
function payloadOf({ format, part, isAnswer }: BrokenPart): JsonRecord {
  const text = VALID_PARTS[format].answered.at(-1) as JsonRecord
  const said = VALID_PARTS[format].said.at(-1) as JsonRecord
  return mediaPayload(
    format,
    isAnswer === true ? [said] : [part, said],
    isAnswer === true ? [part, text] : [text],
  )
}

function placeOf({ format, isAnswer }: BrokenPart): string {
  const key = format === 'openai-responses' ? 'input' : 'messages'
  if (isAnswer !== true) return `/${key}/2/content/0`
  const inner = {
    'openai-chat': '',
    'openai-responses': '/output/0',
    'anthropic-messages': '/content/0/content/0',
  }
  return `/${key}/4${format === 'ai-sdk' ? '/content/0/output/value/0' : inner[format]}`
}

function written(from: MessageFormat, to: MessageFormat, payload: JsonRecord) {
  const { items, originals, problems } = readOnly(JSON.stringify(payload), from)
  const sent = writeMessages(to, { plan: planOf(items, 10_000), items, originals, awaiting: 'mark' })
  if (!sent.ok) throw new Error(sent.error.message)
  const words = [...problems.map(({ problem }) => problem), ...sent.value.omitted.map(({ why }) => why)]
  return { payload: sent.value.payload, words: words as string[] }
}

for (const broken of BROKEN_PARTS) {
  const { format, part, rule, below, isAnswer } = broken
  const where = isAnswer === true ? 'a result' : 'a message'
  test(`REQ-HOST-254 ${format}: ${JSON.stringify(part)} in ${where} is caught and not sent so`, () => {
    const payload = payloadOf(broken)
    const pointer = `${placeOf(broken)}${below}`
    const found = validateMessages(format, payload)
    assert.ok(
      found.some((breach) => breach.rule === rule && breach.pointer === pointer),
      JSON.stringify([pointer, found]),
    )
    for (const to of MESSAGE_FORMATS) {
      const sent = written(format, to, payload)
      assert.equal(validateMessages(to, sent.payload), [])
      if (rule === 'well-formed-text') assert.ok(sent.words.includes('ill-formed-text'))
    }
    const own = written(format, format, payload)
    assert.not.equal(JSON.stringify(own.payload), JSON.stringify(payload))
    // An address in another place of the part is the same address.
    const isRespelled = JSON.stringify(part).includes('"image_url":"http') || asUrl(part)
    if (!isRespelled) assert.ok(own.words.length > 0)
  })
}

function asUrl(part: JsonRecord): boolean {
  return part['type'] === 'input_image' && typeof part['image_url'] === 'object'
}

for (const audio of [{}, { id: 5 }, { id: '' }, 'x']) {
  test(`REQ-HOST-254 openai-chat: spoken audio ${JSON.stringify(audio)} names no earlier answer`, () => {
    const messages = [
      { role: 'user', content: 'Say it.' },
      { role: 'assistant', content: 'Said.', audio },
      { role: 'user', content: 'Again.' },
    ]
    assert.equal(validateMessages('openai-chat', { messages }), [
      { rule: 'media-source', pointer: '/messages/1/audio' },
    ])
    const sent = written('openai-chat', 'openai-chat', { messages })
    assert.equal(validateMessages('openai-chat', sent.payload), [])
    const heard = {
      messages: messages.map((message) =>
        'audio' in message ? { ...message, audio: { id: 'a1' } } : message,
      ),
    }
    assert.equal(validateMessages('openai-chat', heard), [])
    assert.equal(written('openai-chat', 'openai-chat', heard).payload, heard)
  })
}

test('REQ-HOST-254 half a character is caught anywhere, in the names of fields too', () => {
  const lone = '\udc00'
  for (const format of MESSAGE_FORMATS) {
    const key = format === 'openai-responses' ? 'input' : 'messages'
    const whole = { [key]: [{ role: 'user', content: 'a \ud83d\ude00' }] }
    assert.equal(validateMessages(format, whole), [])
    const named = { [key]: [{ role: 'user', content: 'hi', name: lone }] }
    const breach = { rule: 'well-formed-text', pointer: `/${key}/0/name` }
    assert.equal(validateMessages(format, named).at(-1), breach)
    const keyed = { [key]: [{ role: 'user', content: 'hi', x: { [lone]: 1 } }] }
    assert.equal(validateMessages(format, keyed).at(-1), { ...breach, pointer: `/${key}/0/x` })
  }
})

test('REQ-HOST-257 a message with half a character in a carried field is reported, and the rest is read', () => {
  const go = { role: 'user', content: 'go' }
  const cases: readonly (readonly [MessageFormat, JsonRecord])[] = [
    ['openai-chat', { ...go, name: 'a\ud83d' }],
    ['openai-responses', { ...go, id: 'msg_\ud83d' }],
    ['anthropic-messages', { ...go, content: [{ type: 'text', text: 'x', note: '\ud83d' }] }],
    ['ai-sdk', { ...go, x_note: ['\ud83d'] }],
  ]
  for (const [format, message] of cases) {
    const { items, problems } = readOnly(JSON.stringify([go, message]), format)
    assert.is(items.length, 1)
    assert.equal(problems, [{ line: 2, problem: 'ill-formed-text' }])
  }
  const shown = {
    id: 'x\ud83d',
    role: 'user',
    metadata: { at: '\ud83d' },
    parts: [{ type: 'text', text: 'hi' }],
  }
  assert.equal(readOnly(JSON.stringify([shown]), 'ai-sdk').problems, [])
  const answer = { id: '\ud83d', role: 'user', content: 'hi' }
  assert.equal(
    readOnly(JSON.stringify({ system: 'x', messages: [answer] }), 'anthropic-messages').problems,
    [],
  )
})

test('REQ-HOST-255 a text with half a character that a host made itself is refused, with its item', () => {
  const place = { message: 0, from: 0, to: 1 }
  const turns = ['go', 'a\ud83d'].map((text, index) => ({
    itemId: `m:${String(index)}`,
    role: 'user' as const,
    parts: [partText(text)],
    place,
  }))
  for (const format of MESSAGE_FORMATS) {
    const refused = writeMessages(format, inputOf(turns))
    assert.ok(!refused.ok && refused.error.rule === 'well-formed-text')
    assert.equal(!refused.ok && refused.error.itemIds, ['m:1'])
  }
})

test('REQ-HOST-255 base64 with line breaks, without padding or of another alphabet goes out as plain base64', () => {
  const spellings = ['iVBO\nRw0KGgo=', 'iVBORw0KGgo', ' iVBORw0KGgo= ']
  const shown = spellings.map((data) => ({
    _tag: 'Media' as const,
    media: 'image' as const,
    raw: { type: 'image', mimeType: 'image/PNG', data },
  }))
  const turn = { itemId: 'm:1', role: 'user' as const, parts: shown, place: { message: 0, from: 0, to: 3 } }
  const items = [itemOf(turn)]
  const sent = writeMessages('openai-chat', { plan: planOf(items), items, originals: originalsOf([turn]) })
  assert.ok(sent.ok)
  const image = { type: 'image_url', image_url: { url: PNG } }
  assert.equal(payloadItems('openai-chat', sent.value.payload), [
    { role: 'user', content: [image, image, image] },
  ])
  assert.equal(sent.value.omitted, [])
})

test('REQ-HOST-255 a call whose id is another in the request is named', () => {
  const call = (id: string) => ({ type: 'tool_use', id, name: 'look', input: {} })
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'R' })
  const again = [
    { role: 'assistant', content: [call('a')] },
    { role: 'user', content: [result('a')] },
  ]
  const payload = { messages: [{ role: 'user', content: 'go' }, ...again, ...again] }
  const sent = written('anthropic-messages', 'anthropic-messages', payload)
  assert.equal(sent.words, ['call-id-changed'])
  assert.equal(written('anthropic-messages', 'openai-chat', payload).words, [])
})

test('REQ-HOST-281 what a computer shows, and what the model draws, goes out as a picture or is named', () => {
  const call = {
    type: 'computer_call',
    id: 'cu_1',
    call_id: 'a',
    action: { type: 'screenshot' },
    status: 'completed',
  }
  const output = (image_url: unknown) => ({
    type: 'computer_call_output',
    call_id: 'a',
    output: { type: 'computer_screenshot', image_url },
  })
  const go = { role: 'user', content: 'go' }
  const right = { input: [go, call, output(PNG)] }
  assert.equal(written('openai-responses', 'openai-responses', right), { payload: right, words: [] })
  const broken = { input: [go, call, output('data:image/png;base64,')] }
  assert.is(validateMessages('openai-responses', broken)[0]?.pointer, '/input/2/output/image_url')
  assert.ok(written('openai-responses', 'openai-responses', broken).words.includes('media-not-portable'))
  const drawn = (result: unknown) => ({
    input: [go, { type: 'image_generation_call', id: 'ig_1', status: 'completed', result }],
  })
  for (const result of ['iVBORw0KGgo=', null]) {
    const kept = written('openai-responses', 'openai-responses', drawn(result))
    assert.equal(kept.payload, drawn(result))
  }
  for (const [result, word] of [
    ['', 'media-not-portable'],
    [5, 'part-as-text'],
  ] as const) {
    assert.is(validateMessages('openai-responses', drawn(result))[0]?.pointer, '/input/1/result')
    const sent = written('openai-responses', 'openai-responses', drawn(result))
    assert.equal(validateMessages('openai-responses', sent.payload), [])
    assert.ok(sent.words.includes(word))
  }
})

test.run()
