import type { Clock, Logger, UpstreamError, UpstreamTarget } from '@parakh/core'
import pRetry from 'p-retry'
import type { UpstreamSettings } from '../settings.ts'
import type { Circuit } from './circuit.ts'
import { asUpstreamError, CircuitOpen, deadlinePassed, loggable, mayRepeat, toldInDevelopment } from './may-retry.ts'
import type { StallWatch } from './stall-watch.ts'

/** What asking takes besides the question. */
export interface AskParts {
  readonly clock: Clock
  readonly logger: Logger
  readonly settings: UpstreamSettings
  readonly circuit: Circuit
  readonly stalls: StallWatch
  /** Whether messages and causes of what providers throw are logged: they may hold an input. */
  readonly development: boolean
}
/** Whom to ask, and until when. */
export interface AskTarget {
  readonly target: UpstreamTarget
  readonly signal: AbortSignal
}

/**
 * Makes an attempt, and again after a growing pause where that is allowed, all under one signal.
 *
 * @throws UpstreamError: the last trouble, or `unavailable` where the signal came first.
 */
export async function ask<T>(
  { target, signal }: AskTarget,
  attempt: (signal: AbortSignal) => Promise<T>,
  parts: AskParts,
): Promise<T> {
  const { settings, circuit } = parts
  // Made when it is thrown: an error costs a trace of the stack, and most calls throw none.
  let last = (): UpstreamError => deadlinePassed(target.provider, false)
  const once = async (number: number): Promise<T> => {
    const previous = last
    last = () => deadlinePassed(target.provider, true)
    const startedAt = parts.clock.monotonicMs()
    const moment = parts.stalls.moment()
    try {
      const watching = { target, signal, startedAt, moment, number }
      return await circuit.attempt(() => watched(attempt, watching, parts), target)
    } catch (thrown) {
      const trouble = asUpstreamError(thrown, target.provider)
      last = trouble instanceof CircuitOpen && number > 1 ? previous : () => trouble
      throw trouble
    }
  }
  try {
    return await pRetry(once, {
      retries: settings.maxAttempts - 1,
      minTimeout: settings.minBackoffMs,
      maxTimeout: settings.maxBackoffMs,
      randomize: true,
      signal,
      shouldRetry: ({ error }) => !signal.aborted && mayRepeat(target, asUpstreamError(error, target.provider)),
    })
  } catch {
    throw last()
  }
}

interface Watching extends AskTarget {
  readonly startedAt: number
  /** The same by the watch of stalls. */
  readonly moment: number
  readonly number: number
}

/** Makes one attempt, ends it with the signal, and turns and logs what it throws. */
async function watched<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  watching: Watching,
  parts: AskParts,
): Promise<T> {
  const { target, signal } = watching
  try {
    return await untilAborted(attempt, { target, signal })
  } catch (thrown) {
    const trouble = asUpstreamError(thrown, target.provider)
    const elapsedMs = Math.round(parts.clock.monotonicMs() - watching.startedAt)
    const spared = saysNothing(trouble, elapsedMs, { watching, parts })
    if (spared) parts.circuit.spare(trouble)
    const { provider, operation, question } = target
    parts.logger.warn('upstream.trouble', {
      ...{ provider, operation, reference: question.reference, attempt: watching.number },
      ...{ trouble: trouble.trouble, sent: trouble.sent, elapsedMs },
      // A time-out of a process that stood still, or of a call that had no time left.
      ...(spared ? { counted: false } : {}),
      ...loggable(thrown),
      ...(parts.development ? toldInDevelopment(thrown) : {}),
    })
    if (trouble.trouble === 'denied')
      parts.logger.error('upstream.denied', { provider, operation, ...loggable(thrown) })
    throw trouble
  }
}

/** Whether trouble is ours and none of the provider: the deadline left it no time, or this process stood still meanwhile. */
function saysNothing(
  { trouble }: UpstreamError,
  elapsedMs: number,
  { watching, parts }: { readonly watching: Watching; readonly parts: AskParts },
): boolean {
  if (watching.signal.aborted && elapsedMs < parts.settings.circuitGraceMs) return true
  return trouble === 'unavailable' && parts.stalls.stalledSince(watching.moment)
}

/**
 * Waits for an attempt, but not beyond its signal: a provider in code may ignore it. After the abort the attempt has one turn of
 * the event loop to say for itself how it ended, because it knows whether a byte had left.
 */
function untilAborted<T>(attempt: (signal: AbortSignal) => Promise<T>, { target, signal }: AskTarget): Promise<T> {
  return new Promise((resolve, reject) => {
    const giveUp = () => setImmediate(() => reject(deadlinePassed(target.provider, true)))
    signal.addEventListener('abort', giveUp, { once: true })
    const release = () => signal.removeEventListener('abort', giveUp)
    Promise.resolve()
      .then(() => attempt(signal))
      .finally(release)
      .then(resolve, reject)
  })
}
