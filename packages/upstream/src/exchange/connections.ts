import { createRequire } from 'node:module'
import type * as Undici from 'undici'
import type { Pool } from 'undici'

const load = createRequire(import.meta.url)

/** How a pool of connections is made. */
export interface ConnectionOptions {
  /** Scheme, host and port. */
  readonly origin: string
  /** The most connections at a time. */
  readonly connections: number
  /** The most that connecting may take, in milliseconds. */
  readonly timeoutMs: number
  /** What they prove and trust; the well-known authorities unless given. */
  readonly tls?: ConnectionTls | undefined
}
/** PEM, checked. */
export interface ConnectionTls {
  readonly cert?: string
  readonly key?: string
  readonly passphrase?: string
  readonly ca?: string
}

/**
 * Loads undici where there is an HTTP source, before the first call needs it: a server that asks nobody over HTTP keeps ten
 * megabytes less.
 */
export const loadUndici = (): typeof Undici => load('undici')

/**
 * Opens a pool of connections to one upstream: HTTP/1.1, certificates verified, no proxy, no redirects, one request at a time per
 * connection. Times and sizes are watched by `exchange`, so undici's own limits are off.
 */
export function openPool({ origin, connections, timeoutMs, tls }: ConnectionOptions): Pool {
  return new (loadUndici().Pool)(origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: -1,
    connect: { ...tls, timeout: timeoutMs, rejectUnauthorized: true },
  })
}
