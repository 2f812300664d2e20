import autocannon from 'autocannon'
import { type CallerHeaders, LOOKUP_PATH } from '../servers/ready.ts'
import { at } from './median.ts'
import { byWrk, HAS_WRK } from './wrk.ts'

/** Who is called, by whom. */
export interface LoadTarget {
  readonly servers: readonly { readonly url: string }[]
  readonly callers: readonly CallerHeaders[]
}
/** How long, and how hard. Connections are divided among the servers. */
export interface LoadOptions {
  readonly connections: number
  readonly seconds?: number
  /** In place of seconds. */
  readonly calls?: number
  readonly path?: string
}
/** One run of load. */
export interface LoadResult {
  readonly calls: number
  readonly callsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/**
 * Calls the lookup from so many connections. Each goes round among all callers from one of its own on: else all of them would call with
 * the first, then all with the second, and each wallet would be a hot one.
 *
 * @throws when any call does not answer 2xx: a fast error is no figure.
 */
export async function load(target: LoadTarget, options: LoadOptions): Promise<LoadResult> {
  const { servers } = target
  const share = {
    ...options,
    connections: Math.floor(options.connections / servers.length),
    ...(options.calls === undefined ? {} : { calls: Math.ceil(options.calls / servers.length) }),
  }
  const results = await Promise.all(servers.map((_, index) => loadOne(target, index, share)))
  const times = Float64Array.from(results.flatMap((result) => result.times)).sort()
  return {
    calls: results.reduce((sum, { calls }) => sum + calls, 0),
    callsPerSecond: results.reduce((sum, { calls, seconds }) => sum + calls / seconds, 0),
    p50Ms: at(times, 0.5),
    p99Ms: at(times, 0.99),
  }
}

async function loadOne({ servers, callers }: LoadTarget, index: number, options: LoadOptions) {
  const { connections, seconds = 5, calls, path = LOOKUP_PATH } = options
  if (HAS_WRK && calls === undefined) {
    const by = await byWrk({ url: servers[index]?.url ?? '', path, callers, connections, seconds })
    return { ...by, times: by.times.flatMap(([time, count]) => Array.from({ length: count }, () => time)) }
  }
  const requests = callers.map((headers) => ({ method: 'GET' as const, path, headers: { ...headers } }))
  // In milliseconds, with fractions: autocannon's own histogram has none.
  const times: number[] = []
  let opened = index * connections
  const result = await autocannon({
    url: servers[index]?.url ?? '',
    connections,
    ...(calls === undefined ? { duration: seconds } : { amount: calls }),
    requests,
    setupClient(client) {
      const first = opened++ % requests.length
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)])
      let answers = 0
      client.on('response', (_status, _bytes, milliseconds) => {
        // The first has waited for its connection too: of 512 that are opened at once the system drops some, and tries again after 1 s.
        if (answers++ > 0) times.push(milliseconds)
      })
    },
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(
      `${result.non2xx} calls were not 2xx, ${result.errors} failed (${result.timeouts} had no answer in time): ${JSON.stringify(result.statusCodeStats)}`,
    )
  if (times.length === 0) throw new Error(`no connection had its second answer within ${seconds} s`)
  return { times, calls: result.requests.total, seconds: result.duration }
}
