/**
 * What does a message say that was taken out of a trace? It is in one of three formats, the same for all messages of a
 * session, and read as a session of that format is.
 */
import { isAiSdkList } from './ai-sdk-shape.js'
import type { EntryReader } from './entry-reading.js'
import { readAiSdkMessage } from './read-ai-sdk.js'
import { readOpenAiChat } from './read-openai-chat.js'
import { readerOfResponses } from './read-openai-responses.js'
import { isResponsesMark } from './responses-kinds.js'

export type TraceDialect = 'ai-sdk' | 'openai-chat' | 'openai-responses'

/** The format of messages; plain texts are the same in all of them and are taken for OpenAI Chat's. */
export function traceDialectOf(messages: readonly unknown[]): TraceDialect {
  if (messages.some(isResponsesMark)) return 'openai-responses'
  return isAiSdkList(messages) ? 'ai-sdk' : 'openai-chat'
}

/** A reader of the messages of one trace. */
export function readerOfFrameworkTrace(entries: readonly unknown[]): EntryReader {
  switch (traceDialectOf(entries)) {
    case 'openai-responses':
      return readerOfResponses(entries)
    case 'ai-sdk':
      return readAiSdkMessage
    case 'openai-chat':
      return readOpenAiChat
  }
}
