/**
 * Into which partition of the budget and which segment of the window does each kind of item go?
 */
import { oneOf } from './primitives.js'
import type { TypeOf } from './type-of.js'
import type { ItemKind } from './context-item.js'

/** In the order in which they are filled. */
export const PARTITIONS = [
  'instructions',
  'tools',
  'task',
  'conversation',
  'memory',
  'evidence',
  'project',
  'summary',
] as const
export const Partition = oneOf('Partition', PARTITIONS)
export type Partition = TypeOf<typeof Partition>

/** `current` is the newest user message and everything after it. */
export const SEGMENTS = ['instructions', 'standing', 'conversation', 'fresh', 'current'] as const
export const Segment = oneOf('Segment', SEGMENTS)
export type Segment = TypeOf<typeof Segment>

/** The partition that pays for a kind. */
export const PARTITION_OF: Readonly<Record<ItemKind, Partition>> = {
  'system-policy': 'instructions',
  'project-rule': 'instructions',
  skill: 'instructions',
  'tool-schema': 'tools',
  memory: 'memory',
  pin: 'memory',
  summary: 'summary',
  message: 'conversation',
  'tool-evidence': 'conversation',
  'artifact-ref': 'conversation',
  'task-state': 'task',
  'history-evidence': 'evidence',
  'project-snippet': 'project',
}
