/**
 * What does sealing add to what is known of an item? Its digest, what it was sealed with, and how it was last written;
 * none of it decides anything.
 */
import type { Digest } from '../../base/digest.js'

/** Items that were sealed together; their ids are known to differ. */
export interface Batch {
  /** The place of each item, by id. */
  readonly places: ReadonlyMap<string, number>
}

/** Made by the kernel when it seals an item. */
export interface Seal {
  readonly digest: Digest
  readonly batch: Batch
  /** The place in the batch. */
  readonly place: number
  /** How an entry of a plan about the item begins, as canonical JSON. */
  readonly entryHead: string
  /** The entry as it was last written: from plan to plan most items stand where they stood. */
  readonly written: { reason: string; segment: string; text: string }
}
