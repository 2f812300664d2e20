import { createRequire } from 'node:module'
import {
  type Clock,
  failureOf,
  isUpstreamError,
  type LastTrouble,
  type Logger,
  noFailures,
  type UpstreamError,
  type UpstreamHealth,
  type UpstreamTarget,
} from '@parakh/core'
import type * as Cockatiel from 'cockatiel'
import type { IBackoff } from 'cockatiel'
import type { UpstreamSettings } from '../settings.ts'
import { ProviderBreaker } from './breaker.ts'
import { CircuitOpen } from './may-retry.ts'

/** Watches one provider: refuses attempts while it fails, and lets one through after a while. */
export interface Circuit {
  /**
   * Makes an attempt, or refuses it.
   *
   * @param attempt Throws `UpstreamError` only.
   * @param target What is asked.
   * @throws CircuitOpen without an attempt, else what the attempt throws.
   */
  attempt<T>(attempt: () => Promise<T>, target: Pick<UpstreamTarget, 'operation' | 'question'>): Promise<T>
  /** Lets a failure say nothing about the provider, and counts it nowhere. Called before the attempt throws it. */
  spare(trouble: Error): void
  /** Counts trouble that came without an attempt. It never opens the circuit. */
  report(trouble: UpstreamError, operation: string): void
  health(): UpstreamHealth
}
interface CircuitParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly settings: UpstreamSettings
}

const load = createRequire(import.meta.url)

/**
 * A closed circuit for a provider. `unavailable`, `throttled` and tokens that are denied count against it, in a row; `unprocessable` and `denied` over five
 * different inputs of two accounts, since they may be the fault of one input. A usable answer and a definite no end the count. While one
 * attempt probes a half-open circuit, others are refused.
 */
export function createCircuit(provider: string, { clock, logger, settings }: CircuitParts): Circuit {
  // Loaded with the first provider that is asked.
  const { CircuitState, circuitBreaker, handleWhen }: typeof Cockatiel = load('cockatiel')
  const states = {
    [CircuitState.Closed]: 'closed',
    [CircuitState.Open]: 'open',
    [CircuitState.HalfOpen]: 'half-open',
    [CircuitState.Isolated]: 'open',
  } as const
  const spared = new WeakSet<Error>()
  // A provider may throw one error again and again: what counts is decided again each time.
  const counted = new WeakSet<Error>()
  const breaker = new ProviderBreaker(settings.circuitFailures)
  const policy = circuitBreaker(
    handleWhen((error) => counted.has(error)),
    { breaker, halfOpenAfter: { next: () => openPeriod(clock, settings.circuitOpenMs) } },
  )
  policy.onBreak(() => logger.warn('upstream.circuit.opened', { provider }))
  policy.onHalfOpen(() => logger.info('upstream.circuit.probed', { provider }))
  policy.onReset(() => logger.info('upstream.circuit.closed', { provider }))
  const failures = noFailures()
  let successes = 0
  let lastTrouble: LastTrouble | null = null
  const report = (trouble: UpstreamError, operation: string): void => {
    const failure = failureOf(trouble)
    failures[failure] += 1
    const { field = null, reason = null } = trouble
    lastTrouble = { at: clock.now(), operation, failure, field, reason }
  }
  const judge = (thrown: unknown, { operation, question }: Pick<UpstreamTarget, 'operation' | 'question'>): void => {
    if (!isUpstreamError(thrown)) return
    counted.delete(thrown)
    if (spared.delete(thrown)) return
    report(thrown, operation)
    if (breaker.counts(thrown, question)) counted.add(thrown)
  }
  return {
    attempt: async (attempt, target) => {
      if (policy.state === CircuitState.HalfOpen) throw new CircuitOpen(provider)
      let made = false
      try {
        const answer = await policy.execute(async () => {
          made = true
          try {
            return await attempt()
          } catch (thrown) {
            judge(thrown, target)
            throw thrown
          }
        })
        successes += 1
        return answer
      } catch (thrown) {
        throw made ? thrown : new CircuitOpen(provider)
      }
    },
    report,
    spare: (trouble) => {
      spared.add(trouble)
    },
    health: () => ({ provider, circuit: states[policy.state], successes, failures: { ...failures }, lastTrouble }),
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
