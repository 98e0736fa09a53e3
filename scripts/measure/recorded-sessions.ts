/**
 * Which sessions are replayed, and by which kernel? The recorded sessions of the data folder, sealed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nodeHash } from '../../src/adapters/node/index.js'
import { referenceClock } from '../../src/adapters/reference/index.js'
import { featureCounter } from '../../src/adapters/tokens/index.js'
import { detectFormat, readTranscript, splitSessions } from '../../src/hosts/transcripts/index.js'
import { createKernel, orThrow, type CallerInput, type ContextItem } from '../../src/index.js'
import { sharedPath } from './shared-data.js'

export const AT = '2026-06-01T00:00:00.000Z'
export const SCOPE = { kind: 'session', id: ['bench'] } as const
export const CALLER: CallerInput = {
  writer: 'bench',
  trustCeiling: 'host',
  scopes: [SCOPE],
  sink: { sink: 'model', locality: 'remote', clearance: 'internal' },
}
export const counter = featureCounter()
export const kernel = orThrow(
  createKernel({ ports: { hash: nodeHash(), clock: referenceClock({ at: AT }), tokenCounter: counter } }),
)

/** The sessions long enough to be replayed; null without the data folder. */
export function readSessions(): readonly (readonly ContextItem[])[] | null {
  const root = sharedPath('transcripts')
  if (root === null) return null
  return ['pi', 'claude-code', 'openai-chat', 'openhands'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .sort()
      .flatMap((name) => sessionsOf(readFileSync(join(root, folder, name), 'utf8'))),
  )
}

function sessionsOf(text: string): readonly (readonly ContextItem[])[] {
  const format = detectFormat(text)
  if (format === null) return []
  return orThrow(splitSessions(text, format)).map((source) => {
    const { items } = orThrow(
      readTranscript(source, {
        scope: SCOPE,
        counter,
        hash: nodeHash(),
        trustCeiling: 'host',
        store: 'session',
        observedAt: AT,
      }),
    )
    return orThrow(kernel.sealItems({ items }, CALLER)) as readonly ContextItem[]
  })
}
