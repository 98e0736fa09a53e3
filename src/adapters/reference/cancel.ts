/**
 * How does a test cancel? By a signal it holds both ends of; it is tied to no engine's `AbortController`.
 */
import type { CancelSignal } from '../../ports/cancel-signal.js'

/** Both ends of a {@link CancelSignal}. @since 0.1.0 */
export interface ReferenceCancel {
  /** The end that is handed to a port. */
  readonly signal: CancelSignal
  /** Turns the signal, once; its listeners are called in the order in which they were added. */
  cancel(): void
  /** How many listeners wait for the signal to turn. */
  listeners(): number
}

/**
 * A signal that has not turned yet.
 *
 * @since 0.1.0
 */
export function referenceCancel(): ReferenceCancel {
  let cancelled = false
  const listeners = new Set<{ readonly call: () => void }>()
  return {
    signal: {
      get cancelled() {
        return cancelled
      },
      onCancel: (listener) => {
        if (cancelled) {
          listener()
          return () => undefined
        }
        const entry = { call: listener }
        listeners.add(entry)
        return () => void listeners.delete(entry)
      },
    },
    cancel: () => {
      cancelled = true
      const waiting = [...listeners]
      listeners.clear()
      for (const { call } of waiting) call()
    },
    listeners: () => listeners.size,
  }
}
