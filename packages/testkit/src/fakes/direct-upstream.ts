import { failureOf, isUpstreamError, noFailures, type Upstream, UpstreamError, type UpstreamHealth } from '@parakh/core'
import { testkitErrors } from '../error-codes.ts'

/**
 * An upstream for tests: each attempt runs once, without retries or circuit breakers, until the signal aborts. It compiles no
 * HTTP source.
 *
 * @example
 * const upstream = directUpstream()
 */
export function directUpstream(): Upstream {
  const counts = new Map<string, { successes: number; failures: ReturnType<typeof noFailures> }>()
  const countsOf = (provider: string) => {
    const known = counts.get(provider) ?? { successes: 0, failures: noFailures() }
    counts.set(provider, known)
    return known
  }
  const untilAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const late = (): void =>
        reject(new UpstreamError('unavailable', 'No answer before the deadline', { reason: 'timeout' }))
      if (signal.aborted) late()
      signal.addEventListener('abort', late, { once: true })
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
    })
  return {
    compile: (_contract, _source, path) => [testkitErrors.fault('SOURCE_NOT_SUPPORTED', path)],
    ask: async (target, signal, attempt) => {
      try {
        const answer = await untilAborted(signal, attempt(signal))
        countsOf(target.provider).successes += 1
        return answer
      } catch (thrown) {
        const trouble = isUpstreamError(thrown)
          ? thrown
          : new UpstreamError('unavailable', 'The provider failed', { cause: thrown })
        countsOf(target.provider).failures[failureOf(trouble)] += 1
        throw trouble
      }
    },
    report: ({ provider }, trouble) => {
      countsOf(provider).failures[failureOf(trouble)] += 1
    },
    health: () =>
      [...counts].map(
        ([provider, counted]): UpstreamHealth => ({ provider, circuit: 'closed', ...counted, lastTrouble: null }),
      ),
  }
}
