/**
 * How does a host turn session files into items, and plans into messages? The public face of `./transcripts`.
 *
 * @packageDocumentation
 */
export { detectFormat } from './detect-format.js'
export { splitSessions } from './split-sessions.js'
export { readTranscript } from './read-transcript.js'
export { restoreTranscript } from './restore-transcript.js'
export { writeMessages } from './write-messages.js'
export { validateMessages, PROVIDER_RULES } from './validate-messages.js'
export type { ProviderRule, RuleBreach } from './validate-messages.js'
export { countPayload, recountTotal } from './count-payload.js'
export type { RecountTariff } from './count-payload.js'
export { renderSupplement, supplementRole } from './render-supplement.js'
export { FIXED_TEXT_TOKENS } from './fixed-texts.js'
export { OMISSIONS } from './message-payload.js'
export { payloadItems } from './payload-items.js'
export type {
  AiSdkPayload,
  AnthropicPayload,
  MessagePayload,
  Omission,
  OmissionWord,
  OpenAiChatPayload,
  OpenAiResponsesPayload,
  PayloadByFormat,
  WriteInput,
  WrittenMessages,
} from './message-payload.js'
export { countParts, countTurn, FURTHER_RESULT_TOKENS } from './count-parts.js'
export { mediaShapeOf } from './media-shape.js'
export type { MediaLike } from './media-shape.js'
export { textOf } from './text-of.js'
export { LINE_PROBLEMS, SYSTEM_PLACE } from './transcript.js'
export type {
  LineProblem,
  LogEnvelope,
  ProblemWord,
  ReadOptions,
  SessionSource,
  Transcript,
} from './transcript.js'
export { MESSAGE_FORMATS, TRANSCRIPT_FORMATS } from './turn.js'
export type {
  CallPart,
  MediaPart,
  MessageFormat,
  Originals,
  RawPlace,
  ResultPart,
  TextPart,
  ThinkingPart,
  TranscriptFormat,
  Turn,
  TurnPart,
} from './turn.js'
