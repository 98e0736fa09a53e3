/**
 * Which sessions are replayed? The recorded ones of the data folder, sealed.
 */
import { orThrow, type ContextItem } from '../../src/index.js'
import { CALLER, filesOf, kernel, transcriptsOf } from './measured-kernel.js'
import { sharedPath } from './shared-data.js'

/** The sessions long enough to be replayed; null without the data folder. */
export function readSessions(): readonly (readonly ContextItem[])[] | null {
  const root = sharedPath('transcripts')
  if (root === null) return null
  return filesOf(root, ['pi', 'claude-code', 'openai-chat', 'openhands']).flatMap(({ text }) =>
    (transcriptsOf(text) ?? []).map(({ items }) => orThrow(kernel.sealItems({ items }, CALLER))),
  )
}
