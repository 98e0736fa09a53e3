/**
 * What do the public functions answer a host in plain JavaScript that hands over something else than it should?
 */
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Result } from '../../../src/contract/result.js'
import { recountTotal } from '../../../src/hosts/transcripts/count-payload.js'
import { detectFormat } from '../../../src/hosts/transcripts/detect-format.js'
import { readTranscript } from '../../../src/hosts/transcripts/read-transcript.js'
import { splitSessions } from '../../../src/hosts/transcripts/split-sessions.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { READ_OPTIONS } from './session-reading.js'
import { COUNTER, inputOf, itemOf, OVERHEAD, partText, planOf } from './written-conversations.js'

/** The function as plain JavaScript sees it. */
const untyped = (door: unknown) => door as (...given: readonly unknown[]) => Result<unknown>

/** Format, pointer or rule, and expectation of a refusal, which does not repeat what was given. */
function refusalOf(result: Result<unknown>): string {
  if (result.ok) return 'accepted'
  const { error } = result
  assert.not.match(JSON.stringify(error), /nope/)
  if (error._tag === 'TranscriptRefused') return `${error.format} ${error.pointer} ${error.expected}`
  return error._tag === 'MessagesRefused' ? `${error.format} ${error.rule}` : error._tag
}

test('REQ-HOST-256 a format that is not known and a file that is no text are refused', () => {
  const split = untyped(splitSessions)
  for (const format of ['nope', 'gpt', 'toString', '', undefined, null, 7, {}])
    assert.is(refusalOf(split('[]', format)), 'unknown /format known-format')
  for (const text of [undefined, null, 7, ['nope'], new Uint8Array(3)]) {
    assert.is(refusalOf(split(text, 'openai-chat')), 'openai-chat  text')
    assert.is(refusalOf(split(text, 'pi')), 'pi  text')
    assert.is(untyped(detectFormat)(text), null)
  }
})

test('REQ-HOST-256 what is no session, and options that are none, are refused with their place', () => {
  const read = untyped(readTranscript)
  const source = { format: 'openai-chat', entries: [], lines: [], envelope: null, problems: [] }
  for (const none of [undefined, null, 7, 'nope', {}, [], { ...source, format: 'nope' }])
    assert.is(refusalOf(read(none, READ_OPTIONS)), 'unknown /format known-format')
  for (const part of ['entries', 'lines', 'problems'])
    assert.is(refusalOf(read({ ...source, [part]: 'nope' }, READ_OPTIONS)), `openai-chat /${part} list`)
  for (const options of [undefined, null, {}, 'nope'])
    assert.is(refusalOf(read(source, options)), 'openai-chat /options/scope scope')
  for (const counter of [undefined, null, {}, { manifest: null }])
    assert.is(refusalOf(read(source, { ...READ_OPTIONS, counter })), 'openai-chat /options/counter counter')
  assert.is(refusalOf(read(source, READ_OPTIONS)), 'accepted')
})

test('REQ-HOST-255 a plan of a host is written without originals, and what is no input is refused', () => {
  const write = untyped(writeMessages)
  const items = [itemOf({ itemId: 'm:1', role: 'user', parts: [partText('go')] })]
  const input = { plan: planOf(items), items }
  const written = write('openai-chat', input)
  assert.ok(written.ok)
  assert.equal((written.value as { payload: unknown }).payload, {
    messages: [{ role: 'user', content: 'go' }],
  })
  assert.is(refusalOf(write('nope', input)), 'unknown known-format')
  const { originals } = inputOf([])
  const faults = [
    undefined,
    null,
    'nope',
    { items },
    { ...input, plan: { ok: true, value: input.plan } },
    { ...input, plan: { ...input.plan, selected: [null] } },
    { plan: input.plan },
    { ...input, items: [null] },
    { ...input, originals: null },
    { ...input, originals: JSON.parse(JSON.stringify(originals)) as unknown },
  ]
  for (const fault of faults)
    assert.is(refusalOf(write('anthropic-messages', fault)), 'anthropic-messages readable-input')
})

test('REQ-HOST-254 a format that is not known is the one breach, and cannot be counted', () => {
  const validate = untyped(validateMessages)
  for (const format of ['nope', '', undefined, 'pi'])
    assert.equal(validate(format, { messages: [] }), [{ rule: 'unknown-format', pointer: '' }])
  const recounted = untyped(recountTotal)('nope', { messages: [] }, { counter: COUNTER, ...OVERHEAD })
  assert.is(refusalOf(recounted), 'unknown wrong-shape')
})

test.run()
