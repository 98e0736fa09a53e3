/**
 * What does a writer answer? The messages of a request and a report of what could not go along; types, and
 * the closed list of reasons why something could not.
 */
import type { ContextItem } from '../../contract/context-item.js'
import type { ContextPlan } from '../../contract/context-plan.js'
import type { Plain } from '../../contract/type-of.js'
import type { JsonRecord } from './json-record.js'
import type { MessageFormat, Originals } from './turn.js'

/** The `messages` of a request to OpenAI Chat Completions. @since 0.1.0 */
export interface OpenAiChatPayload {
  readonly messages: readonly JsonRecord[]
}

/**
 * `system` (text blocks, absent when there are none) and `messages` of a request to Anthropic Messages.
 *
 * @since 0.1.0
 */
export interface AnthropicPayload {
  readonly system?: readonly JsonRecord[]
  readonly messages: readonly JsonRecord[]
}

/**
 * The `input` items of a request to OpenAI Responses. Instructions are input messages of role `system` or `developer`,
 * at their place, and not the request's `instructions`, which the provider drops from one request to the next.
 *
 * @since 0.1.0
 */
export interface OpenAiResponsesPayload {
  readonly input: readonly JsonRecord[]
}

/**
 * The `messages` (ModelMessage) of a call of the AI SDK, versions 5 and 6. Instructions are messages of role `system` in
 * front; where a version refuses them there (7, and 6 on request), allow them or hand them over as `system`.
 *
 * @since 0.1.0
 */
export interface AiSdkPayload {
  readonly messages: readonly JsonRecord[]
}

/** Which payload each format has. @since 0.1.0 */
export interface PayloadByFormat {
  readonly 'openai-chat': OpenAiChatPayload
  readonly 'openai-responses': OpenAiResponsesPayload
  readonly 'anthropic-messages': AnthropicPayload
  readonly 'ai-sdk': AiSdkPayload
}

/**
 * What a request carries, in one format or another; plain JSON data that shares objects with the originals.
 *
 * @since 0.1.0
 */
export type MessagePayload = PayloadByFormat[MessageFormat]

/**
 * Why something of an item is not in the messages, or not as it was.
 *
 * - `empty`: the item has nothing a provider takes; it is left out whole.
 * - `by-reference`: the item holds another text than its turn (a reference or a text the host put in its place), so
 *   that text stands where the message stood; arguments, media and reasoning of the turn are not shown.
 * - `reasoning-not-portable`: reasoning without a signature of this provider is left out.
 * - `reasoning-at-end`: a message may not end with reasoning, and OpenAI's goes only before the item that followed it;
 *   that block is left out.
 * - `media-not-portable`: a short text marker stands in place of media that the provider does not take, or that name no
 *   data: an empty or a broken one, or one of another type.
 * - `error-flag-not-portable`: the format cannot say that a result is an error; its text stands.
 * - `tool-name-changed`: characters of a tool name that the provider refuses became `_`, or the name was cut.
 * - `call-id-changed`: the id of a call, and of what answers it, is another: the provider refuses it, or an earlier call
 *   has it. The item of the call is named.
 * - `trailing-space`: white space at the end of the last assistant message is left out.
 * - `part-as-text`: a part that a message of this role may not have stands as a text: what it says, or its JSON.
 * - `field-not-sent`: a field beside role and content, or one of a part, that the provider refuses is left out; what an answer of
 *   Anthropic carries of its own (`id`, `type`, `model`, `stop_reason`, `stop_sequence`, `usage`) is left out unnamed.
 * - `speaker-name-changed`: characters of a speaker's `name` that the provider refuses became `_`, or the name, where
 *   it is no text, is left out.
 * - `interface-part`: a part that only an interface shows (a source, data of the application) is left out, as the AI SDK
 *   leaves it out.
 * - `approval-not-sent`: an answer for approval whose question is not there, or a question whose call is not, is left out.
 * - `cache-mark`: a `cache_control` that the provider would refuse is left out: all but the last four, on reasoning,
 *   and one that lives for an hour behind one that does not. Marks that are asked for go before those of the session.
 *
 * @since 0.1.0
 */
export const OMISSIONS = [
  'empty',
  'by-reference',
  'reasoning-not-portable',
  'reasoning-at-end',
  'media-not-portable',
  'error-flag-not-portable',
  'tool-name-changed',
  'call-id-changed',
  'trailing-space',
  'part-as-text',
  'field-not-sent',
  'speaker-name-changed',
  'cache-mark',
  'interface-part',
  'approval-not-sent',
] as const
/** One word of {@link OMISSIONS}. @since 0.1.0 */
export type OmissionWord = (typeof OMISSIONS)[number]

/** What of an item did not go along. @since 0.1.0 */
export interface Omission {
  readonly itemId: string
  readonly why: OmissionWord
}

/** Messages ready to be sent, in the order of the plan. @since 0.1.0 */
export interface WrittenMessages<F extends MessageFormat = MessageFormat> {
  readonly format: F
  readonly payload: PayloadByFormat[F]
  /** In the order of the plan; the same item and reason at most once. */
  readonly omitted: readonly Omission[]
  /** The last message is the assistant's: legal as a prefill, which newer Anthropic models refuse. */
  readonly endsWithAssistant: boolean
}

/** What a writer is given: a plan, the items it was made of, and the session they were read from. @since 0.1.0 */
export interface WriteInput {
  readonly plan: Plain<ContextPlan>
  /** At least the items the plan selected; others are ignored. */
  readonly items: readonly Plain<ContextItem>[]
  /** The session the items were read from; left out where every item is the host's own. */
  readonly originals?: Originals
  /** What happens to calls without a result: refuse the whole (default), or mark each with a fixed result. */
  readonly awaiting?: 'refuse' | 'mark'
  /**
   * Items after which a provider's cache is to be written, as `cacheBreakpoints` answers them; ids that are not in the
   * plan are ignored. Only Anthropic Messages has such marks: the last block of each item is given `cache_control`, at
   * most four with those of the session. Tools are no part of what is written; marks on them count towards the four.
   */
  readonly cacheBreakpoints?: readonly string[]
}
