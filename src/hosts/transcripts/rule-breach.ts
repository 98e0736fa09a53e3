/**
 * What does a validator answer? A rule by its stable id and the place where it is broken; never a value.
 */

/**
 * A rule of a provider that gets the whole request refused.
 *
 * - `unknown-format`: the format named is none that is written; nothing was looked at.
 * - `wrong-shape`: the payload, a message, a block or a call is not of the format at all.
 * - `no-messages`: there is no message.
 * - `known-role`: a role the format does not have.
 * - `string-fields`: a field that must be a text is something else.
 * - `well-formed-text`: a text, or the name of a field, holds half a character (a lone surrogate).
 * - `media-source`: an image, a sound, a file or a document names no data and no address the provider takes, more than one,
 *   or data of a type it does not take.
 * - `empty-content`: a message, or a text in it, says nothing.
 * - `trailing-space`: the last message is the assistant's and ends with white space.
 * - `first-role-user`, `roles-alternate`: the conversation begins with the user, and the sides take turns.
 * - `system-first`: a message of the system stands behind a message of the conversation.
 * - `last-role`: the last message is the assistant's and its calls are not answered.
 * - `call-answered`: a call has no result directly after its message.
 * - `orphan-result`: no message made the call that is answered.
 * - `result-after-call`: the call that is answered is made later only.
 * - `result-placement`: the result does not stand where it must, directly after its call and before anything else.
 * - `duplicate-result`: a call is answered twice.
 * - `duplicate-call-id`: two calls cannot be told apart.
 * - `item-id-format`: the id of an item does not begin as ids of its kind do, or is too long.
 * - `duplicate-item-id`: two items have one id.
 * - `tool-id-format`, `tool-name-format`: characters or a length the provider does not take.
 * - `input-object`: the arguments of a call are no object, or, for the AI SDK, are not there.
 * - `known-block`: a part of a type the format does not have.
 * - `known-field`: a message has a field beside role and content, or a part one of its own, that the provider refuses.
 * - `speaker-name-format`: the name of a speaker has characters the provider does not take.
 * - `cache-marks`: more marks of a cache point than the provider takes, one on reasoning, one of another shape, or one for an
 *   hour behind a shorter one.
 * - `block-placement`: a part stands in a message of a role that may not have it.
 * - `approval-paired`: a question for approval names no call before it, an answer no question, or either stands twice.
 * - `reasoning-kept`: reasoning without its signature, or not at the front of the message it belongs to.
 * - `reasoning-last`: reasoning ends a message.
 *
 * @since 0.1.0
 */
export const PROVIDER_RULES = [
  'unknown-format',
  'wrong-shape',
  'no-messages',
  'known-role',
  'string-fields',
  'well-formed-text',
  'media-source',
  'empty-content',
  'trailing-space',
  'first-role-user',
  'roles-alternate',
  'system-first',
  'last-role',
  'call-answered',
  'orphan-result',
  'result-after-call',
  'result-placement',
  'duplicate-result',
  'duplicate-call-id',
  'item-id-format',
  'duplicate-item-id',
  'tool-id-format',
  'tool-name-format',
  'input-object',
  'known-block',
  'known-field',
  'speaker-name-format',
  'cache-marks',
  'block-placement',
  'approval-paired',
  'reasoning-kept',
  'reasoning-last',
] as const
/** One word of {@link PROVIDER_RULES}. @since 0.1.0 */
export type ProviderRule = (typeof PROVIDER_RULES)[number]

/** Where a payload breaks a rule; `pointer` is RFC 6901. @since 0.1.0 */
export interface RuleBreach {
  readonly rule: ProviderRule
  readonly pointer: string
}

/** Takes a breach down. */
export type Report = (rule: ProviderRule, pointer: string) => void
