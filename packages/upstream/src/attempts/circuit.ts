import { type Clock, isUpstreamError, type Logger, type UpstreamHealth } from '@parakh/core'
import { CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen, type IBackoff } from 'cockatiel'
import type { UpstreamSettings } from '../settings.ts'
import { CircuitOpen } from './trouble.ts'

/** Watches one provider: refuses attempts while it fails, and lets one through after a while. */
export interface Circuit {
  /**
   * Makes an attempt, or refuses it.
   *
   * @param attempt Throws `UpstreamError` only.
   * @throws CircuitOpen without an attempt, else what the attempt throws.
   */
  attempt<T>(attempt: () => Promise<T>): Promise<T>
  /** Lets a failure say nothing about the provider: the deadline left it no time. Called before the attempt throws it. */
  spare(trouble: Error): void
  health(): UpstreamHealth
}
interface CircuitParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly settings: UpstreamSettings
}

const STATES = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Isolated]: 'open',
} as const

/**
 * A closed circuit for a provider. `unavailable` and `throttled` count against it, in a row; `unprocessable` and a definite no do
 * not: the provider is up. While one attempt probes a half-open circuit, others are refused.
 */
export function createCircuit(provider: string, { clock, logger, settings }: CircuitParts): Circuit {
  const spared = new WeakSet<Error>()
  const counts = (error: Error) => isUpstreamError(error) && error.trouble !== 'unprocessable' && !spared.has(error)
  const policy = circuitBreaker(handleWhen(counts), {
    breaker: new ConsecutiveBreaker(settings.circuitFailures),
    halfOpenAfter: { next: () => openPeriod(clock, settings.circuitOpenMs) },
  })
  policy.onBreak(() => logger.warn('upstream.circuit.opened', { provider }))
  policy.onHalfOpen(() => logger.info('upstream.circuit.probed', { provider }))
  policy.onReset(() => logger.info('upstream.circuit.closed', { provider }))
  let successes = 0
  let failures = 0
  return {
    attempt: async (attempt) => {
      if (policy.state === CircuitState.HalfOpen) throw new CircuitOpen(provider)
      let made = false
      try {
        const answer = await policy.execute(() => {
          made = true
          return attempt()
        })
        successes += 1
        return answer
      } catch (thrown) {
        if (!made) throw new CircuitOpen(provider)
        failures += 1
        throw thrown
      }
    },
    spare: (trouble) => {
      spared.add(trouble)
    },
    health: () => ({ provider, circuit: STATES[policy.state], failures, successes }),
  }
}

/**
 * How long a circuit stays open, by the injected monotonic clock. cockatiel compares `duration` with the time of day that has
 * passed, which an NTP step would bend, so it is given no duration but "for ever" and then "over".
 */
function openPeriod(clock: Clock, circuitOpenMs: number): IBackoff<unknown> {
  const openedAt = clock.monotonicMs()
  return {
    get duration() {
      return clock.monotonicMs() - openedAt < circuitOpenMs ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
    },
    next: () => openPeriod(clock, circuitOpenMs),
  }
}
