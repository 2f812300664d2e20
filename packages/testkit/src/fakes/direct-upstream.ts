import { isUpstreamError, type Upstream, UpstreamError, type UpstreamHealth } from '@parakh/core'
import { testkitErrors } from '../error-codes.ts'

/**
 * An upstream for tests: each attempt runs once, without retries or circuit breakers, until the signal aborts. It compiles no
 * HTTP source.
 *
 * @example
 * const upstream = directUpstream()
 */
export function directUpstream(): Upstream {
  const none = { failures: 0, successes: 0, unusable: 0, denied: 0 }
  const counts = new Map<string, typeof none>()
  const count = (provider: string, field: keyof typeof none): void => {
    const known = counts.get(provider) ?? { ...none }
    known[field] += 1
    counts.set(provider, known)
  }
  const untilAborted = <T>(signal: AbortSignal, work: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const late = (): void => reject(new UpstreamError('unavailable', 'No answer before the deadline'))
      if (signal.aborted) late()
      signal.addEventListener('abort', late, { once: true })
      work.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
    })
  return {
    compile: (_contract, _source, path) => [testkitErrors.fault('SOURCE_NOT_SUPPORTED', path)],
    ask: async (target, signal, attempt) => {
      try {
        const answer = await untilAborted(signal, attempt(signal))
        count(target.provider, 'successes')
        return answer
      } catch (thrown) {
        count(target.provider, 'failures')
        const { trouble } = isUpstreamError(thrown) ? thrown : { trouble: null }
        if (trouble === 'unprocessable') count(target.provider, 'unusable')
        if (trouble === 'denied') count(target.provider, 'denied')
        throw isUpstreamError(thrown)
          ? thrown
          : new UpstreamError('unavailable', 'The provider failed', { cause: thrown })
      }
    },
    health: () =>
      [...counts].map(([provider, counted]): UpstreamHealth => ({ provider, circuit: 'closed', ...counted })),
  }
}
