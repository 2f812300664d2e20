import { Pool } from 'undici'

/** How a pool of connections is made. */
export interface ConnectionOptions {
  /** Scheme, host and port. */
  readonly origin: string
  /** The most connections at a time. */
  readonly connections: number
  /** The most that connecting may take, in milliseconds. */
  readonly timeoutMs: number
}

/**
 * Opens a pool of connections to one upstream: HTTP/1.1, certificates verified, no proxy, no redirects, one request at a time per
 * connection. Times and sizes are watched by `exchange`, so undici's own limits are off.
 */
export const openPool = ({ origin, connections, timeoutMs }: ConnectionOptions): Pool =>
  new Pool(origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: -1,
    connect: { timeout: timeoutMs, rejectUnauthorized: true },
  })
