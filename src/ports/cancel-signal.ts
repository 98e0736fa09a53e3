/**
 * How does a caller give up a wait? By a signal that says so once; it carries no reason and cannot be undone.
 */

/**
 * A wish to stop, with no tie to any engine's `AbortSignal`.
 *
 * @law `cancelled` turns true at most once and never back
 * @law a listener is called at most once, when the signal turns; at once when it has already turned
 * @law the function that `onCancel` answers takes the listener away, and may be called again without effect
 * @since 0.1.0
 */
export interface CancelSignal {
  /** Whether the signal has turned. */
  readonly cancelled: boolean
  /** Has `listener` called once when the signal turns, at once if it has; answers a way to take it back. */
  onCancel(listener: () => void): () => void
}
