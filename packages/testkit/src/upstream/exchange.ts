import type { ServerResponse } from 'node:http'

/** A request that the fake upstream was sent. */
export interface UpstreamRequest {
  readonly method: string
  /** Without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** One request in flight. */
export interface UpstreamExchange {
  readonly request: UpstreamRequest
  readonly response: ServerResponse
  /** Aborts when the fake upstream closes. */
  readonly signal: AbortSignal
}
/** How a fake upstream answers; write your own, or take one of `reply`. */
export type UpstreamReply = (exchange: UpstreamExchange) => void | Promise<void>
