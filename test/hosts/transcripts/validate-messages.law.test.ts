/**
 * Is a payload that was right and is then broken caught, by the rule that is broken?
 */
import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { payloadItems } from '../../../src/hosts/transcripts/payload-items.js'
import type { MessageFormat } from '../../../src/hosts/transcripts/turn.js'
import { validateMessages, type ProviderRule } from '../../../src/hosts/transcripts/validate-messages.js'
import { writeMessages } from '../../../src/hosts/transcripts/write-messages.js'
import { anyConversation, inputOf } from './written-conversations.js'

type Messages = any[]

/** Breaks a payload at the place `pick` chooses; answers the rules of which one must be reported, or null. */
type Breaker = (messages: Messages, pick: number) => readonly ProviderRule[] | null

const at = <A>(list: readonly A[], pick: number): A | undefined => list[pick % Math.max(1, list.length)]

const indicesOf = (messages: Messages, wanted: (message: Messages[0]) => boolean) =>
  messages.flatMap((message, index) => (wanted(message) ? [index] : []))

const isTool = (message: Messages[0]) => message.role === 'tool'

const OPENAI: Readonly<Record<string, Breaker>> = {
  'a result is lost': (messages, pick) => {
    const index = at(indicesOf(messages, isTool), pick)
    if (index === undefined) return null
    messages.splice(index, 1)
    return ['call-answered', 'last-role']
  },
  'a result is doubled': (messages, pick) => {
    const index = at(indicesOf(messages, isTool), pick)
    if (index === undefined) return null
    messages.splice(index, 0, messages[index])
    return ['duplicate-result']
  },
  'a message comes between call and result': (messages, pick) => {
    const index = at(indicesOf(messages, isTool), pick)
    if (index === undefined) return null
    messages.splice(index, 0, { role: 'user', content: 'wait' })
    return ['result-placement']
  },
  'a result answers a call nobody made': (messages, pick) => {
    const index = at(indicesOf(messages, isTool), pick)
    if (index === undefined) return null
    messages[index] = { ...messages[index], tool_call_id: 'nobody' }
    return ['orphan-result']
  },
  'a call stands after its result': (messages, pick) => {
    const index = at(
      indicesOf(messages, (message) => message.tool_calls !== undefined),
      pick,
    )
    if (index === undefined) return null
    const [call] = messages.splice(index, 1)
    messages.push(call)
    return ['orphan-result', 'result-after-call', 'result-placement', 'duplicate-result']
  },
  'a text is emptied': (messages, pick) => {
    const index = at(
      indicesOf(messages, (message) => message.role === 'user'),
      pick,
    )
    if (index === undefined) return null
    messages[index] = { ...messages[index], content: '' }
    return ['empty-content']
  },
  'a role is renamed': (messages, pick) => {
    const index = pick % messages.length
    messages[index] = { ...messages[index], role: 'model' }
    return ['known-role']
  },
  'an id is doubled in its message': (messages, pick) => {
    const index = at(
      indicesOf(messages, (message) => message.tool_calls !== undefined),
      pick,
    )
    if (index === undefined) return null
    const calls = messages[index].tool_calls
    messages[index] = { ...messages[index], tool_calls: [...calls, calls[0]] }
    return ['duplicate-call-id']
  },
}

const blocksWhere = (messages: Messages, type: string) =>
  messages.flatMap((message, index) =>
    message.content.flatMap((block: Messages[0], block_: number) =>
      block.type === type ? [[index, block_]] : [],
    ),
  )

const ANTHROPIC: Readonly<Record<string, Breaker>> = {
  'a result is lost': (messages, pick) => {
    const [index, block] = at(blocksWhere(messages, 'tool_result'), pick) ?? []
    if (index === undefined) return null
    messages[index].content.splice(block, 1)
    return ['call-answered']
  },
  'a result is doubled': (messages, pick) => {
    const [index, block] = at(blocksWhere(messages, 'tool_result'), pick) ?? []
    if (index === undefined) return null
    messages[index].content.splice(block, 0, messages[index].content[block])
    return ['duplicate-result']
  },
  'words stand before a result': (messages, pick) => {
    const [index] = at(blocksWhere(messages, 'tool_result'), pick) ?? []
    if (index === undefined) return null
    messages[index].content.unshift({ type: 'text', text: 'wait' })
    return ['result-placement']
  },
  'messages come between call and result': (messages, pick) => {
    const [index] = at(blocksWhere(messages, 'tool_result'), pick) ?? []
    if (index === undefined) return null
    const said = (role: string) => ({ role, content: [{ type: 'text', text: 'wait' }] })
    messages.splice(index, 0, said('user'), said('assistant'))
    return ['result-placement']
  },
  'the call of a result is lost': (messages, pick) => {
    const [index, block] = at(blocksWhere(messages, 'tool_use'), pick) ?? []
    if (index === undefined) return null
    messages[index].content.splice(block, 1)
    return ['orphan-result']
  },
  'a text becomes white space': (messages, pick) => {
    const [index, block] = at(blocksWhere(messages, 'text'), pick) ?? []
    if (index === undefined) return null
    messages[index].content[block] = { type: 'text', text: ' \n' }
    return ['empty-content']
  },
  'a side speaks twice': (messages, pick) => {
    const index = pick % messages.length
    messages.splice(index, 0, { role: messages[index].role, content: [{ type: 'text', text: 'wait' }] })
    return ['roles-alternate']
  },
  'the first message is lost': (messages) => {
    messages.shift()
    return messages.length === 0 ? ['no-messages'] : ['first-role-user']
  },
  'an id gets a dot': (messages, pick) => {
    const [index, block] = at(blocksWhere(messages, 'tool_use'), pick) ?? []
    if (index === undefined) return null
    messages[index].content[block].id += '.'
    return ['tool-id-format']
  },
  'a signature is lost': (messages, pick) => {
    const [index, block] = at(blocksWhere(messages, 'thinking'), pick) ?? []
    if (index === undefined) return null
    delete messages[index].content[block].signature
    return ['reasoning-kept']
  },
}

const isOutput = (item: Messages[0]) => item.type === 'function_call_output'
const isCall = (item: Messages[0]) => item.type === 'function_call'

/** Changes one of the items of a kind. */
const changed =
  (isKind: (item: Messages[0]) => boolean, rules: readonly ProviderRule[], fields: object): Breaker =>
  (items, pick) => {
    const index = at(indicesOf(items, isKind), pick)
    if (index === undefined) return null
    items[index] = { ...items[index], ...fields }
    return rules
  }

const RESPONSES: Readonly<Record<string, Breaker>> = {
  'an output is lost': (items, pick) => {
    const index = at(indicesOf(items, isOutput), pick)
    if (index === undefined) return null
    items.splice(index, 1)
    return ['call-answered']
  },
  'an output is doubled': (items, pick) => {
    const index = at(indicesOf(items, isOutput), pick)
    if (index === undefined) return null
    items.push(items[index])
    return ['duplicate-result']
  },
  'a call is lost': (items, pick) => {
    const index = at(indicesOf(items, isCall), pick)
    if (index === undefined) return null
    items.splice(index, 1)
    return ['orphan-result']
  },
  'a call stands after its output': (items, pick) => {
    const index = at(indicesOf(items, isCall), pick)
    if (index === undefined) return null
    items.push(...items.splice(index, 1))
    return ['result-after-call']
  },
  'a call is made twice': (items, pick) => {
    const index = at(indicesOf(items, isCall), pick)
    if (index === undefined) return null
    items.splice(index, 0, items[index])
    return ['duplicate-call-id']
  },
  'an output answers another kind of call': changed(isCall, ['orphan-result'], {
    type: 'custom_tool_call',
    input: 'x',
  }),
  'a call carries its call_id as its id': changed(isCall, ['item-id-format'], { id: 'call_1' }),
  'a call keeps a field of its log': changed(isCall, ['known-field'], { summary: 'x' }),
  'a name gets a space': changed(isCall, ['tool-name-format'], { name: 'read it' }),
  'a message is emptied': changed((item) => 'role' in item, ['empty-content'], { content: '' }),
  'the user says what only the model may': changed((item) => item.role === 'user', ['block-placement'], {
    content: [{ type: 'output_text', text: 'x' }],
  }),
  'reasoning is put at the end': (items) => {
    items.push({ type: 'reasoning', id: 'rs_1', summary: [] })
    return ['reasoning-last']
  },
}

const partsWhere = (messages: Messages, type: string) =>
  messages.flatMap((message, index) =>
    (Array.isArray(message.content) ? message.content : []).flatMap((part: Messages[0], at_: number) =>
      part.type === type ? [[index, at_]] : [],
    ),
  )

/** Changes one of the parts of a type. */
const partChanged =
  (type: string, rules: readonly ProviderRule[], fields: object): Breaker =>
  (messages, pick) => {
    const [index, part] = at(partsWhere(messages, type), pick) ?? []
    if (index === undefined) return null
    Object.assign(messages[index].content[part], fields)
    return rules
  }

const AI_SDK: Readonly<Record<string, Breaker>> = {
  'a message of results is lost': (messages, pick) => {
    const index = at(indicesOf(messages, isTool), pick)
    if (index === undefined) return null
    messages.splice(index, 1)
    return ['call-answered']
  },
  'a message of results is doubled': (messages, pick) => {
    const index = at(indicesOf(messages, isTool), pick)
    if (index === undefined) return null
    messages.splice(index, 0, messages[index])
    return ['duplicate-result']
  },
  'the user speaks between call and result': (messages, pick) => {
    const index = at(indicesOf(messages, isTool), pick)
    if (index === undefined) return null
    messages.splice(index, 0, { role: 'user', content: 'wait' })
    return ['result-placement']
  },
  'a call is lost': (messages, pick) => {
    const [index, part] = at(partsWhere(messages, 'tool-call'), pick) ?? []
    if (index === undefined) return null
    messages[index].content.splice(part, 1)
    return ['orphan-result']
  },
  'a call is made twice': (messages, pick) => {
    const [index, part] = at(partsWhere(messages, 'tool-call'), pick) ?? []
    if (index === undefined) return null
    messages[index].content.push(messages[index].content[part])
    return ['duplicate-call-id']
  },
  'a message of the system comes late': (messages) => {
    messages.push({ role: 'system', content: 'be brief' })
    return ['system-first']
  },
  "the first message is the assistant's": (messages) => {
    const first = messages.findIndex(({ role }) => role !== 'system')
    messages.splice(first, 0, { role: 'assistant', content: 'hm' })
    return ['first-role-user']
  },
  'arguments are named as in version 4': partChanged('tool-call', ['input-object'], { input: undefined }),
  'a result has no output': partChanged('tool-result', ['wrong-shape'], { output: undefined }),
  'an output is of a type nobody knows': partChanged('tool-result', ['known-block'], {
    output: { type: 'xml' },
  }),
  'options are not named': partChanged('tool-call', ['wrong-shape'], { providerOptions: { itemId: 'x' } }),
  'reasoning is put at the end': (messages) => {
    messages.push({ role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }] })
    return ['reasoning-last']
  },
}

function catches(format: MessageFormat, breaker: Breaker): number {
  let broken = 0
  fc.assert(
    fc.property(anyConversation, fc.nat(), ({ turns, chosen }, pick) => {
      const written = writeMessages(format, inputOf(turns, chosen))
      assert.ok(written.ok)
      const payload = structuredClone(written.value.payload)
      const rules: readonly string[] | null = breaker(payloadItems(format, payload) as Messages, pick)
      if (rules === null) return
      broken += 1
      const found = validateMessages(format, payload)
      assert.ok(
        found.some(({ rule }) => rules.includes(rule)),
        JSON.stringify(found),
      )
    }),
    { numRuns: 120 },
  )
  return broken
}

for (const [title, breaker] of Object.entries(OPENAI)) {
  test(`REQ-HOST-254 openai-chat: it is caught when ${title}`, () => {
    assert.ok(catches('openai-chat', breaker) > 10)
  })
}

for (const [title, breaker] of Object.entries(RESPONSES)) {
  test(`REQ-HOST-254 openai-responses: it is caught when ${title}`, () => {
    assert.ok(catches('openai-responses', breaker) > 10)
  })
}

for (const [title, breaker] of Object.entries(AI_SDK)) {
  test(`REQ-HOST-254 ai-sdk: it is caught when ${title}`, () => {
    assert.ok(catches('ai-sdk', breaker) > 10)
  })
}

for (const [title, breaker] of Object.entries(ANTHROPIC)) {
  test(`REQ-HOST-254 anthropic-messages: it is caught when ${title}`, () => {
    assert.ok(catches('anthropic-messages', breaker) > 10)
  })
}

test.run()
