/**
 * What can be said of an item in one bit? Signals let a step of planning skip every item that it has nothing to do with.
 */

/** One bit for each; an item's facts hold all of them but the last. */
export const SIGNAL = {
  userMessage: 1,
  speaksAsSystem: 2,
  approval: 4,
  recovery: 8,
  /** Asks for protection: a mark, or system policy. */
  marked: 16,
  bound: 32,
  raised: 64,
  expires: 128,
  summary: 256,
  instruction: 512,
  /** Makes or answers calls. */
  exchange: 1024,
  /** Of the plan, not of the item: counted by another counter than the plan's. */
  foreign: 2048,
} as const
