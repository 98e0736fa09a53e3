/**
 * What does each cause of a broken prefix mean, in a person's words?
 */
import type { BreakCause } from '../../contract/epoch.js'

export const BREAK_WORDS: Readonly<Record<BreakCause, string>> = {
  cut: 'the conversation outgrew its room and was cut',
  supplement_withdrawn: 'what was recalled for an earlier message was taken out',
  supplement_displaced: 'what was recalled for an earlier message made room for what is new',
  instructions_changed: 'an instruction or a tool is gone, new or changed',
  standing_changed: 'a pin or a pinned memory is gone, new or changed',
  summary_changed: 'a summary is gone, new or changed',
  supplement_changed: 'something recalled is gone, new or changed',
  conversation_changed: 'a message is gone, new among those sent, or changed',
  not_admitted: 'something that was sent may no longer be shown',
  placement_changed: 'the window is laid out otherwise',
  sink_changed: 'the plan before was for another receiver',
}
