/**
 * How fast does a session grow, as far as its plans tell? Tokens of conversation by requests to the model, also where a
 * host did not plan each of them.
 */
import type { SentPlan } from './admit-sent.js'
import { observeGrowth, type Growth } from './low-water.js'
import type { Fates, PlanInput } from './plan-input.js'

/** The growth with what is new to the plan before; nothing is known of the growth where they share no message. */
export function growthOf(input: PlanInput, fates: Fates, { epoch, newestSeen }: SentPlan): Growth {
  if (newestSeen < 0) return { grownTokens: 0, requests: 0 }
  return observeGrowth(epoch, appendedSince(newestSeen, input, fates))
}

/**
 * What was appended, over how many requests: one for each run of answers of the model. Where there is no answer each
 * user message was one, and where there is none either, as with one more result of calls that run, it is one.
 */
function appendedSince(
  seen: number,
  { columns, conversationCount, facts }: PlanInput,
  { dropped }: Fates,
): Growth {
  let [grownTokens, answers, users] = [0, 0, 0]
  let isAnswering = false
  for (let index = seen + 1; index < conversationCount; index++) {
    if (dropped[index] !== null) continue
    grownTokens += columns.expected[index] ?? 0
    const role = facts[index]?.item.binding?.role
    if (role === 'assistant' && !isAnswering) answers += 1
    if (role === 'user') users += 1
    isAnswering = role === 'assistant'
  }
  return { grownTokens, requests: Math.max(1, answers === 0 ? users : answers) }
}
