/**
 * Would a provider take these messages? Reads the payload only; knows nothing of plans, items or writers.
 */
import type { RuleBreach } from './rule-breach.js'
import { isMessageFormat, type MessageFormat } from './turn.js'
import { validateAiSdk } from './validate-ai-sdk.js'
import { validateAnthropicMessages } from './validate-anthropic-messages.js'
import { validateOpenAiChat } from './validate-openai-chat.js'
import { validateOpenAiResponses } from './validate-openai-responses.js'
import { illFormedTexts } from './validate-texts.js'

export { PROVIDER_RULES, type ProviderRule, type RuleBreach } from './rule-breach.js'

/**
 * The rules of the format that the payload breaks, in order of position, texts with half a character
 * (`well-formed-text`, a rule of all formats) last; empty when a provider would take it.
 *
 * Which rules there are, and where they are known from, stands at `validateOpenAiChat`, `validateOpenAiResponses`,
 * `validateAnthropicMessages` and `validateAiSdk`. A breach carries a pointer, never a value.
 *
 * @param format  another word than those of `MESSAGE_FORMATS` is the one breach `unknown-format`.
 * @param payload anything: a hostile value is `wrong-shape`.
 * @req   REQ-HOST-254
 * @since 0.1.0
 */
export function validateMessages(format: MessageFormat, payload: unknown): readonly RuleBreach[] {
  if (!isMessageFormat(format)) return [{ rule: 'unknown-format', pointer: '' }]
  try {
    return [...breachesOf(format, payload), ...illFormedTexts(payload)]
  } catch {
    // Reads of a proxy or an accessor may throw; such a value is no JSON.
    return [{ rule: 'wrong-shape', pointer: '' }]
  }
}

function breachesOf(format: MessageFormat, payload: unknown): readonly RuleBreach[] {
  switch (format) {
    case 'openai-chat':
      return validateOpenAiChat(payload)
    case 'openai-responses':
      return validateOpenAiResponses(payload)
    case 'anthropic-messages':
      return validateAnthropicMessages(payload)
    case 'ai-sdk':
      return validateAiSdk(payload)
  }
}
