import { setTimeout as sleep } from 'node:timers/promises'
import type { CallState } from '@parakh/core'

const FIRST_POLL_MS = 50
const LONGEST_POLL_MS = 250

/** Waits for the end of calls. */
export interface SettledCalls {
  /** This process ended a call. */
  announce(reference: string): void
  /** Resolves when a call has ended, here or elsewhere, or after the time in milliseconds. */
  wait(reference: string, timeoutMs: number): Promise<void>
  /** Ends every wait. */
  close(): void
}

/**
 * Waits for calls of this process by an event, and for those of others by polling.
 *
 * @param phaseOf Reads where a call stands; null when there is none.
 */
export function createSettledCalls(phaseOf: (reference: string) => Promise<CallState['phase'] | null>): SettledCalls {
  const waiting = new Map<string, Set<AbortController>>()
  const isOver = async (reference: string): Promise<boolean> => {
    const phase = await phaseOf(reference)
    return phase !== 'held' && phase !== 'dispatched'
  }
  const announce = (reference: string): void => {
    for (const controller of waiting.get(reference) ?? []) controller.abort()
  }
  return {
    announce,
    async wait(reference, timeoutMs) {
      const told = new AbortController()
      const others = waiting.get(reference) ?? new Set()
      waiting.set(reference, others.add(told))
      const over = AbortSignal.any([told.signal, AbortSignal.timeout(Math.ceil(timeoutMs))])
      try {
        // Asked after listening, so that a call which ends in between is not missed.
        for (let pollMs = FIRST_POLL_MS; !over.aborted && !(await isOver(reference)); ) {
          await sleep(pollMs, undefined, { signal: over }).catch(() => undefined)
          pollMs = Math.min(pollMs * 1.5, LONGEST_POLL_MS)
        }
      } finally {
        others.delete(told)
        if (others.size === 0) waiting.delete(reference)
      }
    },
    close() {
      for (const reference of waiting.keys()) announce(reference)
    },
  }
}
