/**
 * How does a plan become the messages of a request? It writes what the plan selected, in its order, or refuses; it
 * never plans, drops a turn in silence or sends anything.
 */
import type { MessagesRefused } from '../../contract/kernel-error.js'
import { ok, type Result } from '../../contract/result.js'
import { answerCalls, type AnsweredCalls } from './answer-calls.js'
import { FIXED_TEXT_TOKENS, isEarlierNote } from './fixed-texts.js'
import type { MessagePayload, WriteInput, WrittenMessages } from './message-payload.js'
import { asRecord } from './json-record.js'
import { refuseMessages } from './messages-refused.js'
import { omissionsOf, type Omissions } from './omissions.js'
import { payloadItems } from './payload-items.js'
import { showTurns, type ShownTurn } from './shown-turns.js'
import type { MessageFormat } from './turn.js'
import { isWellFormedValue } from './well-formed-value.js'
import { wholeInput, type WholeInput } from './whole-input.js'
import { writeAiSdk } from './write-ai-sdk.js'
import { writeAnthropicMessages } from './write-anthropic-messages.js'
import { writeOpenAiChat } from './write-openai-chat.js'
import { writeOpenAiResponses } from './write-openai-responses.js'

export type {
  AiSdkPayload,
  AnthropicPayload,
  Omission,
  OpenAiChatPayload,
  OpenAiResponsesPayload,
  PayloadByFormat,
  WriteInput,
  WrittenMessages,
} from './message-payload.js'

/**
 * Writes a plan as messages that the provider accepts.
 *
 * Turns that were read from the very format that is written go out as the raw messages they were, unless a rule of the
 * provider forces a change; items of a Codex session are those of OpenAI Responses. Unknown fields of a message go along
 * to OpenAI Chat only, the others refuse them. Items without a turn are rendered by `renderSupplement`.
 * Calls are matched with results by occurrence; ids the provider would refuse are replaced for call and result alike.
 *
 * @param given `plan` and the items it was made of; `originals` of the session, where they were read from one.
 * @returns ok: at least one message; objects are shared with `originals` and must not be changed.
 *          Failed: `MessagesRefused` with the rule that cannot be kept and the items concerned: `call-answered` (calls
 *          await a result and `awaiting` is not `mark`), `orphan-result`, `duplicate-result`, `known-item`,
 *          `known-call`, `no-messages`, `within-budget` (fixed texts that had to be added do not fit the input budget);
 *          `well-formed-text` (a text the host made itself holds a lone surrogate); for a slip of the host `known-format` or `readable-input` (no plan, no items, originals that are none).
 * @law  with `cacheBreakpoints` the same is said, and marked at most four times
 * @law  `validateMessages` finds nothing in what is written
 * @law  every selected item stands in the messages or is named in `omitted`
 * @req  REQ-HOST-255
 * @example
 *   const written = writeMessages('openai-chat', { plan, items, originals })
 *   if (written.ok) send(written.value.payload)
 * @since 0.1.0
 */
export function writeMessages<F extends MessageFormat>(
  format: F,
  given: WriteInput,
): Result<WrittenMessages<F>, MessagesRefused> {
  return written(format, given) as Result<WrittenMessages<F>, MessagesRefused>
}

function written(format: MessageFormat, given: WriteInput): Result<WrittenMessages, MessagesRefused> {
  const whole = wholeInput(format, given)
  if (!whole.ok) return whole
  const input = whole.value
  const shown = showTurns(format, input)
  if (!shown.ok) return shown
  const turns = shown.value
  const answered = answerCalls(turns)
  const refusal = brokenExchanges(format, answered, input)
  if (refusal !== null) return refusal
  const omissions = omissionsOf(turns)
  const payload = payloadOf(format, { turns, answered, omissions, input })
  const messages = payloadItems(format, payload)
  if (!isWellFormedValue(payload)) return refuseIllFormed(format, turns)
  if (messages.length === 0) {
    const remedy = 'plan for a larger window, or add a message of the user'
    return refuseMessages(format, { rule: 'no-messages', itemIds: turns.map((turn) => turn.itemId), remedy })
  }
  const first = messages.find((message) => asRecord(message)?.['role'] !== 'system')
  const tooMuch = fixedTexts(first, answered) > roomForFixedTexts(input)
  if (tooMuch) {
    const remedy = 'plan again with a safety margin for the texts that must be added'
    return refuseMessages(format, { rule: 'within-budget', itemIds: openItems(answered), remedy })
  }
  const endsWithAssistant = asRecord(messages.at(-1))?.['role'] === 'assistant'
  return ok({ format, payload, omitted: omissions.list(), endsWithAssistant })
}

/** Readers let no such text in; a host that makes items or originals itself may. */
function refuseIllFormed(format: MessageFormat, turns: readonly ShownTurn[]) {
  const itemIds = turns.filter((turn) => !isWellFormedValue(turn)).map(({ itemId }) => itemId)
  const remedy = 'give texts without lone surrogates'
  return refuseMessages(format, { rule: 'well-formed-text', itemIds, remedy })
}

interface Writable {
  readonly turns: readonly ShownTurn[]
  readonly answered: AnsweredCalls
  readonly omissions: Omissions
  readonly input: WholeInput
}

function payloadOf(format: MessageFormat, { turns, answered, omissions, input }: Writable): MessagePayload {
  switch (format) {
    case 'openai-chat':
      return { messages: writeOpenAiChat(turns, answered, omissions) }
    case 'openai-responses':
      return { input: writeOpenAiResponses(turns, { answered, originals: input.originals }, omissions) }
    case 'anthropic-messages':
      return writeAnthropicMessages(turns, { answered, breakpoints: input.cacheBreakpoints ?? [] }, omissions)
    case 'ai-sdk':
      return writeAiSdk(turns, { answered, originals: input.originals }, omissions)
  }
}

function brokenExchanges(format: MessageFormat, answered: AnsweredCalls, { plan, awaiting }: WriteInput) {
  const [stray] = answered.strays
  if (stray !== undefined) {
    const itemIds = answered.strays.filter(({ rule }) => rule === stray.rule).map(({ itemId }) => itemId)
    const remedy = 'plan again: a plan holds a result only with its call'
    return refuseMessages(format, { rule: stray.rule, itemIds: [...new Set(itemIds)], remedy })
  }
  if (awaiting === 'mark') return null
  const itemIds = [...new Set([...openItems(answered), ...plan.awaiting.map(({ itemId }) => itemId)])]
  if (itemIds.length === 0) return null
  const remedy = 'wait for the results, or ask for marks'
  return refuseMessages(format, { rule: 'call-answered', itemIds, remedy })
}

function openItems({ callsOf }: AnsweredCalls): readonly string[] {
  const items = new Set<string>()
  for (const calls of callsOf) for (const call of calls) if (call.answers.length === 0) items.add(call.itemId)
  return [...items]
}

/** How many fixed texts were added: marks, and the note that stands before an assistant's message. */
function fixedTexts(first: unknown, { callsOf }: AnsweredCalls): number {
  let count = isEarlierNote(asRecord(first) ?? {}) ? 1 : 0
  for (const calls of callsOf) for (const call of calls) if (call.answers.length === 0) count += 1
  return count
}

/** The overhead of the plan pays for them first, then what the plan left of its input budget. */
function roomForFixedTexts({ plan: { budget, totalTokens } }: WriteInput): number {
  const left = budget.inputTokens - totalTokens + budget.perPlanTokens
  return Math.floor(left / (FIXED_TEXT_TOKENS + budget.perMessageTokens))
}
