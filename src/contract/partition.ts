/**
 * Into which partition of the budget and which segment of the window does each kind of item go?
 */
import { oneOf } from './primitives.js'
import type { TypeOf } from './type-of.js'
import type { ItemKind } from './context-item.js'

/** The accounts that items are paid from, in the order in which they are filled. @since 0.1.0 */
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
/** One word of {@link PARTITIONS}. @since 0.1.0 */
export const Partition = oneOf('Partition', PARTITIONS)
/** One word of {@link PARTITIONS}. @since 0.1.0 */
export type Partition = TypeOf<typeof Partition>

/** The places of the window; `current` is the newest user message and everything after it. @since 0.1.0 */
export const SEGMENTS = ['instructions', 'standing', 'conversation', 'fresh', 'current'] as const
/** One word of {@link SEGMENTS}. @since 0.1.0 */
export const Segment = oneOf('Segment', SEGMENTS)
/** One word of {@link SEGMENTS}. @since 0.1.0 */
export type Segment = TypeOf<typeof Segment>

/** The partition that pays for a kind. @since 0.1.0 */
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
