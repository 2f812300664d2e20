import autocannon from 'autocannon'
import { LOOKUP_PATH } from '../servers/ready.ts'
import type { ChildServer } from './child-server.ts'

/** One run of load. */
export interface LoadResult {
  readonly callsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Calls the lookup from so many connections. @throws when any call does not answer 2xx: a fast error is no figure. */
export async function load(
  server: ChildServer,
  options: { connections: number; seconds?: number; calls?: number },
): Promise<LoadResult> {
  const requests = server.callers.map((headers) => ({
    method: 'GET' as const,
    path: LOOKUP_PATH,
    headers: { ...headers },
  }))
  const result = await autocannon({
    url: server.url,
    connections: options.connections,
    ...(options.calls === undefined ? { duration: options.seconds ?? 5 } : { amount: options.calls }),
    requests,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} calls were not 2xx, ${result.errors} failed`)
  return {
    callsPerSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
