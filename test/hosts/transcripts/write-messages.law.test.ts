/**
 * Does every plan of a well-formed conversation become messages that the provider takes, with nothing lost?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { JsonRecord } from '../../../src/hosts/transcripts/json-record.js'
import { payloadItems } from '../../../src/hosts/transcripts/payload-items.js'
import { MESSAGE_FORMATS, type MessageFormat, type Turn } from '../../../src/hosts/transcripts/turn.js'
import { validateMessages } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { anyConversation, inputOf, originalsOf, planOf, type Conversation } from './written-conversations.js'
import { wordsIn } from './written-words.js'

function written(format: MessageFormat, { turns, chosen }: Conversation) {
  const result = writeMessages(format, inputOf(turns, chosen))
  if (!result.ok) throw new Error(`${result.error.rule}: ${result.error.message}`)
  return result.value
}

function eachFormat(check: (format: MessageFormat, conversation: Conversation) => void, numRuns = 150): void {
  for (const format of MESSAGE_FORMATS) {
    fc.assert(
      fc.property(anyConversation, (conversation) => check(format, conversation)),
      { numRuns },
    )
  }
}

/** Formats that take instructions in front only. */
const SYSTEM_FIRST = new Set<MessageFormat>(['anthropic-messages', 'ai-sdk'])

const chosenTurns = ({ turns, chosen }: Conversation): readonly Turn[] => {
  const ids = new Set(chosen.map((item) => item.itemId))
  return turns.filter((turn) => ids.has(turn.itemId))
}

test('REQ-HOST-255 what is written breaks no rule of the provider', () => {
  eachFormat((format, conversation) => {
    assert.equal(validateMessages(format, written(format, conversation).payload), [])
  })
})

test('REQ-HOST-255 every word of a selected item is written once, or its item is named', () => {
  eachFormat((format, conversation) => {
    const { payload, omitted } = written(format, conversation)
    const found = wordsIn(payload)
    assert.is(new Set(found).size, found.length)
    const reasoning = new Set(
      omitted.filter(({ why }) => why.startsWith('reasoning')).map(({ itemId }) => itemId),
    )
    const expected = chosenTurns(conversation).flatMap((turn) => {
      const parts = reasoning.has(turn.itemId)
        ? turn.parts.filter((part) => part._tag !== 'Thinking')
        : turn.parts
      return wordsIn(parts)
    })
    const argumentTwins = new Set(found)
    assert.equal([...argumentTwins].sort(), [...new Set(expected)].sort())
  })
})

test('REQ-HOST-255 turns keep their order, apart from results, reasoning and system text', () => {
  eachFormat((format, conversation) => {
    const { payload } = written(format, conversation)
    const spoken = chosenTurns(conversation)
      .filter((turn) => turn.role !== 'system' || !SYSTEM_FIRST.has(format))
      .map((turn) => turn.parts.filter((part) => part._tag === 'Text' || part._tag === 'Call'))
    const expected = [...new Set(spoken.flatMap(wordsIn))]
    const wanted = new Set(expected)
    const found = [...new Set(wordsIn(payloadItems(format, payload)).filter((word) => wanted.has(word)))]
    assert.equal(found, expected)
  })
})

test('REQ-HOST-255 results of one message keep their order, directly after it', () => {
  eachFormat((format, conversation) => {
    const { payload } = written(format, conversation)
    const order = new Map(
      chosenTurns(conversation)
        .flatMap((turn) => turn.parts.filter((part) => part._tag === 'Result'))
        .flatMap((part) => wordsIn(part))
        .map((word, index) => [word, index]),
    )
    let run: number[] = []
    for (const message of payloadItems(format, payload) as readonly JsonRecord[]) {
      const inMessage = wordsIn(message).flatMap((word) => order.get(word) ?? [])
      const isModels = message['role'] === 'assistant' || message['type'] === 'function_call'
      run = isModels ? [] : [...run, ...inMessage]
      assert.equal(
        run,
        [...run].sort((a, b) => a - b),
      )
    }
  })
})

test('REQ-HOST-255 an item that says nothing is left out and named', () => {
  eachFormat((format, conversation) => {
    const { payload, omitted } = written(format, conversation)
    const empty = omitted.filter(({ why }) => why === 'empty').map(({ itemId }) => itemId)
    for (const turn of chosenTurns(conversation)) {
      if (empty.includes(turn.itemId)) {
        const said = turn.parts.filter((part) => part._tag !== 'Thinking')
        assert.equal(wordsIn(said), [], turn.itemId)
      }
      const silent = turn.parts.every((part) => part._tag === 'Text' && part.text === '')
      if (silent) assert.ok(empty.includes(turn.itemId), turn.itemId)
    }
    assert.not.match(JSON.stringify(payload), '"text":""')
  })
})

test('REQ-HOST-255 the same plan is written to the same bytes', () => {
  eachFormat((format, conversation) => {
    const once = JSON.stringify(written(format, conversation))
    assert.is(JSON.stringify(written(format, conversation)), once)
  }, 50)
})

test('REQ-HOST-255 what a conversation says later changes no id written earlier', () => {
  eachFormat((format, { turns, items }) => {
    const pairs = items.flatMap((_, length) => {
      const given = { plan: planOf(items.slice(0, length)), items, originals: originalsOf(turns) }
      const early = writeMessages(format, given)
      return early.ok ? [idsIn(early.value.payload)] : []
    })
    const whole = idsIn(written(format, { turns, items, chosen: items }).payload)
    for (const early of pairs) assert.equal(whole.slice(0, early.length), early)
  }, 60)
})

/** Ids of calls in order, whatever the format calls them. */
function idsIn(payload: unknown): readonly string[] {
  return [...JSON.stringify(payload).matchAll(/"(?:call_)?id":"((?:[^"\\]|\\.)*)"/g)].map(
    ([, id]) => id ?? '',
  )
}

test.run()
